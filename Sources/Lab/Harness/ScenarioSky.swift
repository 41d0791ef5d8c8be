import Documents
import Kernel
import Observations
import Recordings
import Scenarios
import Signals

/// The satellites of a scenario, from its ephemeris files or else nominal ones.
struct ScenarioSky {
  let sky: GNSSSky
  /// The files' contents, for the scenario's digest.
  let bytes: [[UInt8]]

  /// Reads the ephemeris files.
  init(_ scenario: Scenario, besides path: String) throws(DocumentError) {
    let start = GPSTime(
      week: scenario.gpsStart.week, secondsOfWeek: scenario.gpsStart.intoWeek.seconds)
    let duration = scenario.duration.seconds
    let names = scenario.signals.ephemeris
    guard let first = names.first else {
      sky = .nominal(from: start, duration: duration)
      bytes = []
      return
    }
    var broadcast = BroadcastEphemerides()
    var contents: [[UInt8]] = []
    for name in names {
      let content = try Self.read(name, besides: path)
      let navigation = try RinexNavigation.read(content.bytes, file: content.file)
      broadcast.merge(navigation.ephemerides)
      contents.append(content.bytes)
    }
    for moment in [start, start + duration] where broadcast.satellites(at: moment).count < 4 {
      throw DocumentError(Self.complaint(broadcast, moment), at: first.place)
    }
    sky = GNSSSky(
      broadcast, from: start, duration: duration,
      constellations: scenario.signals.gnss.parameters?.constellations ?? [.gps])
    bytes = contents
  }

  private static func read(
    _ name: Located<String>, besides path: String
  ) throws(DocumentError) -> (bytes: [UInt8], file: String) {
    let file = besides(path, name.value)
    do {
      return (try readFile(file, limit: 1 << 28), file)
    } catch {
      throw DocumentError(
        error.diagnostics.map { Diagnostic(place: name.place, message: $0.message) })
    }
  }

  private static func complaint(_ broadcast: BroadcastEphemerides, _ moment: GPSTime) -> String {
    guard let span = broadcast.span else { return "these files have no satellite messages" }
    func text(_ time: GPSTime) -> String {
      let day = Int(time.secondsOfWeek / 86_400)
      let hours = (time.secondsOfWeek - Double(day) * 86_400) / 3600
      return "week \(time.week), \(day) d \((hours * 10).rounded() / 10) h"
    }
    return "these satellites' messages are from \(text(span.lowerBound)) to "
      + "\(text(span.upperBound)), and the scenario needs some at \(text(moment)): "
      + "set gps_start to a time within"
  }
}
