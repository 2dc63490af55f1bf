"""What long work needs: executors and progress, checkpoints, memory, files written whole or not at all."""
