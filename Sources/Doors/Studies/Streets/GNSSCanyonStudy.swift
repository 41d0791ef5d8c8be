public import Geometry
import Glibc
import Kernel
import Observations
import Signals
import Truth

/// How far single-epoch fixes are off in a long street, by how deep it is.
///
/// A person walks along one side of a street with the phone in the hand; each fix is a weighted least
/// squares of one epoch. Buildings and echoes come from the general ray caster, not from a formula of
/// streets.
public struct GNSSCanyonStudy: Sendable {
  /// What stands in for the receiver.
  public enum Setting: String, CaseIterable, Sendable {
    /// The receiver of an idealised Monte Carlo: endless street, one bounce, no bending.
    case idealised
    /// A phone as the simulator's defaults have it, but for the errors of the sky.
    case natural
  }

  /// All that was found in one street.
  public struct Street: Sendable {
    /// How many epochs there were.
    public var epochs = 0
    /// Satellites used in sight, and by echoes or bent ways alone, over all epochs.
    public var inSight = 0
    public var hidden = 0
    /// The errors of fixes: across, along, up, in m.
    public var errors: [Vec3] = []
    /// The extra ways of the strongest echoes of hidden satellites, in m.
    public var extras: [Double] = []
  }

  /// From facade to facade, in m.
  public var width = 20.0
  /// What the errors that aren't simulated come to, in m.
  public var rangeError = 3.0
  /// Whether GLONASS is given a clock of its own, which takes one more satellite.
  public var solvesOffset = true
  /// The receiver.
  public var setting = Setting.idealised

  /// Creates the study of a street 20 m wide.
  public init() {}

  /// Geometry alone: the study's solver knows of no air.
  private static var bare: GNSSParameters {
    var parameters = GNSSParameters.ideal
    (parameters.ionosphere, parameters.troposphere) = (false, false)
    return parameters
  }

  /// The receiver's parameters.
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
      // To the strength of that study's formula, 29 + 12 sin(elevation), between 30° and 90°.
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

  /// Walks along a street at some hour of the week, in some direction of the compass.
  ///
  /// - Parameters:
  ///   - ratio: The houses' height over the street's width.
  ///   - number: Which hour and direction: no two are alike.
  ///   - epochs: How many fixes are tried, each by another phone at another place and time.
  /// - Returns: What was found.
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
