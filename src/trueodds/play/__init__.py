"""Games as they are played: matches, the cost of each decision, advice, and simulations to compare with the odds."""
