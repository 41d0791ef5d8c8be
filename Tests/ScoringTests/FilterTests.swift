import Geometry
import Kernel
import Observations
import Scoring
import Testing
import Truth

struct FilterTests {
  /// Five minutes downstairs on foot, five upstairs standing; fixes are 1 m off in the first minute, 2 m in
  /// the second and so on.
  private func input(_ device: String = "anna-1", bound: Double? = nil) -> ScoringInput {
    let outputs = (1...600).map { second -> Delivered<Output> in
      let time = SimTime(seconds: Double(second) - 0.5)
      let metres = Double((second - 1) / 60 + 1)
      let position = Coordinate(latitudeDegrees: 47 + metres / 111_170.8, longitudeDegrees: 8)
      let fix = LocationFix(
        time: time, coordinate: position, horizontalAccuracyMetres: 5, floor: 0, source: .gnss)
      return Delivered(time: time, .location(fix))
    }
    var input = ScoringInput(
      device: device, outputs: outputs,
      truth: { time in
        TruthSample(
          time: time, coordinate: Coordinate(latitudeDegrees: 47, longitudeDegrees: 8),
          altitudeMetres: 0, floor: time.seconds < 300 ? 0 : 2, eastVelocityMetresPerSecond: 0,
          northVelocityMetresPerSecond: 0,
          activity: time.seconds < 300 ? .walking : .stationary, stepCount: 0, distanceMetres: 0)
      }, changes: [], duration: .seconds(600), power: [])
    if let bound { input.bound = { (_: SimTime) -> Double? in bound } }
    return input
  }

  private static let filters: [(ScoreFilter, fixes: Int, mean: Double)] = {
    func filter(_ edit: (inout ScoreFilter) -> Void) -> ScoreFilter {
      var filter = ScoreFilter()
      edit(&filter)
      return filter
    }
    return [
      (ScoreFilter(), 600, 5.5), (filter { $0.floor = 2 }, 300, 8), (filter { $0.floor = 1 }, 0, 0),
      (filter { $0.activity = .walking }, 300, 3),
      (filter { $0.device = "anna-*" }, 600, 5.5), (filter { $0.device = "*na?1" }, 600, 5.5),
      (filter { $0.device = "ann" }, 0, 0), (filter { $0.device = "*b*" }, 0, 0),
      (
        filter {
          $0.from = SimTime(seconds: 60)
          $0.until = SimTime(seconds: 180)
        }, 120, 2.5
      ),
      (
        filter {
          $0.activity = .stationary
          $0.until = SimTime(seconds: 360)
        }, 60, 6
      ),
    ]
  }()

  @Test func filtersEveryFigure() throws {
    let filters = Self.filters.map(\.0)
    let score = scoreDevice(input(), filters: filters)
    #expect(score.filtered.map(\.filter) == filters)
    let error = try #require(MetricCatalogue.metric("horizontal_error"))
    let energy = try #require(MetricCatalogue.metric("energy"))
    let available = try #require(MetricCatalogue.metric("availability"))
    var pool = ScenarioPool()
    pool.add(score)
    pool.add(score)
    #expect(pool.filters == filters)
    for (filter, fixes, mean) in Self.filters {
      let values = pool[error, filter]
      #expect(values.count == 2 * fixes, "\(filter.text)")
      if fixes > 0 {
        #expect(abs(values.sum / Double(2 * fixes) - mean) < 1e-3, "\(filter.text)")
        #expect(pool.rows(filter).contains { $0.metric == error })
      }
      #expect(abs(pool[available, filter].count - 2 * fixes) <= 2, "\(filter.text)")
      let isWhole = fixes == 600
      #expect(pool[energy, filter].isEmpty == !isWhole, "\(filter.text)")
      #expect(ScoreFilter(text: filter.text) == filter, "\(filter.text)")
    }
    // The unfiltered figures don't depend on filters.
    let plain = scoreDevice(input())
    for (one, other) in zip(score.samples, plain.samples) {
      #expect(one.values == other.values, "\(one.metric.name)")
    }
    for text in ["floor", "floor=x", "activity=flying", "colour=red", "from=1.5", " floor=1"] {
      #expect(ScoreFilter(text: text) == nil, "\(text)")
    }
  }

