"""The rules, one file a game, and nothing but the rules."""
