"""Support long computations: run settings, executors, a store of finished work, files, memory limits and Ctrl-C."""
