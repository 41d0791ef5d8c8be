import Geometry
import Glibc
import Kernel
import Maps
import Mobility
import Numerics
import Observations
import Signals
import Testing
import Venues

struct GNSSTests {
  private static let orbits = NominalConstellation.gps(week: 2300)

  private func venue(latitude: Double = 37.77, roofLoss: Double? = nil) throws -> Venue {
    let square = try Polygon(exterior: [[-10, -10], [10, -10], [10, 10], [-10, 10]])
    let frame = LocalFrame(
      origin: try Geodetic(
        latitudeDegrees: latitude, longitudeDegrees: -122.4, altitudeMetres: 60))
    let ground = Level(ordinal: 0, shortName: "G", elevationMetres: 0, walls: [])
    return Venue(
      map: VenueMap(name: "v", frame: frame, levels: [ground]),
      fabric: Fabric(roofs: [roofLoss.map { Roof(outline: square, lossDecibels: $0) }]))
  }

  private func pose(
    _ position: Vec3, level: Int? = nil, velocity: Vec3 = .zero
  ) throws -> Pose {
    try standing(at: position, level: level, velocity: velocity)
  }

  private func model(_ venue: Venue, seed: UInt64 = 1, start: Double = 100_000) -> GNSSModel {
    GNSSModel(
      orbits: Self.orbits, venue: venue, gpsWeek: 2300, secondsOfWeek: start, seed: seed, device: 7)
  }

  @Test func theConstellationDoesNotDependOnItsReferenceTime() {
    let later = NominalConstellation.gps(week: 2300, secondsOfWeek: 410_000)
    for (first, second) in zip(Self.orbits, later) {
      for time in [300_000.0, 350_000, 420_000] {
        let places = [first, second].map { $0.state(atSecondsOfWeek: time).positionMetres }
        #expect(places[0].distance(to: places[1]) < 1e-5)
      }
    }
  }

  /// The range by a way of its own: no turned axes, but the Sagnac correction of IS-GPS-200.
  private func range(
    _ orbit: KeplerEphemeris, to receiver: Vec3, at arrival: Double
  ) -> (metres: Double, satellite: Vec3, clock: Double) {
    var range = 2.2e7
    var result = (metres: 0.0, satellite: Vec3.zero, clock: 0.0)
    for _ in 0..<6 {
      let state = orbit.state(atSecondsOfWeek: arrival - range / KeplerEphemeris.speedOfLight)
      let place = state.positionMetres
      range =
        place.distance(to: receiver) + KeplerEphemeris.earthRate / KeplerEphemeris.speedOfLight
        * (place.x * receiver.y - place.y * receiver.x)
      result = (range, place, state.clockSeconds)
    }
    return result
  }

  /// Satellites over the mask, by number.
  private func visible(_ venue: Venue, at secondsOfWeek: Double, mask: Double) -> [Int] {
    Self.orbits.filter { orbit in
      let place = orbit.state(atSecondsOfWeek: secondsOfWeek - 0.075).positionMetres
      return venue.frame.azimuthElevation(of: place).elevation > mask * .pi / 180
    }.map(\.satellite.number)
  }

  @Test(arguments: [0, 37.77, -50, 75]) func seesWhatIsAboveTheMask(latitude: Double) throws {
    let venue = try venue(latitude: latitude)
    let model = model(venue)
    var counts = RunningStatistics()
    for minute in stride(from: 0, to: 24 * 60, by: 10) {
      let time = SimTime(seconds: Double(minute) * 60)
      let epoch = try model.epoch(pose(.zero), at: time)
      let numbers = epoch.measurements.map(\.satellite.number)
      // The Earth turns by 5e-6 rad while a signal flies: 0.01° allows for that at the mask.
      let now = 100_000 + time.seconds
      #expect(Set(numbers).isSuperset(of: visible(venue, at: now, mask: 5.01)))
      #expect(Set(numbers).isSubset(of: visible(venue, at: now, mask: 4.99)))
      #expect(Set(numbers).count == numbers.count && (5...13).contains(numbers.count))
      #expect(epoch.gpsWeek == 2300 && abs(epoch.secondsOfWeek - now) < 0.1 && epoch.time == time)
      try counts.add(Double(numbers.count))
    }
    #expect((7...11).contains(counts.average), "\(counts.average) on average")
  }

