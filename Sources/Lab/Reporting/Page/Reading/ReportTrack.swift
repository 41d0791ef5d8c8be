import Documents
import Geometry

/// What a page shows of one device's run.
struct ReportTrack: Sendable {
  /// A step function of time: a state, or several side by side.
  struct Lane: Sendable {
    /// What it is of, such as `activity`.
    var name: String
    /// `true`, `told`, or `device` for what the phone's parts do.
    var side: String
    /// When it changes, in hundredths of a second.
    var times = DeltaText()
    /// The word from then on.
    var words = DeltaText()
    /// The latest of them.
    var latest = -1
    /// Whether it is of single moments, and not of states.
    var isOfMoments = false
  }

  var key: TrackKey
  /// The last moment that anything is known of, in hundredths of a second.
  var end = 0
  /// The worst error, in m; less than zero where none is known.
  var peak = -1.0
  /// Fixes: time in 0.01 s, east, north, accuracy and error in dm, floor, word of the source.
  var fixes: [DeltaText] = []
  var fixCount = 0
  /// The true way: time in 0.01 s, east and north in dm, floor.
  var path: [DeltaText] = []
  var lanes: [Lane] = []
  /// What all parts draw: time in 0.01 s, power in tenths of a mW.
  var power: [DeltaText] = []
  /// Where the phone may have been: time in 0.01 s, spread in dm and number of places of each cloud;
  /// then east and north in dm and floor of all places.
  var clouds: [DeltaText] = []
  /// Whether there was more of something than a page can hold.
  var isThinned = false

  /// How much of a page it takes, in bytes.
  var byteCount: Int {
    let columns = (fixes + path + power + clouds).reduce(0) { $0 + $1.bytes.count }
    return columns + 200 + lanes.reduce(0) { $0 + $1.times.bytes.count + $1.words.bytes.count + 40 }
  }

  /// No floor: outdoors, or none told.
  static let noFloor = -1000
  /// In a way, instead of a floor: nothing is known from there on.
  static let gap = -2000
  /// No error: the true place isn't known.
  static let noError = -1
  /// The most fixes, points of the way, or changes of a lane that are shown of one device.
  static let mostPoints = 24_000

  init(key: TrackKey) {
    self.key = key
  }

  /// Adds a change to a lane, which is made if there is none.
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
    guard lanes[index].times.count < Self.mostPoints else {
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

/// Takes places on the Earth to metres east and north.
struct TrackPlane {
  private var frame: LocalFrame?

  init(_ frame: LocalFrame?) {
    self.frame = frame
  }

  /// Where a place is; nil for one that is no place on Earth.
  ///
  /// Without a frame yet, the first place is the origin.
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
