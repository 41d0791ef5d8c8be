import Geometry
import Glibc
import Kernel
import Observations
import Signals
import Studies
import Testing
import Truth

struct GNSSReceiverTests {
  private let address = SignalReceiver(seed: 11, device: 4)

  private func scene(_ prisms: [Prism] = [], hour: Double = 30) throws -> GNSSSurroundings {
    GNSSSurroundings(
      frame: try GNSSScenes.frame(), sky: GNSSScenes.sky(hour: hour), seed: 3, prisms: prisms)
  }

  @Test func tracksMatchTheirOrbits() {
    let orbits = NominalConstellation.gps(week: 2300, secondsOfWeek: 108_000)
    for orbit in orbits {
      let track = SatelliteTrack(orbit.satellite, during: 0...3600) {
        orbit.satelliteState(atSecondsOfWeek: 108_000 + $0)
      }
      for step in 0..<200 {
        let time = Double(step) * 17.77
        let exact = orbit.state(atSecondsOfWeek: 108_000 + time)
        let (before, after) = (
          orbit.state(atSecondsOfWeek: 107_999.5 + time),
          orbit.state(atSecondsOfWeek: 108_000.5 + time)
        )
        let state = track.state(at: time)
        #expect(
          state.map { $0.positionMetres.distance(to: exact.positionMetres) < 2e-4 } == true)
        let speed = after.positionMetres - before.positionMetres
        #expect(state.map { ($0.velocityMetresPerSecond - speed).length < 1e-4 } == true)
      }
      #expect(track.state(at: 5000) == nil && track.state(at: -5) == nil)
    }
  }

  /// The ideal atmosphere is included, because receivers correct for it, and is the same in every run.
  @Test func idealAtmosphereIsPredictable() throws {
    func ranges(_ seed: UInt64, _ parameters: GNSSParameters) throws -> [Double] {
      let scene = GNSSSurroundings(
        frame: try GNSSScenes.frame(), sky: GNSSScenes.sky(), seed: seed, prisms: [])
      var receiver = GNSSReceiver(parameters, in: scene, for: address)
      let pose = Pose(position: .zero, placement: .table)
      return receiver.sense(pose, at: SimTime(seconds: 60)).measurements.map(\.pseudorangeMetres)
    }
    func air(_ seed: UInt64, _ parameters: GNSSParameters) throws -> [Double] {
      zip(try ranges(seed, parameters), try ranges(seed, .bare)).map { $0 - $1 }
    }
    let (one, other) = (try air(1, .ideal), try air(2, .ideal))
    #expect(one.count > 8 && one.allSatisfy { $0 > 3 && $0 < 60 }, "\(one)")
    #expect(zip(one, other).allSatisfy { abs($0 - $1) < 1e-4 }, "\(one) and \(other)")
    var natural = GNSSParameters.ideal
    natural.ionosphereErrorShare = 0.5
    #expect(try zip(air(1, natural), one).contains { abs($0 - $1) > 0.1 })
  }

  @Test func bareReceiverMeasuresGeometryOnly() throws {
    let scene = try scene()
    var receiver = GNSSReceiver(.bare, in: scene, for: address)
    let velocity = Vec3(3, -2, 0)
    for second in 0..<40 {
      let time = SimTime(seconds: Double(second) * 14.3)
      let pose = Pose(position: Vec3(20, 30, 0), velocity: velocity, placement: .table)
      let place = scene.frame.ecef(of: Vec3(20, 30, 0.75))
      let motion = scene.frame.ecef(ofVector: velocity)
      let epoch = receiver.sense(pose, at: time)
      #expect(epoch.gpsWeek == 2300 && abs(epoch.secondsOfWeek - 108_000 - time.seconds) < 1e-6)
      #expect(epoch.measurements.count > 8)
      for signal in epoch.measurements {
        guard let track = scene.sky.tracks.first(where: { $0.satellite == signal.satellite })
        else { continue }
        let range = range(track, place, time.seconds)
        #expect(abs(signal.pseudorangeMetres - range) < 1e-3)
        let (before, after) = (
          self.range(track, place - motion * 0.5, time.seconds - 0.5),
          self.range(track, place + motion * 0.5, time.seconds + 0.5)
        )
        #expect(abs(signal.pseudorangeRateMetresPerSecond - (after - before)) < 1e-4)
      }
    }
  }

  /// Far from the last building on any side it equals the open.
  @Test func distantBuildingsHaveNoEffect() throws {
    let house = try Prism(
      footprint: Polygon(Box2([0, 0], [20, 20])), base: 0, top: 30)
    let places: [Vec3] = [
      [900, 5, 0], [-900, 5, 0], [5, 4000, 0], [5, -4000, 0], [-9e5, 9e5, 0],
    ]
    for place in places {
      var readings: [[GNSSMeasurement]] = []
      for prisms in [[house], []] {
        var receiver = GNSSReceiver(GNSSParameters(), in: try scene(prisms), for: address)
        var epoch = receiver.sense(Pose(position: place), at: SimTime.start)
        for second in 1..<20 {
          epoch = receiver.sense(Pose(position: place), at: SimTime(seconds: Double(second)))
        }
        readings.append(epoch.measurements)
      }
      #expect(readings[0] == readings[1] && readings[0].count > 4)
    }
  }

  /// The range by an independent method: no rotated axes, but the Sagnac correction of IS-GPS-200.
  private func range(_ track: SatelliteTrack, _ position: Vec3, _ now: Double) -> Double {
    var range = 2.2e7
    for _ in 0..<6 {
      guard let state = track.state(at: now - range / 299_792_458) else { return .nan }
      let at = state.positionMetres
      range =
        at.distance(to: position) + KeplerEphemeris.earthRate / 299_792_458
        * (at.x * position.y - at.y * position.x) - 299_792_458 * state.clockSeconds
    }
    return range
  }

  @Test func multipathBeatMatchesWallGeometry() throws {
    // In front of a wall, a reflection's phase rotates with the satellite's motion.
    for away in [5.0, 20, 50] {
      let wall = try GNSSScenes.box([-2000, 0], [2000, 10], top: 3000)
      let scene = try scene([wall])
      var parameters = GNSSParameters.bare
      (parameters.buildings, parameters.multipath) = (true, true)
      var receiver = GNSSReceiver(parameters, in: scene, for: address)
      var perfect = GNSSReceiver(.bare, in: scene, for: address)
      let pose = Pose(position: Vec3(0, -away, 0), placement: .handTexting)
      var errors: [SatelliteID: [Double]] = [:]
      var extras: [SatelliteID: [Double]] = [:]
      for second in 0..<580 {
        let time = SimTime(seconds: Double(second))
        let truth = perfect.sense(pose, at: time).measurements
        for signal in receiver.sense(pose, at: time).measurements {
          guard signal.satellite.constellation == .gps,
            let same = truth.first(where: { $0.satellite == signal.satellite }),
            let direction = GNSSScenes.direction(signal.satellite, in: scene, at: time.seconds),
            let echo = scene.reflections(toward: direction, from: Vec3(0, -away, 1.2)).first
          else { continue }
          errors[signal.satellite, default: []].append(
            signal.pseudorangeMetres - same.pseudorangeMetres)
          extras[signal.satellite, default: []].append(echo.extra)
        }
      }
      var checked = 0
      for (satellite, series) in errors where series.count == 580 {
        guard let delays = extras[satellite], let first = delays.first, let last = delays.last
        else { continue }
        let turns = abs(last - first) / (299_792_458 / 1_575.42e6)
        guard turns > 3, first > 1, last > 1 else { continue }
        let mean = series.reduce(0, +) / 580
        let rises = zip(series, series.dropFirst()).count { $0 < mean && $1 >= mean }
        #expect(abs(Double(rises) - turns) <= 1.6, "\(away) m: \(rises) rises, \(turns) turns")
        checked += 1
      }
      #expect(checked > 0)
    }
  }

  @Test func receiversAgreeAtOnePositionAndTime() throws {
    let scene = try scene(GNSSScenes.street(height: 15, width: 20))
    var parameters = GNSSParameters()
    (parameters.noise, parameters.antenna, parameters.receiverClock) = (false, false, false)
    (parameters.orbitErrors, parameters.acquisition) = (false, false)
    // The residual fading after the loop's averaging differs between receivers.
    parameters.fading = false
    var (first, second) = (
      GNSSReceiver(parameters, in: scene, for: address),
      GNSSReceiver(parameters, in: scene, for: SignalReceiver(seed: 11, device: 99))
    )
    for step in 0..<100 {
      let pose = Pose(
        position: Vec3(6, Double(step) * 1.3, 0), velocity: Vec3(0, 1.3, 0),
        headingRadians: .pi / 2, doing: .walking, placement: .handTexting)
      let time = SimTime(seconds: Double(step))
      let one = first.sense(pose, at: time).measurements
      // The other receiver slept in between.
      guard step.isMultiple(of: 7) else { continue }
      let other = second.sense(pose, at: time).measurements
      #expect(one.map(\.pseudorangeMetres) == other.map(\.pseudorangeMetres))
      #expect(one.map(\.carrierToNoiseDecibelHertz) == other.map(\.carrierToNoiseDecibelHertz))
    }
  }

  @Test func isDeterministicAndAddressedByTime() throws {
    let scene = try scene(GNSSScenes.street(height: 10, width: 25))
    var parameters = GNSSParameters()
    parameters.acquisition = false
    let pose = Pose(position: Vec3(3, 0, 0), placement: .handTexting)
    var steady = GNSSReceiver(parameters, in: scene, for: address)
    for second in 0..<60 {
      let time = SimTime(seconds: Double(second))
      let epoch = steady.sense(pose, at: time)
      var fresh = GNSSReceiver(parameters, in: scene, for: address)
      let alone = fresh.sense(pose, at: time)
      #expect(
        alone.measurements.map(\.pseudorangeMetres) == epoch.measurements.map(\.pseudorangeMetres))
      var stranger = GNSSReceiver(
        parameters, in: scene, for: SignalReceiver(seed: 11, device: 5))
      #expect(stranger.sense(pose, at: time).measurements != alone.measurements)
    }
  }

  @Test func countsTheCarrier() throws {
    let scene = try scene()
    var parameters = GNSSParameters()
    parameters.acquisition = false
    var receiver = GNSSReceiver(parameters, in: scene, for: address)
    var last: [SatelliteID: GNSSMeasurement] = [:]
    var resets = 0
    var steady = 0
    for second in 0..<300 {
      let pose = Pose(position: .zero, placement: .table)
      for signal in receiver.sense(pose, at: SimTime(seconds: Double(second))).measurements {
        #expect(signal.accumulatedDeltaRangeState.contains(.valid))
        if signal.accumulatedDeltaRangeState.contains(.reset) { resets += 1 }
        if let before = last[signal.satellite], signal.accumulatedDeltaRangeState == .valid,
          signal.carrierToNoiseDecibelHertz > 33
        {
          let rise =
            signal.accumulatedDeltaRangeMetres - before.accumulatedDeltaRangeMetres
          let mean =
            (signal.pseudorangeRateMetresPerSecond + before.pseudorangeRateMetresPerSecond) / 2
          #expect(abs(rise - mean) < 0.5)
          steady += 1
        }
        last[signal.satellite] = signal
      }
    }
    #expect(steady > 600 && resets >= 6 && resets < 80, "\(steady) \(resets)")
  }
}
