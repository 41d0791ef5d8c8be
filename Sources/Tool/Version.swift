import CStamp

/// The tool's version, which is part of every run's digest.
let version = "0.2.0"

/// What `--version` prints: the version, and which commit it was built from.
var versionLine: String {
  let commit = String(cString: venuesim_commit())
  return "venuesim \(version) (" + (commit.isEmpty ? "built from a tree" : "commit \(commit)") + ")"
}
