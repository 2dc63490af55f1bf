"""Everything that shows a result: tables, pages, pictures. Stands on `solution` alone."""
