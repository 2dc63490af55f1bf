"""What long computations need: settings of a run, executors, a store of finished work, files, memory, Ctrl-C."""
