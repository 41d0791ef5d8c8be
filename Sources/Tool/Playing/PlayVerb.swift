import Documents
import Formats
import Harness
import Kernel
import Observations
import Programs
import Recordings
import Scenarios

/// Help text of `play`.
let playAbout = [
  "A scenario is run under one seed, and a recording is used as it is. Then the reported locations are",
  "written one by one, each at the time of its report: to standard output, a file, a pseudo-terminal or a",
  "socket.",
  "",
  "  --as nmea   GGA and RMC sentences; gpsd reads them:",
  "                venuesim play walk.yaml --as nmea --to pty:/tmp/gps & gpsd -N /tmp/gps",
  "  --as json   an object a line, with floor, source and accuracy",
  "  --as adb    lines of 'adb emu geo fix', for an Android emulator:",
  "                venuesim play walk.yaml --as adb | sh",
  "  --as gpx    the whole track as waypoints with times, for Xcode's simulator",
  "",
  "A client of a socket gets every line from its connection on; slow clients are waited for, up to 30 s, and",
  "clients may come and go. Unread lines of a terminal are dropped, as those of a receiver are.",
]

/// Runs `venuesim play SCENARIO|RECORDING`.
@Sendable
func playVerb(_ invocation: Invocation) throws -> ExitStatus {
  guard let path = invocation.operands.first else {
    throw UsageError("play which scenario or recording?")
  }
  let format: PlayFormat = try invocation.choice(.playFormat) ?? .nmea
  let speed = try playSpeed(invocation)
  let target = try PlayTarget(invocation.value(.playTarget) ?? "-")
  guard format != .gpx || target.isFile else {
    throw UsageError("gpx is a file, not a stream: use --to FILE, or standard output")
  }
  let recording = try played(path, invocation)
  let points = PlayedPoint.all(of: recording, isTrue: invocation.has(.playTruth))
  guard !points.isEmpty else {
    throw DocumentError(
      invocation.has(.playTruth)
        ? "'\(path)' has no true positions" : "'\(path)' has no reported locations")
  }
  if format == .gpx {
    let text = PlayFormat.waypoints(points, start: recording.start, speed: speed)
    return try target.write(whole: text, invocation)
  }
  let token = interruptible()
  let outlet = try target.open(isQuiet: invocation.has(.quiet), token)
  defer { outlet.close() }
  func stopped(after number: Int) -> ExitStatus {
    statusOfStopped(
      by: Cancelled(), finished: "\(number) of \(points.count) locations", in: nil, cure: nil)
  }
  var pace = PlayPace(speed: target.isPaced ? speed : .infinity)
  for (number, point) in points.enumerated() {
    guard pace.wait(until: point.time, meanwhile: outlet, token) else {
      return stopped(after: number)
    }
    switch try outlet.write(format.text(point, start: recording.start), token) {
    case .goesOn: break
    case .ended: return .success
    case .stopped: return stopped(after: number)
    }
  }
  try outlet.finish(token)
  return .success
}

/// The speed-up factor.
private func playSpeed(_ invocation: Invocation) throws(UsageError) -> Double {
  guard let text = invocation.value(.playSpeed) else { return 1 }
  if text == "max" { return .infinity }
  // At 0.001, a day's track already takes 1000 days.
  guard let speed = Double(text), speed >= 1e-3, speed <= 1e6 else {
    throw UsageError(
      "--speed takes a number from 0.001 to 1000000, such as 10, or 'max', not '\(text)'")
  }
  return speed
}

/// The recording to play: of a scenario that is run now, or from a file.
private func played(_ named: String, _ invocation: Invocation) throws -> Recording {
  let path = scenarioPath(named)
  guard path.hasSuffix(".yaml") || path.hasSuffix(".yml") else {
    for option in [Option.seed, .set, .stack, .playAgent] where invocation.has(option) {
      throw UsageError("--\(option.name) goes with a scenario, and '\(path)' is a recording")
    }
    return try onlyRecording(at: path)
  }
  let scenario = try LoadedScenario(
    path: path, settings: try invocation.values(.set).map { try Setting($0) })
  let seed = try seeds(invocation)?.first ?? UInt64(max(0, scenario.scenario.seed))
  let result = try RunUnit(scenario: scenario, seed: seed).run(
    stack: stackChoice(invocation), records: true, cancellation: interruptible())
  let names = result.recordings.map(\.header.device)
  guard let name = invocation.value(.playAgent) else {
    guard let first = result.recordings.first else {
      throw DocumentError("'\(path)' has no agent with a phone")
    }
    return first
  }
  guard let found = result.recordings.first(where: { $0.header.device == name }) else {
    throw UsageError("no agent '\(name)' has a phone" + suggestion(name, among: names))
  }
  return found
}

/// A location with its output time.
struct PlayedPoint {
  /// Time of the report; for the truth, time of the position.
  var time: SimTime
  var track: TrackPoint
  /// Floor and source, if reported.
  var floor: Int?
  var source: String?

  /// All locations of a recording, in order of output.
  static func all(of recording: Recording, isTrue: Bool) -> [PlayedPoint] {
    if isTrue {
      return recording.track(.truth).map { PlayedPoint(time: $0.time, track: $0) }
    }
    var one = recording
    let reported = recording.outputs.flatMap { output -> [PlayedPoint] in
      let fixes: [LocationFix]
      switch output.item {
      case .location(let fix): fixes = [fix]
      case .locations(let several): fixes = several
      default: return []
      }
      return fixes.flatMap { fix in
        one.outputs = [Delivered(time: output.time, .location(fix), app: output.app)]
        return one.track(.reported).map {
          PlayedPoint(time: output.time, track: $0, floor: fix.floor, source: fix.source.rawValue)
        }
      }
    }
    guard reported.isEmpty else { return reported }
    return recording.track(.sensed).map { PlayedPoint(time: $0.time, track: $0) }
  }
}

extension Option {
  static let playFormat = Option(
    "as", taking: "FORMAT", from: .names(of: PlayFormat.self),
    "nmea, json, adb or gpx; by default nmea.")
  static let playTarget = Option(
    "to", taking: "TARGET", from: .words(["-", "pty", "pty:", "tcp:", "unix:"]),
    "-, FILE, pty, pty:LINK, tcp:PORT, tcp:ADDRESS:PORT or unix:PATH; by default standard output."
  )
  static let playSpeed = Option(
    "speed", taking: "N", "Speed as a multiple of real time, or 'max'; by default 1.")
  static let playAgent = Option(
    "agent", taking: "NAME", "The agent whose phone it is; by default the first with a phone.")
  static let playTruth = Option(
    "truth", "Play the phone's true position, ten times a second, in place of what it reported.")
}
