"""Answers as data: files of solved games, and tables for other programs. Loading never executes a file's contents."""
