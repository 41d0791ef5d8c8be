import Geometry
import Glibc
import Kernel
import Mobility
import Observations
import Signals

/// How far single-epoch fixes are off in a long street, by how deep it is.
struct GNSSCanyonStudy {
  /// One row of the table.
  struct Row {
    var ratio = 0.0
    /// Satellites in sight, and tracked by echoes alone, a fix.
    var inSight = 0.0
    var reflected = 0.0
    var fixRate = 0.0
    /// Quantiles of the errors, in m.
    var half = 0.0
    var most = 0.0
    var across = 0.0
    var along = 0.0
    /// The echoes' extra ways, in m.
    var meanExtra = 0.0

    /// A line of CSV.
    var csv: String {
      [ratio, inSight, reflected, half, most, across, along, fixRate, meanExtra]
        .map { String(Int(($0 * 100).rounded())) }.map { digits in
          let padded = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
          return padded.dropLast(2) + "." + padded.suffix(2)
        }.joined(separator: ",")
    }
  }

  static let header = "h_w,los,reflected,h50_m,h95_m,cross50_m,along50_m,fix_rate,extra_m"

  /// What the other errors come to, in m.
  var rangeError = 3.0
  var width = 20.0
  /// The houses' width, in m; nil for two long blocks.
  var house: Double?

  /// The receiver of an idealised Monte Carlo: endless street, one bounce, no bending.
  static var parameters: GNSSParameters {
    var parameters = GNSSParameters.ideal
    parameters.buildings = true
    parameters.multipath = true
    parameters.diffraction = false
    parameters.antenna = true
    parameters.noise = true
    parameters.loopBandwidthHertz = 0.5
    parameters.correlatorSpacingChips = 1
    parameters.trackingFloorDecibelHertz = 18
    parameters.facadeRoughnessDecibels = 0
    // To the strength of that study's formula, 29 + 12 sin(elevation).
    parameters.noiseFigureDecibels = -2
    return parameters
  }

  /// Measures one row over some places and times.
  func row(ratio: Double, samples: Int) throws -> Row {
    var row = Row(ratio: ratio)
    var errors: [Vec3] = []
    var extras: [Double] = []
    for hour in 0..<12 {
      // Streets run all ways, as hours and ways are out of step.
      let angle = Double(hour) * 5 * .pi / 12
      let prisms = try GNSSScenes.street(
        height: ratio * width, width: width, house: house, angle: angle)
      let sky = GNSSScenes.sky(hour: Double(hour) * 2.03, minutes: 4)
      let scene = GNSSSurroundings(
        frame: try GNSSScenes.frame(), sky: sky, seed: UInt64(hour), prisms: prisms)
      for sample in 0..<samples / 12 {
        try measure(scene, UInt64(hour * 1000 + sample), angle, &row, &errors, &extras)
      }
    }
    let count = Double(samples / 12 * 12)
    row.inSight /= count
    row.reflected /= count
    row.fixRate = Double(errors.count) / count
    row.half = Self.quantile(errors.map(\.xy.length), 0.5)
    row.most = Self.quantile(errors.map(\.xy.length), 0.95)
    row.across = Self.quantile(errors.map { abs($0.x) }, 0.5)
    row.along = Self.quantile(errors.map { abs($0.y) }, 0.5)
    row.meanExtra = extras.isEmpty ? 0 : extras.reduce(0, +) / Double(extras.count)
    return row
  }

  private func measure(
    _ scene: GNSSSurroundings, _ seed: UInt64, _ angle: Double, _ row: inout Row,
    _ errors: inout [Vec3], _ extras: inout [Double]
  ) throws {
    var draw = RandomStream(seed: seed, purpose: "canyon")
    let side = draw.happens(withProbability: 0.5) ? 1.0 : -1
    let spot = Vec2(side * (width / 2 - draw.uniform(in: 2...5)), draw.uniform(in: -500...500))
    let place = Vec3(spot.rotated(by: angle), 0)
    let velocity = Vec3(Vec2(0, 1.34).rotated(by: angle), 0)
    let pose = Pose(
      position: place, velocity: velocity, headingRadians: .pi / 2 + angle, doing: .walking,
      placement: .handTexting)
    let time = SimTime(seconds: draw.uniform(in: 1...230))
    let address = SignalReceiver(seed: seed, device: 1)
    var receiver = GNSSReceiver(Self.parameters, in: scene, for: address)
    var perfect = GNSSReceiver(.ideal, in: scene, for: address)
    let truth = perfect.sense(pose, at: time).measurements
    var lines: [(direction: Vec3, residual: Double, weight: Double)] = []
    var isGlonass: [Bool] = []
    let antenna = place + Vec3(0, 0, pose.placement.heightMetres)
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
      isGlonass.append(signal.satellite.constellation == .glonass)
      if scene.sight(toward: direction, from: antenna, bends: false).isFree {
        row.inSight += 1
      } else {
        row.reflected += 1
        if let echo = scene.reflections(toward: direction, from: antenna).first {
          extras.append(echo.extra)
        }
      }
    }
    if let error = GNSSPointSolver.error(lines, isGlonass: isGlonass) {
      errors.append(Vec3(error.xy.rotated(by: -angle), error.z))
    }
  }

  static func quantile(_ values: [Double], _ share: Double) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return .nan }
    return sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
  }
}
