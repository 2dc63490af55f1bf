"""Games as they are played: matches, the cost of each decision, advice, and simulation beside the exact odds."""
