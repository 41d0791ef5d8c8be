import Geometry
import Kernel
import Observations
import Recordings
import Signals
import Truth

/// Position and time of a real receiver, for simulating another one there.
struct GNSSStudyScene {
  let store: BroadcastEphemerides
  /// Start and duration (in s) of the recording.
  let start: GPSTime
  let duration: Double
  /// True antenna position.
  let receiver: ECEF
  let kind: GNSSReceiverKind
  /// Interval between used epochs, in s.
  var step = 1.0
  /// Interval between simulated epochs, in s: a receiver without a request for 3 s counts as switched off.
  var look = 1.0
  /// The buildings around the position in the local frame, by seed.
  var houses: @Sendable (UInt64) throws -> [Prism] = { _ in [] }

  /// Simulates a receiver there, starting a minute after switch-on.
  func run(seed: UInt64) throws -> GNSSStudyRun {
    let settling = 60.0
    // Subtracts the phone's own height, so that its antenna is at the real one's position.
    var origin = try Geodetic(ecef: receiver)
    origin = try Geodetic(
      latitudeDegrees: origin.latitudeDegrees, longitudeDegrees: origin.longitudeDegrees,
      altitudeMetres: origin.altitudeMetres - Placement.table.heightMetres)
    let frame = LocalFrame(origin: origin)
    let sky = GNSSSky(
      store, from: start - settling, duration: duration + 2 * settling, constellations: [.gps])
    let surroundings = GNSSSurroundings(
      frame: frame, sky: sky, seed: seed, prisms: try houses(seed))
    var parameters = ValidationModels.gnss
    parameters.constellations = [.gps]
    parameters.receiver = kind
    var model = GNSSReceiver(
      parameters, in: surroundings, for: SignalReceiver(seed: seed, device: 1))
    let pose = Pose(position: .zero, placement: .table)
    var epochs: [GNSSEpoch] = []
    let every = max(1, Int((step / look).rounded()))
    for number in 0...Int((settling + duration) / look) {
      let time = Double(number) * look
      let epoch = model.sense(pose, at: SimTime(seconds: time))
      if time >= settling, number % every == 0 { epochs.append(epoch) }
    }
    return try GNSSStudyRun(
      epochs, store, at: frame.ecef(of: Vec3(0, 0, pose.placement.heightMetres)))
  }

  /// The runs of several seeds: different phones and satellite errors.
  func runs(_ count: UInt64) throws -> [GNSSStudyRun] {
    try (1...count).map { try run(seed: $0) }
  }

  /// The messages of several files of a data set.
  static func store(_ data: ValidationData, _ names: [String]) throws -> BroadcastEphemerides {
    var store = BroadcastEphemerides()
    for name in names {
      store.merge(try RinexNavigation.read(data.bytes(name), file: name).ephemerides)
    }
    return store
  }
}
