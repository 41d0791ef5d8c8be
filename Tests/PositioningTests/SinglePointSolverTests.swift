import Geometry
import Kernel
import Maps
import Mobility
import Observations
import Positioning
import Signals
import Testing
import Venues

struct SinglePointSolverTests {
  private static let orbits = NominalConstellation.gps(week: 2300)

  private func venue(_ latitude: Double, _ longitude: Double) throws -> Venue {
    let origin = try Geodetic(
      latitudeDegrees: latitude, longitudeDegrees: longitude, altitudeMetres: 60)
    return Venue(map: VenueMap(name: "v", frame: LocalFrame(origin: origin), levels: []))
  }

  /// A receiver with noise and a clock of its own, and only what the solver knows in the way.
  private func receiver(
    _ venue: Venue, from start: GPSTime, seed: UInt64
  ) -> GNSSReceiver {
    var parameters = GNSSParameters.ideal
    parameters.noise = true
    parameters.receiverClock = true
    parameters.troposphere = true
    parameters.constellations = [.gps]
    let sky = GNSSSky.nominal(from: start, duration: 20_000)
    return GNSSReceiver(
      parameters, in: GNSSSurroundings(venue: venue, sky: sky, seed: seed),
      for: SignalReceiver(seed: seed, device: 7))
  }

  private func epoch(_ venue: Venue, _ position: Vec3, seed: UInt64) throws -> GNSSEpoch {
    var receiver = receiver(
      venue, from: GPSTime(week: 2300, secondsOfWeek: 302_400), seed: seed)
    return receiver.sense(
      Pose(position: position, placement: .handTexting), at: SimTime(seconds: Double(seed) * 113))
  }

  private var solver: SinglePointSolver {
    var solver = SinglePointSolver()
    for orbit in Self.orbits { solver.receive(.kepler(orbit)) }
    return solver
  }

  /// The time of week starts anew, the satellites do not.
  @Test func theWeeksEndIsNoJump() throws {
    let venue = try venue(37.77, -122.4)
    let orbits = NominalConstellation.gps(week: 2300, secondsOfWeek: 604_790)
    var receiver = receiver(
      venue, from: GPSTime(week: 2300, secondsOfWeek: 604_790), seed: 1)
    let pose = Pose(position: .zero)
    var solver = SinglePointSolver()
    for orbit in orbits { solver.receive(.kepler(orbit)) }
    for second in 0..<20 {
      let epoch = receiver.sense(pose, at: SimTime(seconds: Double(second)))
      #expect(epoch.gpsWeek == (second < 10 ? 2300 : 2301) || second == 10)
      #expect((0..<604_800).contains(epoch.secondsOfWeek))
      #expect(epoch.measurements.allSatisfy { abs($0.pseudorangeRateMetresPerSecond) < 1200 })
      let solved = solver.solve(epoch)
      let fix = try #require(solved)
      let place = try Geodetic(
        latitudeDegrees: fix.coordinate.latitudeDegrees,
        longitudeDegrees: fix.coordinate.longitudeDegrees, altitudeMetres: fix.altitudeMetres)
      #expect(venue.frame.enu(of: place).xy.length < 5 * fix.horizontalAccuracyMetres)
    }
  }

  @Test func findsThePlaceAsWellAsItSays() throws {
    let places = [(37.77, -122.4), (0.0, 0.0), (-33.9, 151.2), (64, 179.9)]
    var (count, within) = (0, 0)
    var sum = Vec3.zero
    var squares = Vec3.zero
    var ratios = (horizontal: 0.0, vertical: 0.0)
    for (latitude, longitude) in places {
      let venue = try venue(latitude, longitude)
      for seed in 0..<150 as Range<UInt64> {
        var solver = solver
        let truth = Vec3(100, -200, 3)
        let measured = try epoch(venue, truth, seed: seed)
        let solved = solver.solve(measured)
        let fix = try #require(solved, "seed \(seed)")
        let place = try Geodetic(
          latitudeDegrees: fix.coordinate.latitudeDegrees,
          longitudeDegrees: fix.coordinate.longitudeDegrees, altitudeMetres: fix.altitudeMetres)
        // The antenna is 1.2 m above the feet.
        let error = venue.frame.enu(of: place) - truth - Vec3(0, 0, 1.2)
        let horizontal = error.xy.length
        #expect(fix.horizontalAccuracyMetres > 0 && fix.source == .gnss && fix.floor == nil)
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
    // No bias: the Earth's turn during flight alone would be 30 m to the east.
    let n = Double(count)
    for axis in 0..<3 {
      let spread = (squares[axis] / n).squareRoot()
      #expect(abs(sum[axis] / n) < 5 * spread / n.squareRoot(), "axis \(axis)")
    }
    // The variances hold 1 m² that a simulated range doesn't have, so it is a little too modest.
    #expect((0.75...1.05).contains(ratios.horizontal / n), "\(ratios.horizontal / n)")
    #expect((0.75...1.05).contains(ratios.vertical / n), "\(ratios.vertical / n)")
    #expect((0.63...0.80).contains(Double(within) / n), "\(within) of \(count)")
  }

  @Test func solvesNothingFromTooLittle() throws {
    let venue = try venue(37.77, -122.4)
    let full = try epoch(venue, .zero, seed: 5)
    var cut = full
    cut.measurements = Array(full.measurements.prefix(3))
    var solver = solver
    let three = solver.solve(cut)
    cut.measurements = []
    let none = solver.solve(cut)
    var ignorant = SinglePointSolver()
    let unknown = ignorant.solve(full)
    #expect(three == nil && none == nil && unknown == nil)
    // Satellites without an ephemeris are left out, not fatal.
    for orbit in Self.orbits where orbit.satellite != full.measurements[0].satellite {
      ignorant.receive(.kepler(orbit))
    }
    let partial = ignorant.solve(full)
    #expect(partial?.transmitterCount == full.measurements.count - 1)
    // A set of satellites that is one many times over determines nothing.
    cut.measurements = Array(repeating: full.measurements[0], count: 6)
    let many = solver.solve(cut)
    #expect(many == nil)
  }

  @Test func survivesAnyNumber() throws {
    let venue = try venue(37.77, -122.4)
    let good = try epoch(venue, .zero, seed: 6)
    var solver = solver
    let first = solver.solve(good)
    let right = try #require(first)
    for value in [.nan, .infinity, -.infinity, 0, -1e300, 1e300, 1e9] as [Double] {
      for field in 0..<3 {
        var bad = good
        for index in bad.measurements.indices.prefix(field == 0 ? 1 : 9) {
          switch field {
          case 0: bad.measurements[index].pseudorangeMetres = value
          case 1: bad.measurements[index].pseudorangeSigmaMetres = value
          default: bad.secondsOfWeek = value
          }
        }
        if let fix = solver.solve(bad) {
          #expect(fix.coordinate.latitudeDegrees.isFinite && fix.altitudeMetres.isFinite)
          #expect(fix.horizontalAccuracyMetres >= 0)
        }
        // Nothing bad may stay behind.
        let next = solver.solve(good)
        let after = try #require(next, "after \(value) in field \(field)")
        let (a, b) = (after.coordinate, right.coordinate)
        #expect(abs(a.latitudeDegrees - b.latitudeDegrees) < 1e-7)
        #expect(abs(a.longitudeDegrees - b.longitudeDegrees) < 1e-7)
      }
    }
  }
}
