"""Store answers in files and in tables for other programs. Loading a file never executes its contents."""
