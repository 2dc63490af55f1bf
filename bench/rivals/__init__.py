"""Code of rivals, written here so that both sides are measured in the same run."""
