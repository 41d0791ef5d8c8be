import Documents
import Glibc
import Harness
import Reporting

/// Help text of `doctor`.
let doctorAbout = [
  "A complete installation has everything that is needed; what is optional serves only some of the verbs.",
  "Status 1 means that something needed is missing.",
]

/// The result of a check.
private struct CheckResult {
  enum State: String {
    case there, missing
    /// Not needed for most verbs.
    case optional = "not there"

    var paint: Paint {
      switch self {
      case .there: .good
      case .missing: .bad
      case .optional: .dim
      }
    }
  }

  let state: State
  let what: String
  /// Its location, or instructions to install it.
  let more: String

  /// A check for something optional.
  static func optional(_ what: String, at place: String?, cure: String) -> CheckResult {
    CheckResult(state: place == nil ? .optional : .there, what: what, more: place ?? cure)
  }
}

/// Runs `venuesim doctor`.
@Sendable
func doctorVerb(_ invocation: Invocation) throws -> ExitStatus {
  let findings = needed() + python() + ofUse()
  let isWell = findings.allSatisfy { $0.state != .missing }
  if invocation.has(.json) {
    let list = findings.map { finding -> JSONValue in
      [
        "what": .string(finding.what), "state": .string(finding.state.rawValue),
        "more": .string(PathName.shown(finding.more)),
      ]
    }
    let answer: JSONObject = [
      "version": .string(version), "well": .bool(isWell), "findings": .array(list),
    ]
    say(JSONValue.object(answer).text(pretty: false))
  } else {
    say(versionLine)
    let width = findings.map(\.what.count).max() ?? 0
    for finding in findings {
      let state = Paint.shown(finding.state.rawValue, as: finding.state.paint, width: 9)
      let blanks = String(repeating: " ", count: width - finding.what.count + 2)
      say("  \(state)  \(finding.what)\(blanks)\(PathName.shown(finding.more))")
    }
    say(isWell ? "Everything needed is there." : "Something needed is missing.")
  }
  return isWell ? .success : .environment
}

/// Checks for essential things.
private func needed() -> [CheckResult] {
  var findings: [CheckResult] = []
  do throws(DataFolder.Missing) {
    let share = try DataFolder()
    findings.append(CheckResult(state: .there, what: "bundled scenarios", more: share.path))
  } catch {
    findings.append(
      CheckResult(state: .missing, what: "bundled scenarios", more: error.description))
  }
  findings.append(room())
  if let cache = WorkCache.current {
    let problem = problem(of: nearestThere(cache.folder))
    findings.append(
      CheckResult(
        state: problem == nil ? .there : .optional, what: "a cache",
        more: problem.map { "\($0); runs will be slower, name another with $VENUESIM_CACHE" }
          ?? cache.folder))
  } else {
    findings.append(
      CheckResult(
        state: .optional, what: "a cache", more: "it is switched off; runs are slower without"))
  }
  return findings
}

/// Checks that rows of long runs can be stored during the work.
private func room() -> CheckResult {
  let folder = environment("TMPDIR") ?? "/tmp"
  let what = "space for long runs"
  if let problem = problem(of: folder) {
    return CheckResult(
      state: .missing, what: what, more: "\(problem); set $TMPDIR to a folder that can")
  }
  guard let free = freeBytes(folder) else {
    return CheckResult(state: .there, what: what, more: folder)
  }
  let amount = free < 1e9 ? "\(figureText(free / 1e6)) MB" : "\(figureText(free / 1e9)) GB"
  return free < 100e6
    ? CheckResult(
      state: .missing, what: what,
      more: "'\(folder)' has only \(amount) free; set $TMPDIR to a folder with more")
    : CheckResult(state: .there, what: what, more: "\(folder), \(amount) free")
}

/// Free space on a folder's file system, in bytes; nil if unknown.
private func freeBytes(_ folder: String) -> Double? {
  var status = statvfs()
  // Some virtual file systems have no size.
  guard withPath(folder, { statvfs($0, &status) }) == 0, status.f_blocks > 0 else { return nil }
  return Double(status.f_bavail) * Double(status.f_frsize)
}

/// The reason why a folder isn't writable; nil if it is.
private func problem(of folder: String) -> String? {
  var status = stat()
  guard withPath(folder, { stat($0, &status) }) == 0 else {
    return "'\(folder)' can't be written to: it isn't there"
  }
  guard status.st_mode & S_IFMT == S_IFDIR else {
    return "'\(folder)' can't be written to: it isn't a folder"
  }
  return withPath(folder, { access($0, W_OK | X_OK) }) == 0
    ? nil : "'\(folder)' can't be written to"
}

/// The nearest existing ancestor of a folder.
private func nearestThere(_ folder: String) -> String {
  var path = folder
  while !exists(path), path != ".", path != "/" { path = withoutSlash(splitPath(path).folder) }
  return path
}

/// Checks for Python and its modules.
private func python() -> [CheckResult] {
  // The Python of 'cmd:python3', and that of the package's own command.
  let started = program(called: "python3")
  guard let python = environment("VENUESIM_PYTHON") ?? started else {
    return [
      .optional(
        "python3", at: nil, cure: "for stacks and parts in Python: apt-get install python3")
    ]
  }
  let modules = [
    ("venuesim", "for DataFrames and notebooks: pip install venuesim"),
    ("pandas", "comes with it: pip install venuesim"),
    ("distributed", "for 'campaign launch dask': pip install distributed"),
  ]
  let there = importable(modules.map(\.0), by: python)
  let isOther =
    started != python && started.map { importable(["venuesim"], by: $0) } != ["venuesim"]
  let warning =
    isOther && there.contains("venuesim")
    ? "only by \(python): a stack 'cmd:python3' gets another Python; activate that environment"
    : "can be imported"
  return [
    CheckResult.optional("python3", at: started, cure: "for 'cmd:python3': apt-get install python3")
  ]
    + modules.map { name, cure in
      .optional("Python's \(name)", at: there.contains(name) ? warning : nil, cure: cure)
    }
}

/// The modules that a Python finds, without importing them.
private func importable(_ names: [String], by python: String) -> Set<String> {
  let script =
    "import importlib.util as u; print(*[n for n in \(JSONValue.array(names.map { .string($0) }).text(pretty: false)) if u.find_spec(n)])"
  guard let pipe = popen("\(quoted(python)) -c \(quoted(script)) 2>/dev/null", "r") else {
    return []
  }
  var bytes = [UInt8](repeating: 0, count: 4096)
  let count = fread(&bytes, 1, bytes.count, pipe)
  pclose(pipe)
  let words = String(decoding: bytes.prefix(count), as: UTF8.self)
  return Set(words.split(whereSeparator: \.isWhitespace).map(String.init))
}

/// Checks for other programs that some verbs use.
private func ofUse() -> [CheckResult] {
  [
    ("sbatch", "for 'campaign launch slurm': apt-get install slurm-wlm"),
    ("parallel", "for 'campaign launch parallel': apt-get install parallel"),
    ("kubectl", "for 'campaign launch kubernetes': from kubernetes.io"),
    ("gpsd", "reads 'play --as nmea --to pty': apt-get install gpsd"),
    ("rsvg-convert", "for 'plot --png': apt-get install librsvg2-bin"),
    ("adb", "takes 'play --as adb': apt-get install adb"),
  ].map { name, cure in .optional(name, at: program(called: name), cure: cure) }
}