  /// Scored in pieces, and without rows, it is equal to the bit.
  @Test func streamedScoreEqualsBatchScore() {
    let whole = scoreDevice(input(bound: 1))
    var scorer = DeviceScorer(input(bound: 1), keepsRows: false)
    for output in input().outputs { scorer.add(output) }
    let streamed = scorer.finish()
    #expect(streamed.fixes.isEmpty && streamed.events.isEmpty && whole.fixes.count == 600)
    for (one, other) in zip(whole.samples, streamed.samples) {
      #expect(one.values == other.values, "\(one.metric.name)")
    }
    let efficiency = whole.samples.first { $0.metric.name == "bound_efficiency" }?.values.values
    // The mean square of 1 to 10 is 38.5.
    #expect(abs((efficiency?.first ?? 0) - (1 / 38.5).squareRoot()) < 1e-4)
    let nees = whole.samples.first { $0.metric.name == "nees" }?.values
    #expect(abs((nees?.sum ?? 0) / 600 - 38.5 / 25 * 1.5095921 * 1.5095921) < 1e-2)
  }

  /// The fast distance on the ground agrees with the geodesic.
  @Test func groundDistanceMatchesGeodesic() throws {
    var draw = RandomStream(seed: 4, entity: 1, purpose: "ground", index: 0)
    for reach in [1e-5, 1e-3, 0.0099, 0.5, 170] {
      for _ in 0..<200 {
        let from = Coordinate(
          latitudeDegrees: draw.uniform(in: -89.0...89.0),
          longitudeDegrees: draw.uniform(in: -180.0...180.0))
        let north = from.latitudeDegrees + reach * draw.uniform(in: -1.0...1.0)
        let to = Coordinate(
          latitudeDegrees: max(-90, min(90, north)),
          longitudeDegrees: from.longitudeDegrees + reach * draw.uniform(in: -1.0...1.0))
        let input = ScoringInput(
          device: "d",
          outputs: [
            Delivered(
              time: .start,
              .location(
                LocationFix(
                  time: .start, coordinate: to, horizontalAccuracyMetres: 1, source: .gnss)))
          ],
          truth: { time in
            var sample = TruthSample(unknownAt: time)
            sample.coordinate = from
            sample.known = .position
            return sample
          }, changes: [], duration: .seconds(1), power: [])
        let expected = Geodesic(
          from: try Geodetic(
            latitudeDegrees: from.latitudeDegrees, longitudeDegrees: from.longitudeDegrees),
          to: try Geodetic(
            latitudeDegrees: to.latitudeDegrees, longitudeDegrees: to.longitudeDegrees)
        ).distance
        let found = scoreDevice(input).fixes[0].horizontalErrorMetres
        let limit = reach < 1e-4 ? 2e-8 : 5e-6
        #expect(abs(found - expected) < limit, "\(from) \(to)")
      }
    }
  }

