"""Fast methods for games that go by layers: what is to come stands in layers already known; exact whole numbers."""
