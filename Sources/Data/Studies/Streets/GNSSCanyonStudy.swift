public import Geometry
import Glibc
import Kernel
import Observations
import Signals
import Truth

/// Errors of single-epoch fixes in a long street, by its depth.
///
/// A person walks along one side of a street with the phone in the hand; each fix is the weighted least
/// squares solution of one epoch. Shadowing and reflections come from the general ray caster, not from a
/// formula for streets.
public struct GNSSCanyonStudy: Sendable {
  /// The receiver model.
  public enum ReceiverModel: String, CaseIterable, Sendable {
    /// The receiver of an idealised Monte Carlo simulation: endless street, one reflection, no diffraction.
    case idealised
    /// A phone with the simulator's defaults, without orbit, clock and atmospheric errors.
    case natural
  }

  /// The results of one street.
  public struct Street: Sendable {
    /// Number of epochs.
    public var epochs = 0
    /// Satellites used in line of sight, and by reflection or diffraction only (NLOS), over all epochs.
    public var inSight = 0
    public var hidden = 0
    /// Fix errors: across, along, up, in m.
    public var errors: [Vec3] = []
    /// Excess paths of the strongest reflections of hidden satellites, in m.
    public var extras: [Double] = []
  }

  /// Facade to facade, in m.
  public var width = 20.0
  /// Sigma of all errors that aren't simulated, in m.
  public var rangeError = 3.0
  /// True to estimate a separate GLONASS clock, which needs one more satellite.
  public var solvesOffset = true
  public var setting = ReceiverModel.idealised

  /// Creates the study of a street 20 m wide.
  public init() {}

  /// Geometry only: the study's solver has no atmosphere model.
  private static var bare: GNSSParameters {
    var parameters = GNSSParameters.ideal
    (parameters.ionosphere, parameters.troposphere) = (false, false)
    return parameters
  }

  private var parameters: GNSSParameters {
    switch setting {
    case .idealised:
      var parameters = Self.bare
      parameters.buildings = true
      parameters.multipath = true
      parameters.diffraction = false
      parameters.antenna = true
      parameters.noise = true
      parameters.loopBandwidthHertz = 0.5
      parameters.correlatorSpacingChips = 1
      parameters.trackingFloorDecibelHertz = 18
      parameters.facadeRoughnessDecibels = 0
      // Matches the C/N0 of the other simulation, 29 + 12 sin(elevation), between 30° and 90°.
      parameters.noiseFigureDecibels = -3.5
      return parameters
    case .natural:
      var parameters = GNSSParameters()
      parameters.acquisition = false
      (parameters.ionosphere, parameters.troposphere) = (false, false)
      (parameters.orbitErrors, parameters.receiverClock) = (false, false)
      return parameters
    }
  }

  /// Walks along a street at a random hour of the week, in a random direction.
  ///
  /// - Parameters:
  ///   - ratio: House height over street width.
  ///   - number: Seed of hour and direction.
  ///   - epochs: Number of attempted fixes, each by another phone at another position and time.
  /// - Returns: The results.
  /// - Throws: `GeometryError` for a street without width.
  public func street(ratio: Double, number: UInt64, epochs: Int) throws -> Street {
    var draw = RandomStream(seed: number, purpose: "canyon.street")
    let angle = draw.uniform(in: 0...(2 * .pi))
    let sky = GNSSScenes.sky(hour: draw.uniform(in: 0...160), minutes: 4)
    let scene = GNSSSurroundings(
      frame: try GNSSScenes.frame(), sky: sky, seed: number,
      prisms: try GNSSScenes.street(height: ratio * width, width: width, angle: angle))
    var street = Street(epochs: epochs)
    for epoch in 0..<epochs {
      try measure(scene, number &* 100_000 &+ UInt64(epoch), angle, &street)
    }
    return street
  }

  private func measure(
    _ scene: GNSSSurroundings, _ seed: UInt64, _ angle: Double, _ street: inout Street
  ) throws {
    var draw = RandomStream(seed: seed, purpose: "canyon")
    let side = draw.happens(withProbability: 0.5) ? 1.0 : -1
    let spot = Vec2(side * (width / 2 - draw.uniform(in: 2...5)), draw.uniform(in: -500...500))
    let place = Vec3(spot.rotated(by: angle), 0)
    let pose = Pose(
      position: place, velocity: Vec3(Vec2(0, 1.34).rotated(by: angle), 0),
      headingRadians: .pi / 2 + angle, doing: .walking, placement: .handTexting)
    let time = SimTime(seconds: draw.uniform(in: 1...230))
    let address = SignalReceiver(seed: seed, device: 1)
    var receiver = GNSSReceiver(parameters, in: scene, for: address)
    var perfect = GNSSReceiver(Self.bare, in: scene, for: address)
    let truth = perfect.sense(pose, at: time).measurements
    let antenna = place + Vec3(0, 0, pose.placement.heightMetres)
    var lines: [(direction: Vec3, residual: Double, weight: Double)] = []
    var isGlonass: [Bool] = []
    for signal in receiver.sense(pose, at: time).measurements {
      guard let same = truth.first(where: { $0.satellite == signal.satellite }),
        let direction = GNSSScenes.direction(signal.satellite, in: scene, at: time.seconds)
      else { continue }
      let sigma = signal.pseudorangeSigmaMetres
      lines.append(
        (
          direction,
          signal.pseudorangeMetres - same.pseudorangeMetres + rangeError * draw.gaussian(),
          1 / (sigma * sigma + 9)
        ))
      isGlonass.append(solvesOffset && signal.satellite.constellation == .glonass)
      if scene.sight(toward: direction, from: antenna, bends: false).isFree {
        street.inSight += 1
      } else {
        street.hidden += 1
        if let echo = scene.reflections(toward: direction, from: antenna).first {
          street.extras.append(echo.extra)
        }
      }
    }
    if let error = GNSSPointSolver.error(lines, isGlonass: isGlonass) {
      street.errors.append(Vec3(error.xy.rotated(by: -angle), error.z))
    }
  }
}
