import Geometry
import Kernel
import Observations
import Recordings
import Signals
import Truth

/// A place and a time at which a real receiver stood, for a synthetic one to stand there, too.
struct GNSSStudyScene {
  let store: BroadcastEphemerides
  /// When the recording began, and how long it took, in s.
  let start: GPSTime
  let duration: Double
  /// Where the antenna was.
  let receiver: ECEF
  let kind: GNSSReceiverKind
  /// From epoch to epoch, in s.
  var step = 1.0
  /// How often the receiver looks, in s: one that isn't asked for 3 s counts as switched off.
  var look = 1.0
  /// The buildings about the place in the local frame, by seed.
  var houses: @Sendable (UInt64) throws -> [Prism] = { _ in [] }

  /// What a synthetic receiver measures there, a minute after it was switched on.
  func run(seed: UInt64) throws -> GNSSStudyRun {
    let settling = 60.0
    // The phone's own height is taken off, so that its antenna is where the real one was.
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

  /// The runs of several seeds: other phones, other errors of the sky.
  func runs(_ count: UInt64) throws -> [GNSSStudyRun] {
    try (1...count).map { try run(seed: $0) }
  }

  /// The messages of several files of a data set's folder.
  static func store(_ data: ValidationData, _ names: [String]) throws -> BroadcastEphemerides {
    var store = BroadcastEphemerides()
    for name in names {
      store.merge(try RinexNavigation.read(data.bytes(name), file: name).ephemerides)
    }
    return store
  }
}
