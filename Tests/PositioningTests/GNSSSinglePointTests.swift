import Geometry
import Kernel
import Observations
import Positioning
import Testing

struct GNSSSinglePointTests {
  /// A solver whose error model is the simulated noise only.
  private static var parameters: SinglePointSolver.Parameters {
    var parameters = SinglePointSolver.Parameters()
    parameters.errors.echoMetres = 0
    parameters.errors.orbitMetres = 0
    parameters.errors.troposphereMetres = 0
    parameters.errors.glonassChannelMetres = 0
    // The simulated ranges have no ionosphere, and the messages don't say so.
    parameters.front.maxIonosphereMetres = 0
    // The solver assumes 1.2 times the reported noise until it has estimated the receiver's.
    parameters.errors.codeFactor = 1 / 1.2
    parameters.softening = 100
    parameters.minFactor = 1
    parameters.priorFreedom = 1e6
    return parameters
  }

  /// Anywhere on Earth: no bias, errors by the variances, 68 % within the radius.
  @Test func positionErrorsMatchReportedAccuracy() throws {
    let places = [(37.77, -122.4), (0.0, 0.0), (-33.9, 151.2), (64, 179.9)]
    var (count, within) = (0, 0)
    var (sum, squares) = (Vec3.zero, Vec3.zero)
    var ratios = (horizontal: 0.0, vertical: 0.0)
    for (latitude, longitude) in places {
      for seed in 0..<150 as Range<UInt64> {
        var drive = try GNSSDrive(
          seed: seed, at: 4000 * Double(seed), seconds: 1, latitude: latitude,
          longitude: longitude)
        drive.lasting = 0
        var solver = SinglePointSolver(parameters: Self.parameters)
        for message in drive.messages { solver.receive(message) }
        let (epoch, truth) = drive.epochs(GNSSDrive.walking)[0]
        let solved = solver.solve(epoch)
        let fix = try #require(solved, "seed \(seed)")
        let error = try drive.error(fix, truth)
        let horizontal = error.xy.length
        #expect(fix.source == .gnss && fix.floor == nil)
        #expect(horizontal < 5 * fix.horizontalAccuracyMetres, "seed \(seed): \(error)")
        #expect(abs(error.z) < 5 * fix.verticalAccuracyMetres, "seed \(seed): \(error)")
        count += 1
        within += horizontal <= fix.horizontalAccuracyMetres ? 1 : 0
        sum += error
        squares += error * error
        let sigma = fix.horizontalAccuracyMetres / 1.51
        ratios.horizontal += horizontal * horizontal / (2 * sigma * sigma)
        ratios.vertical +=
          error.z * error.z / (fix.verticalAccuracyMetres * fix.verticalAccuracyMetres)
      }
    }
    // No bias: the Earth's rotation during signal flight alone would be 30 m to the east. In height, mapping
    // functions of the troposphere differ by centimetres.
    let n = Double(count)
    for axis in 0..<3 {
      let spread = (squares[axis] / n).squareRoot()
      #expect(abs(sum[axis] / n) < 5 * spread / n.squareRoot(), "axis \(axis)")
    }
    #expect((0.8...1.2).contains(ratios.horizontal / n), "\(ratios.horizontal / n)")
    #expect((0.8...1.2).contains(ratios.vertical / n), "\(ratios.vertical / n)")
    #expect((0.62...0.74).contains(Double(within) / n), "\(within) of \(count)")
  }

  /// The velocity is that of the walk, and the clock drift is correct.
  @Test func findsVelocityAndClock() throws {
    let drive = try GNSSDrive(seed: 5, seconds: 60)
    var solver = SinglePointSolver()
    for message in drive.messages { solver.receive(message) }
    for (second, (epoch, _)) in drive.epochs(GNSSDrive.driving).enumerated() {
      let solved = solver.solution(of: epoch)
      let solution = try #require(solved)
      let velocity = try #require(solution.velocity)
      let off = drive.frame.enu(ofVector: velocity) - GNSSDrive.driving(Double(second)).velocity
      #expect(off.length < 6 * 2 * solution.velocitySigmaMetresPerSecond, "\(second): \(off)")
      #expect(off.length < 0.5 && abs(solution.clockRate - 30) < 0.5)
      // The GLONASS clock was set 12 m apart.
      #expect(abs(solution.clocks[1] - solution.clocks[0] - 12) < 12)
    }
  }

  @Test func hasNoSolutionFromTooFewSatellites() throws {
    let drive = try GNSSDrive(seed: 7, seconds: 1)
    let full = drive.epochs(GNSSDrive.standing)[0].epoch
    var solver = SinglePointSolver()
    for message in drive.messages { solver.receive(message) }
    var cut = full
    cut.measurements = Array(full.measurements.prefix(3))
    let three = solver.solve(cut)
    cut.measurements = []
    let none = solver.solve(cut)
    var withoutEphemeris = SinglePointSolver()
    let unknown = withoutEphemeris.solve(full)
    #expect(three == nil && none == nil && unknown == nil)
    // Satellites without an ephemeris are left out, without failure.
    let missing = full.measurements[0].satellite
    for message in drive.messages where message.satellite != missing {
      withoutEphemeris.receive(message)
    }
    let partial = withoutEphemeris.solve(full)
    #expect((partial?.transmitterCount ?? 99) < full.measurements.count)
    // Copies of one satellite are underdetermined.
    cut.measurements = Array(repeating: full.measurements[0], count: 6)
    let many = solver.solve(cut)
    #expect(many == nil)
  }

  /// RAIM: one or two reflections among many good ranges are found and excluded.
  @Test(arguments: 1...2, 0..<6 as Range<UInt64>)
  func excludesReflections(count: Int, seed: UInt64) throws {
    var drive = try GNSSDrive(seed: seed, at: 9000 * Double(seed), seconds: 1)
    drive.noise = 1
    var (epoch, truth) = drive.epochs(GNSSDrive.standing)[0]
    for index in 0..<count { epoch.measurements[3 + 4 * index].pseudorangeMetres += 80 }
    var solver = SinglePointSolver()
    for message in drive.messages { solver.receive(message) }
    let solved = solver.solution(of: epoch)
    let solution = try #require(solved)
    #expect(solution.satelliteCount <= epoch.measurements.count - count)
    let fix = try #require(solution.fix())
    #expect(try drive.error(fix, truth).xy.length < 8)
  }
}
