"""Save and load answers, and convert them to tables, pages and maps. Loading a file never executes its contents."""
