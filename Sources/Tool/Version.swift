/// The tool's version, which is part of every run's digest.
let version = "0.1.0"