  /// Closed forms of the Cramer-Rao bound.
  @Test func cramerRaoBoundMatchesClosedForms() throws {
    // Satellites at one elevation, evenly around, and one overhead: with the clock solved for, HDOP is the
    // root of 2 / (n / 2 cos² e).
    for (count, elevation) in [(4, 0.5), (8, 0.9), (5, 0.2)] {
      var ranges: [(direction: Vec3, sigmaMetres: Double, clock: Int)] = [(Vec3(0, 0, 1), 3, 0)]
      for number in 0..<count {
        let azimuth = 2 * Double.pi * Double(number) / Double(count)
        let flat = Vec2(angle: azimuth, length: (1 - elevation * elevation).squareRoot())
        ranges.append((Vec3(flat.x, flat.y, elevation), 3, 0))
      }
      let bound = try #require(CramerRaoBound.horizontal(ranges: ranges))
      let hdop = (4 / (Double(count) * (1 - elevation * elevation))).squareRoot()
      #expect(abs(bound - 3 * hdop) < 1e-9)
      // A second clock with one satellite adds no information.
      let more = CramerRaoBound.horizontal(ranges: ranges + [(Vec3(0.6, 0, 0.8), 3, 1)])
      #expect(abs((more ?? 0) - bound) < 1e-9)
      #expect(CramerRaoBound.horizontal(ranges: Array(ranges.prefix(3))) == nil)
    }
    // Four transmitters around at a distance d: each gives d with a sigma of d ln 10 / 10 n.
    let four = [Vec2(10, 0), Vec2(-10, 0), Vec2(0, 10), Vec2(0, -10)]
    let bound = try #require(
      CramerRaoBound.horizontal(strengthsFrom: four, exponent: 2.5, shadowingDecibels: 5))
    #expect(abs(bound - 10 * 5 * 2.302585092994046 / 25) < 1e-9)
    #expect(
      CramerRaoBound.horizontal(
        strengthsFrom: [Vec2(1, 0), Vec2(5, 0)], exponent: 2, shadowingDecibels: 5) == nil)
    #expect(CramerRaoBound.horizontal(ranges: []) == nil)
  }

  /// The bound of an epoch follows from its satellites' positions, for five seconds.
  @Test func epochBoundMatchesItsSatellites() throws {
    let frame = LocalFrame(origin: try Geodetic(latitudeDegrees: 20, longitudeDegrees: 10))
    func truth(_ time: SimTime) -> TruthSample {
      var sample = TruthSample(unknownAt: time)
      sample.coordinate = Coordinate(latitudeDegrees: 20, longitudeDegrees: 10)
      sample.known = .position
      return sample
    }
    let time = GPSTime(week: 2000, secondsOfWeek: 345_600)
    var observations: [Delivered<Observation>] = []
    var signals: [GNSSMeasurement] = []
    var ranges: [(direction: Vec3, sigmaMetres: Double, clock: Int)] = []
    for number in 1...30 {
      var orbit = KeplerEphemeris()
      orbit.satellite = SatelliteID(.gps, number)
      orbit.gpsWeek = 2000
      orbit.timeOfEphemerisSeconds = 345_600
      orbit.rootOfSemiMajorAxis = 5153.7
      orbit.inclinationRadians = 0.96
      orbit.ascendingNodeRadians = Double(number % 6) * .pi / 3
      orbit.meanAnomalyRadians = Double(number) * 1.3
      let path = orbit.signalPath(
        to: frame.originECEF, receivedAtSecondsOfWeek: time.secondsOfWeek)
      let direction = frame.enu(ofVector: path.direction)
      observations.append(Delivered(time: .start, .ephemeris(.kepler(orbit))))
      // The receiver lists all of them, also those below the horizon.
      signals.append(
        GNSSMeasurement(
          satellite: orbit.satellite, carrierFrequencyHertz: 1_575_420_000,
          pseudorangeMetres: path.rangeMetres, pseudorangeSigmaMetres: 4,
          pseudorangeRateMetresPerSecond: 0, pseudorangeRateSigmaMetresPerSecond: 1,
          accumulatedDeltaRangeMetres: 0, accumulatedDeltaRangeSigmaMetres: 1,
          accumulatedDeltaRangeState: [], carrierToNoiseDecibelHertz: 40, state: .codeLock))
      if direction.z > 0 { ranges.append((direction, 4, 0)) }
    }
    let epoch = GNSSEpoch(
      time: SimTime(seconds: 7), gpsWeek: 2000, secondsOfWeek: 345_600, measurements: signals)
    let expected = try #require(CramerRaoBound.horizontal(ranges: ranges))
    #expect(expected > 1 && expected < 20)
    let reported = observations + [Delivered(time: SimTime(seconds: 7.2), .gnss(epoch))]
    let bounds = SatelliteBounds(reported, truth: truth)
    for (seconds, isKnown) in [(7.1, false), (7.2, true), (12.1, true), (12.3, false)] {
      let bound = bounds.bound(at: SimTime(seconds: seconds))
      #expect((bound != nil) == isKnown, "\(seconds)")
      if let bound { #expect(abs(bound - expected) < 1e-9) }
    }
    // One in five seconds is used, whatever the receiver's clock does.
    var (later, many) = (epoch, bounds)
    for (sensed, delivered, isLookedAt) in [(8.0, 20.0, false), (12, 30, true), (3, 40, true)] {
      later.time = SimTime(seconds: sensed)
      many.add(Delivered(time: SimTime(seconds: delivered), .gnss(later)), truth: truth)
      #expect((many.bound(at: SimTime(seconds: delivered)) != nil) == isLookedAt, "\(sensed)")
    }
    // Without ephemerides, or without a position, there is no bound.
    #expect(SatelliteBounds([reported[30]], truth: truth).bound(at: SimTime(seconds: 8)) == nil)
    let blind = SatelliteBounds(reported) { TruthSample(unknownAt: $0) }
    #expect(blind.bound(at: SimTime(seconds: 8)) == nil)
  }
}
