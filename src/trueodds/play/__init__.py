"""Play games: matches, the cost of each decision, advice, reviews, and simulations to compare with the odds."""
