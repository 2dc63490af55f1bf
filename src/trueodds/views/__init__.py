"""Everything that shows a result: tables, pages, pictures. Renders what it is given, and solves nothing."""
