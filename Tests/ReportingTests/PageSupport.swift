import Glibc

/// Removes a file.
func removeFile(_ path: String) { unlink(path) }

/// The sine, without an import of Foundation, which takes long to load.
func sine(_ angle: Double) -> Double { sin(angle) }
