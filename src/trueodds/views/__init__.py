"""Views of results: text, tables, pages and pictures. Views render results and never solve games."""
