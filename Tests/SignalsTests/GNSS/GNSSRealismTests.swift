import Geometry
import Glibc
import Kernel
import Maps
import Numerics
import Observations
import Signals
import Studies
import Testing
import Truth
import Venues

struct GNSSRealismTests {
  @Test func openSkyResidualsMatchPhones() throws {
    // Residuals in metres by C/N0, between those of two phones of 2016 (README of the logs).
    let bands: [(ClosedRange<Double>, ClosedRange<Double>)] = [
      (22...26, 8...20), (26...30, 6.5...13.5), (30...34, 4.4...12), (34...38, 2.8...6),
      (38...42, 1.5...4.6),
    ]
    var residuals = bands.map { _ in RunningStatistics() }
    var high = RunningStatistics()
    var low = RunningStatistics()
    for seed in 0..<24 as Range<UInt64> {
      let scene = GNSSSurroundings(
        frame: try GNSSScenes.frame(), sky: GNSSScenes.sky(hour: Double(seed) * 0.97), seed: seed)
      var parameters = GNSSParameters()
      (parameters.acquisition, parameters.receiverClock) = (false, false)
      (parameters.ionosphere, parameters.troposphere) = (false, false)
      parameters.orbitErrors = false
      let address = SignalReceiver(seed: seed, device: 1)
      var receiver = GNSSReceiver(parameters, in: scene, for: address)
      var perfect = GNSSReceiver(.bare, in: scene, for: address)
      let pose = Pose(position: .zero, placement: .table)
      for second in 0..<120 {
        let time = SimTime(seconds: Double(second))
        let truth = perfect.sense(pose, at: time).measurements
        for signal in receiver.sense(pose, at: time).measurements
        where signal.satellite.constellation == .gps {
          guard let same = truth.first(where: { $0.satellite == signal.satellite }),
            let direction = GNSSScenes.direction(signal.satellite, in: scene, at: time.seconds)
          else { continue }
          let strength = signal.carrierToNoiseDecibelHertz
          for (number, band) in bands.enumerated() where band.0.contains(strength) {
            try residuals[number].add(signal.pseudorangeMetres - same.pseudorangeMetres)
          }
          if direction.z > 0.77 { try high.add(strength) }
          if direction.z < 0.34 { try low.add(strength) }
        }
      }
    }
    for (band, residual) in zip(bands, residuals) {
      #expect(band.1.contains(residual.spread), "\(band.0): \(residual.spread)")
      #expect(abs(residual.average) < 6)
    }
    // 35 to 36 above 50°, 25 to 30 below 20°; phones differ by some decibels.
    #expect((34.0...39).contains(high.average), "\(high.average)")
    #expect((24.0...31).contains(low.average), "\(low.average)")
  }

  @Test(arguments: [
    (GNSSStart.cold, 18.0...33.0, 40.0), (.warm, 18.0...33.0, 40.0), (.hot, 1.0...3.0, 6.0),
    (.assisted, 2.0...6.0, 7.0),
  ])
  func timeToFirstFixMatchesStartMode(
    start: GNSSStart, median: ClosedRange<Double>, maximum: Double
  ) throws {
    let times = try GNSSStartStudy.times(start, seeds: 0..<60)
    #expect(times.count == 60)
    #expect(median.contains(times[30]), "\(times[30])")
    #expect(times.last.map { $0 <= maximum } == true, "\(times.suffix(3))")
  }

  @Test func weakSignalsDelayStart() throws {
    // With 12 dB less, few messages are decoded, but receivers with ephemerides still start.
    let cold = try GNSSStartStudy.times(.cold, seeds: 0..<20, weaker: 12)
    let assisted = try GNSSStartStudy.times(.assisted, seeds: 0..<20, weaker: 12)
    #expect(assisted.count > 16 && cold.count < assisted.count)
  }

  @Test func startsHotAfterPause() throws {
    let scene = GNSSSurroundings(
      frame: try GNSSScenes.frame(), sky: GNSSScenes.sky(), seed: 2)
    var receiver = GNSSReceiver(
      GNSSParameters(), in: scene, for: SignalReceiver(seed: 2, device: 2))
    let pose = Pose(position: .zero, placement: .table)
    for second in 0..<60 { _ = receiver.sense(pose, at: SimTime(seconds: Double(second))) }
    // Off for four minutes: nothing at once, most after three seconds.
    #expect(receiver.sense(pose, at: SimTime(seconds: 300)).measurements.isEmpty)
    var counts: [Int] = []
    for second in 301..<306 {
      let epoch = receiver.sense(pose, at: SimTime(seconds: Double(second)))
      counts.append(
        epoch.measurements.count {
          $0.state.contains(.timeOfWeekDecoded) || $0.state.contains(.glonassTimeOfDayDecoded)
        })
      // Without time, a pseudorange is known modulo a millisecond.
      for signal in epoch.measurements
      where signal.state.isDisjoint(with: [.timeOfWeekDecoded, .glonassTimeOfDayDecoded]) {
        #expect(signal.pseudorangeMetres >= 0 && signal.pseudorangeMetres < 299_793)
      }
    }
    #expect(counts[0] == 0 && counts[4] >= 8, "\(counts)")
  }

