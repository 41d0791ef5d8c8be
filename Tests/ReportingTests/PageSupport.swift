import Glibc

/// Takes a file away.
func removeFile(_ path: String) { unlink(path) }

/// The sine; a test that imports Foundation for it would wait for it.
func sine(_ angle: Double) -> Double { sin(angle) }
