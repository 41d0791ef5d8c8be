"""What `Scripts/dist` makes: archives, packages, and the tree that is in them."""
