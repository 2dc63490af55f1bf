"""Programs of rivals, for measurements of both sides in the same run."""