  @Test func rangesRatesAndStrengthsFollowTheirLaws() throws {
    let venue = try venue()
    var code = RunningStatistics()
    var rates = RunningStatistics()
    var strengths = RunningStatistics()
    var mean = RunningStatistics()
    let velocity = Vec3(3, -2, 0)
    for seed in 0..<300 as Range<UInt64> {
      let time = SimTime(seconds: Double(seed) * 287)
      let now = 100_000 + time.seconds
      let receiver = venue.frame.ecef(of: Vec3(20, 30, 1.2))
      let motion = venue.frame.ecef(ofVector: velocity)
      let signals = try model(venue, seed: seed)
        .epoch(pose([20, 30, 0], velocity: velocity), at: time).measurements
      var residuals: [(code: Double, rate: Double, codeWeight: Double, rateWeight: Double)] = []
      for signal in signals {
        let orbit = Self.orbits[signal.satellite.number - 1]
        let true0 = range(orbit, to: receiver, at: now)
        let later = range(orbit, to: receiver + motion * 0.01, at: now + 0.01)
        let (s, r) = (signal.pseudorangeSigmaMetres, signal.pseudorangeRateSigmaMetresPerSecond)
        #expect(s > 0 && r > 0)
        residuals.append(
          (
            signal.pseudorangeMetres - true0.metres
              + KeplerEphemeris.speedOfLight * true0.clock,
            signal.pseudorangeRateMetresPerSecond - (later.metres - true0.metres) / 0.01,
            1 / (s * s), 1 / (r * r)
          ))
        let elevation = venue.frame.azimuthElevation(of: true0.satellite).elevation
        let law = 29 + 12 * sin(elevation)
        try strengths.add(signal.carrierToNoiseDecibelHertz - law)
        let ratio = pow(10, signal.carrierToNoiseDecibelHertz / 10)
        let thermal = 293.05 * (1 / (2 * ratio) * (1 + 2 / (0.02 * ratio))).squareRoot()
        // The strength is told to the decibel, so the noise it implies is right to 7 %.
        #expect(abs(s / thermal - 1) < 0.08, "seed \(seed)")
      }
      // What all have in common is the receiver's clock.
      let clock =
        residuals.reduce(0) { $0 + $1.code * $1.codeWeight }
        / residuals.reduce(0) { $0 + $1.codeWeight }
      let drift =
        residuals.reduce(0) { $0 + $1.rate * $1.rateWeight }
        / residuals.reduce(0) { $0 + $1.rateWeight }
      let freedom = Double(residuals.count - 1)
      try code.add(residuals.reduce(0) { $0 + pow($1.code - clock, 2) * $1.codeWeight } / freedom)
      try rates.add(residuals.reduce(0) { $0 + pow($1.rate - drift, 2) * $1.rateWeight } / freedom)
      try mean.add(residuals.reduce(0) { $0 + ($1.code - clock) } / Double(residuals.count))
    }
    // Reduced chi-square over some 2400 signals: 1 ± 5 · √(2 / 2400).
    #expect(abs(code.average - 1) < 0.15, "\(code.average)")
    #expect(abs(rates.average - 1) < 0.15, "\(rates.average)")
    #expect(abs(mean.average) < 0.5)
    #expect(abs(strengths.average) < 0.35 && abs(strengths.spread - 3) < 0.3)
  }

  @Test func losesSatellitesUnderARoof() throws {
    for loss in [0.0, 15, 30, 80] {
      let venue = try venue(roofLoss: loss)
      let open = try self.venue()
      for seed in 0..<20 as Range<UInt64> {
        let (covered, free) = (model(venue, seed: seed), model(open, seed: seed))
        let time = SimTime(seconds: Double(seed) * 1000)
        let inside = covered.epoch(try pose(.zero, level: 0), at: time).measurements
        let same = free.epoch(try pose(.zero), at: time).measurements
        let beside = try pose([11, 0, 0], level: 0)
        #expect(covered.epoch(beside, at: time) == free.epoch(beside, at: time))
        // What is left is what was strong enough, weaker by the loss.
        let strong = same.filter { $0.carrierToNoiseDecibelHertz - loss > 15.6 }
        #expect(Set(inside.map(\.satellite)).isSuperset(of: strong.map(\.satellite)))
        for signal in inside {
          let before = same.first { $0.satellite == signal.satellite }
          #expect(
            before.map { $0.carrierToNoiseDecibelHertz - loss } == signal.carrierToNoiseDecibelHertz
          )
        }
        if loss == 0 { #expect(inside == same) }
        if loss == 80 { #expect(inside.isEmpty) }
        if loss == 30 { #expect(inside.count <= 4) }
      }
    }
  }

  @Test func isDecidedBySeedDeviceAndTimeAlone() throws {
    let venue = try venue()
    let model = model(venue, seed: 3)
    let times = (0..<50).map { SimTime(seconds: Double($0) * 0.9) }
    let pose = try pose([1, 2, 0])
    let epochs = times.map { model.epoch(pose, at: $0) }
    for (time, epoch) in zip(times, epochs).reversed() {
      #expect(self.model(venue, seed: 3).epoch(pose, at: time) == epoch)
      #expect(self.model(venue, seed: 4).epoch(pose, at: time) != epoch)
    }
  }
}
