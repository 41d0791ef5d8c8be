import Documents
import Geometry

/// A page's data of one device's run.
struct ReportTrack: Sendable {
  /// A step function of time: one state, or several concatenated.
  struct Lane: Sendable {
    /// The quantity, such as `activity`.
    var name: String
    /// `true`, `told`, or `device` for the phone's components.
    var side: String
    /// The times of the changes, in hundredths of a second.
    var times = DeltaText()
    /// The words from these times on.
    var words = DeltaText()
    /// The latest word.
    var latest = -1
    /// True for single moments instead of states.
    var isOfMoments = false
  }

  var key: TrackKey
  /// The last known moment, in hundredths of a second.
  var end = 0
  /// The maximum error, in m; negative if unknown.
  var peak = -1.0
  /// Fixes: time in 0.01 s, east, north, accuracy and error in dm, floor, word of the source.
  var fixes: [DeltaText] = []
  var fixCount = 0
  /// The true track: time in 0.01 s, east and north in dm, floor.
  var path: [DeltaText] = []
  var lanes: [Lane] = []
  /// The total power: time in 0.01 s, power in tenths of a mW.
  var power: [DeltaText] = []
  /// Particle clouds: time in 0.01 s, spread in dm and number of particles of each cloud; then east
  /// and north in dm and floor of all particles.
  var clouds: [DeltaText] = []
  /// True if data were thinned to fit the page.
  var isThinned = false

  /// The approximate size in a page, in bytes.
  var byteCount: Int {
    let columns = (fixes + path + power + clouds).reduce(0) { $0 + $1.bytes.count }
    return columns + 200 + lanes.reduce(0) { $0 + $1.times.bytes.count + $1.words.bytes.count + 40 }
  }

  /// No floor: outdoors, or not reported.
  static let noFloor = -1000
  /// In a track, in place of a floor: unknown from here on.
  static let gap = -2000
  /// No error: the true position is unknown.
  static let noError = -1
  /// Maximum number of fixes, track points, or changes of a lane per device.
  static let maxPoints = 24_000

  init(key: TrackKey) {
    self.key = key
  }

  /// Adds a change to a lane, creating the lane if needed.
  mutating func add(
    _ word: Int, at time: Int, lane name: String, _ side: String, isOfMoments: Bool = false
  ) {
    end = max(end, time)
    var index = lanes.firstIndex { $0.name == name && $0.side == side }
    if index == nil {
      lanes.append(Lane(name: name, side: side, isOfMoments: isOfMoments))
      index = lanes.count - 1
    }
    guard let index, isOfMoments || lanes[index].latest != word else { return }
    guard lanes[index].times.count < Self.maxPoints else {
      isThinned = true
      return
    }
    lanes[index].times.add(time)
    lanes[index].words.add(word)
    lanes[index].latest = word
  }

  func json(scenario: Int) -> JSONValue {
    let lanes = lanes.map { lane -> JSONValue in
      [
        "name": .string(lane.name), "side": .string(lane.side), "t": .string(lane.times.text),
        "w": .string(lane.words.text), "moments": .bool(lane.isOfMoments),
      ]
    }
    return [
      "s": .int(Int64(scenario)), "seed": .string(key.seed), "device": .string(key.device),
      "end": .int(Int64(end)), "thinned": .bool(isThinned),
      "fixes": .array(fixes.map { .string($0.text) }),
      "path": .array(path.map { .string($0.text) }), "lanes": .array(lanes),
      "power": .array(power.map { .string($0.text) }),
      "clouds": .array(clouds.map { .string($0.text) }),
    ]
  }
}

/// Projection of geodetic positions to metres east and north.
struct TrackPlane {
  private var frame: LocalFrame?

  init(_ frame: LocalFrame?) {
    self.frame = frame
  }

  /// Returns the local position; nil for invalid coordinates.
  ///
  /// Without a frame, the first position becomes the origin.
  mutating func point(latitude: Double, longitude: Double) -> Vec2? {
    guard
      let place = try? Geodetic(
        latitudeDegrees: latitude, longitudeDegrees: longitude,
        altitudeMetres: frame?.origin.altitudeMetres ?? 0)
    else { return nil }
    let frame = frame ?? LocalFrame(origin: place)
    self.frame = frame
    return frame.enu(of: place).xy
  }

  var origin: LocalFrame? { frame }
}
