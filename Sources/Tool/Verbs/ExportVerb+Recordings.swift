import Documents
import Formats
import Harness
import Observations
import Recordings

/// Runs `venuesim export gpx|nmea|geojson|rinex|mcap RECORDING [--truth] [--out FILE]`.
func exportRecording(
  _ kind: String, _ paths: [String], _ invocation: Invocation
) throws -> ExitStatus {
  guard paths.count == 1, let path = paths.first else {
    throw UsageError("export \(kind) takes one recording")
  }
  for option in [Option.seed, .set, .rate] where invocation.has(option) {
    throw UsageError("--\(option.name) goes with 'export svg' and 'export truth'")
  }
  if kind == "mcap", !invocation.has(.out) {
    throw UsageError("export mcap needs --out FILE: it isn't text")
  }
  guard !["rinex", "mcap"].contains(kind) || !invocation.has(.truth) else {
    let what = kind == "rinex" ? "what was received" : "the truth, too"
    throw UsageError("--truth goes with tracks; \(kind) holds \(what)")
  }
  let recording = try onlyRecording(at: path)
  if kind == "rinex" { return try exportSignals(of: recording, path, invocation) }
  if kind == "mcap", let out = invocation.value(.out) {
    return try exportMessages(of: recording, path, to: out, invocation)
  }
  let points = invocation.has(.truth) ? recording.track(.truth) : recording.usualTrack
  guard !points.isEmpty else {
    throw DocumentError(
      invocation.has(.truth)
        ? "'\(path)' has no true positions"
        : "'\(path)' has no reported or received positions")
  }
  let bytes =
    switch kind {
    case "gpx":
      GPXWriter.bytes(points, start: recording.start, name: recording.header.device)
    case "nmea": NMEAWriter.bytes(points, start: recording.start)
    default:
      GeoJSONWriter.bytes(points, start: recording.start, name: recording.header.device)
    }
  try write(bytes, to: invocation.value(.out), invocation)
  return .success
}

/// The single recording, in any format, at a path.
func onlyRecording(at path: String) throws -> Recording {
  let found = try FoundRecordings.find(at: path)
  announce(leftOut: found.leftOut, by: { complain("venuesim: " + $0) })
  let sources = found.sources
  guard let source = sources.first, sources.count == 1 else {
    let names = sources.prefix(3).map { "'\($0.path)'" }.joined(separator: ", ")
    throw DocumentError(
      "'\(path)' holds \(sources.count) recordings (\(names)\(sources.count > 3 ? ", …" : "")); name one"
    )
  }
  return try source.read().recording
}

/// Writes a RINEX observation file, and a navigation file beside it if there are ephemerides.
private func exportSignals(
  of recording: Recording, _ path: String, _ invocation: Invocation
) throws -> ExitStatus {
  var epochs: [GNSSEpoch] = []
  var messages: [BroadcastEphemeris] = []
  for delivered in recording.observations {
    switch delivered.item {
    case .gnss(let epoch): epochs.append(epoch)
    case .ephemeris(let message): messages.append(message)
    default: break
    }
  }
  guard let observed = RinexWriter.observations(epochs, marker: recording.header.device) else {
    throw DocumentError("'\(path)' has no satellite signals")
  }
  let out = invocation.value(.out)
  try write(observed, to: out, invocation)
  guard let out, let navigation = RinexWriter.navigation(messages) else { return .success }
  try write(navigation, to: navigationName(beside: out), invocation)
  return .success
}

/// Writes all channels to one MCAP file, which is replaced atomically.
private func exportMessages(
  of recording: Recording, _ path: String, to out: String, _ invocation: Invocation
) throws -> ExitStatus {
  let file = try OutputFile(path: out)
  let count = try MCAPWriter.write(recording) { try file.write($0) }
  guard count > 0 else {
    throw DocumentError("'\(path)' has no positions, sensor readings or radio signals")
  }
  try file.finish()
  if !invocation.has(.quiet) { announce(file: out) }
  return .success
}

/// Name of the navigation file beside an observation file: `walk.nav` for `walk.obs`.
private func navigationName(beside path: String) -> String {
  let (folder, name) = splitPath(path)
  let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  return (folder == "./" && !path.hasPrefix("./") ? "" : folder) + (stem.isEmpty ? name : stem)
    + ".nav"
}

/// Writes a file and reports its path, or prints it if no path is given.
private func write(_ bytes: [UInt8], to path: String?, _ invocation: Invocation) throws {
  guard let path else { return say(String(decoding: bytes.dropLast(), as: UTF8.self)) }
  try writeFile(bytes, to: path)
  if !invocation.has(.quiet) { announce(file: path) }
}

extension Option {
  static let truth = Option(
    "truth", "The true track of a recording, in place of the reported or received one.")
}
