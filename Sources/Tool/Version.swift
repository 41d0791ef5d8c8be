import CStamp

/// Version of the tool, which is part of every run's digest.
let version = "0.2.0"

/// The output of `--version`: the version, and the commit of the build.
var versionLine: String {
  let commit = String(cString: venuesim_commit())
  return "venuesim \(version) (" + (commit.isEmpty ? "built from a tree" : "commit \(commit)") + ")"
}
