"""Products of `Scripts/dist`: archives, packages, and the tree inside them."""
