def write(path, comparisons): pass