  @Test func canyonErrorsMatchMonteCarlo() throws {
    var ladder = GNSSCanyonLadder()
    (ladder.streets, ladder.epochs, ladder.jobs) = (24, 40, 1)
    var last: [String: Double] = [:]
    // An idealised Monte Carlo's median and cross-street errors, in m, and fix rates.
    let ideal = [(3.0, 1.7, 1.0), (9.3, 7.8, 1), (16, 14, 0.97), (22, 19, 0.87), (26, 22, 0.7)]
    for (rung, wanted) in zip(GNSSCanyonLadder.rungs, ideal) {
      let figures = try ladder.figures(of: rung)
      for figure in figures where figure.quantity != "fix rate, share" {
        guard let wanted = figure.wanted, figure.quantity.contains("median") else { continue }
        // A smaller sample than the report's: its interval must overlap the wanted range.
        #expect(
          wanted.overlaps(figure.interval), "\(rung.ratio), \(figure.quantity): \(figure.measured)")
      }
      let now = Dictionary(uniqueKeysWithValues: figures.map { ($0.quantity, $0.measured) })
      let half = "horizontal error median, m"
      #expect(now[half, default: 0] > last[half, default: 0])
      #expect(abs(now[half, default: 0] / wanted.0 - 1) < 0.3, "\(rung.ratio)")
      let across = now["error across the street median, m", default: 0]
      #expect(abs(across / wanted.1 - 1) < 0.3, "\(rung.ratio): \(across) m across")
      let rate = "fix rate, share"
      #expect(now[rate, default: 2] <= last[rate, default: 1])
      #expect(
        now[rate, default: 0] < wanted.2 + 0.03 && now[rate, default: 0] > wanted.2 - 0.35,
        "\(rung.ratio)")
      if rung.ratio > 0 {
        #expect(
          across > 1.9 * now["error along the street median, m", default: 1], "\(rung.ratio)")
      }
      last = now
    }
  }

  /// A building of three floors, 40 m by 40 m, with a core of concrete.
  private func house(_ facade: Material) throws -> Venue {
    let shape = try Polygon(Box2([0, 0], [40, 40]))
    let core = [
      Segment2([15, 15], [25, 15]), Segment2([25, 15], [25, 25]), Segment2([25, 25], [15, 25]),
      Segment2([15, 25], [15, 15]), Segment2([0, 12], [40, 12]), Segment2([0, 28], [40, 28]),
    ]
    let levels = (0..<3).map {
      Level(
        ordinal: $0, shortName: "\($0)", elevationMetres: Double($0) * 3.5, heightMetres: 3.5,
        outline: [shape], walls: core)
    }
    return Venue(
      map: VenueMap(
        name: "house", frame: try GNSSScenes.frame(),
        buildings: [Building(name: "h", footprint: [shape], heightMetres: 10.5)], levels: levels),
      materials: VenueMaterials(
        walls: levels.map { _ in core.map { _ in .concrete } }, facades: [facade],
        roofs: [Roof(outline: shape, lossDecibels: 15)]))
  }

  @Test func receivesFewerSatellitesDeeperIndoors() throws {
    let scene = GNSSSurroundings(
      venue: try house(.glass), sky: GNSSScenes.sky(), seed: 1)
    var parameters = GNSSParameters()
    parameters.acquisition = false
    func count(_ position: Vec3, _ level: Int?) -> Double {
      var sum = 0
      for seed in 0..<20 as Range<UInt64> {
        var receiver = GNSSReceiver(
          parameters, in: scene, for: SignalReceiver(seed: seed, device: 1))
        let pose = Pose(position: position, level: level, placement: .handTexting)
        sum += receiver.sense(pose, at: SimTime(seconds: 60)).measurements.count
      }
      return Double(sum) / 20
    }
    let outside = count([-60, -60, 0], nil)
    let window = count([1.5, 20, 0], 0)
    let middle = count([20, 20, 0], 0)
    let upstairs = count([20, 20, 7], 2)
    #expect(outside > 11, "\(outside)")
    #expect(window > 1.5 && window < 0.75 * outside, "\(window)")
    #expect(middle < 0.3, "\(middle)")
    #expect(upstairs > middle && upstairs < outside, "\(upstairs)")
  }

  @Test func eachSwitchHasAnEffect() throws {
    // Each effect alone changes something, and all off change nothing.
    let scene = GNSSSurroundings(
      frame: try GNSSScenes.frame(), sky: GNSSScenes.sky(), seed: 9,
      prisms: try GNSSScenes.street(height: 12, width: 24))
    let address = SignalReceiver(seed: 9, device: 1)
    let pose = Pose(position: Vec3(4, 0, 0), velocity: .zero, placement: .handTexting)
    let time = SimTime(seconds: 100)
    var perfect = GNSSReceiver(.bare, in: scene, for: address)
    let truth = perfect.sense(pose, at: time)
    let switches: [WritableKeyPath<GNSSParameters, Bool>] = [
      \.buildings, \.scatter, \.body, \.antenna, \.ionosphere, \.troposphere, \.orbitErrors,
      \.receiverClock, \.noise,
    ]
    for path in switches {
      var parameters = GNSSParameters.bare
      parameters[keyPath: path] = true
      var receiver = GNSSReceiver(parameters, in: scene, for: address)
      #expect(receiver.sense(pose, at: time) != truth, "\(path)")
    }
    for path in [\GNSSParameters.multipath, \.diffraction] {
      var parameters = GNSSParameters.bare
      parameters.buildings = true
      var without = GNSSReceiver(parameters, in: scene, for: address)
      parameters[keyPath: path] = true
      var with = GNSSReceiver(parameters, in: scene, for: address)
      #expect(without.sense(pose, at: time) != with.sense(pose, at: time), "\(path)")
    }
  }
}
