"""Certificates: answers with their proofs, and the standalone programs that check them."""
