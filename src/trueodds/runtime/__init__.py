"""What long computations need: run settings, executors, a store of finished work, files, memory limits and Ctrl-C."""
