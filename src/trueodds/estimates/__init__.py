"""What a computation will take, said before it starts, from the same computation measured at smaller sizes."""
