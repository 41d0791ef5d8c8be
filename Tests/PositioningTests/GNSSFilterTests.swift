import Geometry
import Kernel
import Observations
import Positioning
import Testing

struct GNSSFilterTests {
  enum Movement: CaseIterable {
    case standing, walking, driving

    func pose(_ second: Double) -> GNSSDrive.Stand {
      switch self {
      case .standing: GNSSDrive.standing(second)
      case .walking: GNSSDrive.walking(second)
      case .driving: GNSSDrive.driving(second)
      }
    }
  }

  /// Errors east, north, up and reported radii, by epoch, from the thirtieth on.
  private func run(
    _ drive: GNSSDrive, _ epochs: [(epoch: GNSSEpoch, truth: Vec3)], filtered: Bool
  ) throws -> [(error: Vec3, reported: Double, isStill: Bool, speed: Double)] {
    var filter = GNSSFilter()
    var single = SinglePointSolver()
    for message in drive.messages {
      filter.receive(message)
      single.receive(message)
    }
    var result: [(error: Vec3, reported: Double, isStill: Bool, speed: Double)] = []
    for (index, (epoch, truth)) in epochs.enumerated() {
      let reported = filtered ? filter.receive(epoch) : single.solve(epoch)
      guard index >= 30, let reported else { continue }
      result.append(
        (
          try drive.error(reported, truth), reported.horizontalAccuracyMetres, filter.isStill,
          reported.speedMetresPerSecond
        ))
    }
    return result
  }

  /// Each kind of evidence widens the radius.
  @Test func radiusGrowsWithDoubt() {
    let calm = GNSSConfidence.Evidence(spread: 2, strain: 0.7, outvotedShare: 0, lack: 2)
    var (spread, strain, outvoted, lack) = (calm, calm, calm, calm)
    spread.spread = 4
    strain.strain = 3
    outvoted.outvotedShare = 0.1
    lack.lack = 10
    #expect((1...4).contains(calm.radius), "\(calm.radius)")
    for doubtful in [spread, strain, outvoted, lack] {
      #expect(doubtful.radius > 1.2 * calm.radius, "\(doubtful)")
    }
    // No input makes it infinite or zero.
    let extreme = GNSSConfidence.Evidence(spread: 0, strain: 0, outvotedShare: 0, lack: -1e9)
    #expect(extreme.radius > 0 && extreme.radius.isFinite)
  }

  private func percentile(_ values: [Double], _ share: Double) -> Double {
    values.sorted()[min(values.count - 1, Int(share * Double(values.count)))]
  }

  /// Far more accurate than single epochs if errors are mostly noise, with a correct radius.
  @Test(arguments: Movement.allCases)
  func beatsSingleEpochs(_ way: Movement) throws {
    var (single, filtered) = ([Double](), [Double]())
    var (within, count) = (0, 0)
    for seed in 1...8 as ClosedRange<UInt64> {
      let drive = try GNSSDrive(seed: seed, at: 20_000 * Double(seed), seconds: 200)
      let epochs = drive.epochs(way.pose)
      single += try run(drive, epochs, filtered: false).map(\.error.xy.length)
      let rows = try run(drive, epochs, filtered: true)
      #expect(rows.count == 170, "seed \(seed)")
      filtered += rows.map(\.error.xy.length)
      count += rows.count
      within += rows.filter { $0.error.xy.length <= $0.reported }.count
      if way == .standing {
        let still = rows.filter(\.isStill).count
        #expect(still == rows.count)
      }
      if way == .driving {
        #expect(rows.allSatisfy { abs($0.speed - 15) < 1.5 }, "seed \(seed)")
      }
    }
    #expect(single.count > 1300)
    #expect(percentile(filtered, 0.95) < 0.7 * percentile(single, 0.95))
    #expect(percentile(filtered, 0.5) < 0.8 * percentile(single, 0.5))
    let share = Double(within) / Double(count)
    withKnownIssue("these signals have none of the lasting errors that it reckons with") {
      #expect((0.5...0.95).contains(share), "\(share)")
    }
  }

  /// Neither the week's end, nor a clock jump of a millisecond, nor a gap shows in the track.
  @Test(arguments: ["week", "clock", "gap", "carrier"])
  func keepsTrackThroughDisturbances(_ what: String) throws {
    var drive = try GNSSDrive(seed: 9, at: what == "week" ? 604_700 : 100_000, seconds: 200)
    if what == "clock" { drive.clockJump = 299_792 }
    drive.hasCarrier = what == "carrier"
    var filter = GNSSFilter()
    for message in drive.messages { filter.receive(message) }
    var late = 0.0
    for (index, (epoch, truth)) in drive.epochs(GNSSDrive.walking).enumerated() {
      if what == "gap", (100..<140).contains(index) { continue }
      let reported = filter.receive(epoch)
      let fix = try #require(reported, "\(index)")
      let error = try drive.error(fix, truth).xy.length
      #expect(error < 8, "\(what) \(index)")
      if index >= 30 { late = max(late, error) }
    }
    #expect(late < 6)
  }

  /// Faulty receiver inputs.
  enum EpochFault: CaseIterable {
    case none, three, wrongClock, doubled, numbers, backwards, absurdWeek, noRates, weakNoise
    case empty, echoes
  }

  private func spoil(_ epoch: inout GNSSEpoch, _ fault: EpochFault, _ index: Int) {
    switch fault {
    case .none: break
    case .empty: epoch.measurements = []
    case .echoes:
      // No line of sight: each signal is late, by its own amount.
      for place in epoch.measurements.indices {
        epoch.measurements[place].pseudorangeMetres += 30 + Double(place * 37 % 11) * 12
        epoch.measurements[place].carrierToNoiseDecibelHertz -= 12
      }
    case .three: epoch.measurements = Array(epoch.measurements.prefix(3))
    case .wrongClock: epoch.secondsOfWeek -= 5
    case .doubled: epoch.measurements += epoch.measurements
    case .backwards: epoch.time = SimTime(seconds: 10)
    case .absurdWeek: epoch.gpsWeek = .max
    case .numbers, .noRates, .weakNoise:
      for place in epoch.measurements.indices {
        let bad = [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0][(place + index) % 6]
        switch fault {
        case .numbers:
          if place % 3 == index % 3 { epoch.measurements[place].pseudorangeMetres = bad }
          if place % 4 == index % 4 { epoch.measurements[place].carrierToNoiseDecibelHertz = bad }
          if place % 5 == index % 5 { epoch.measurements[place].carrierFrequencyHertz = bad }
          if place % 2 == index % 2 { epoch.measurements[place].accumulatedDeltaRangeMetres = bad }
          epoch.measurements[place].pseudorangeRateMetresPerSecond = bad
          epoch.secondsOfWeek = index % 7 == 0 ? bad : epoch.secondsOfWeek
        case .noRates: epoch.measurements[place].pseudorangeRateSigmaMetresPerSecond = bad
        default: epoch.measurements[place].pseudorangeSigmaMetres = bad
        }
      }
    }
  }

  /// Twenty bad epochs: no wild fix has a small radius, and recovery is quick.
  @Test(arguments: EpochFault.allCases)
  func survivesBadEpochs(_ fault: EpochFault) throws {
    for way in [Movement.standing, .driving] {
      let drive = try GNSSDrive(seed: 21, seconds: 120)
      var filter = GNSSFilter()
      var single = SinglePointSolver()
      for message in drive.messages {
        filter.receive(message)
        single.receive(message)
      }
      for (index, (epoch, truth)) in drive.epochs(way.pose).enumerated() {
        var epoch = epoch
        let isBad = (60..<80).contains(index)
        if isBad { spoil(&epoch, fault, index) }
        for (name, reported) in [
          ("filter", filter.receive(epoch)), ("single", single.solve(epoch)),
        ] {
          guard let reported else {
            #expect(isBad || fault == .backwards && index < 90, "\(name) \(fault) \(index)")
            continue
          }
          #expect(reported.horizontalAccuracyMetres > 0 && reported.horizontalAccuracyMetres <= 100)
          guard fault != .backwards || !isBad else { continue }
          let error = try drive.error(reported, truth).xy.length
          #expect(
            error < max(10, 5 * reported.horizontalAccuracyMetres),
            "\(name) \(fault) \(way) \(index)")
          if index > 90 { #expect(error < 15, "\(fault) \(way) \(index): \(error)") }
        }
      }
    }
  }

  /// After an undetected move the filter recovers within seconds, and reports a large radius until then.
  @Test func recoversAfterUndetectedMove() throws {
    let drive = try GNSSDrive(seed: 31, seconds: 120)
    var filter = GNSSFilter()
    for message in drive.messages { filter.receive(message) }
    let epochs = drive.epochs { second in
      GNSSDrive.Stand(place: Vec3(second < 60 ? 0 : 900, 0, 1))
    }
    for (index, (epoch, truth)) in epochs.enumerated() {
      let reported = filter.receive(epoch)
      guard index > 75 else { continue }
      let fix = try #require(reported)
      #expect(try drive.error(fix, truth).xy.length < 10, "\(index)")
    }
  }

  /// Reflections of 45 m on a third of the satellites, all of one length and from the start, mislead the
  /// filter, and its radius shows it; a map that identifies them makes their effect negligible.
  @Test func rejectsEchoes() throws {
    var (plain, reported, helped, radius) = (0.0, 0.0, 0.0, 0.0)
    for seed in 41...46 as ClosedRange<UInt64> {
      let drive = try GNSSDrive(seed: seed, seconds: 120)
      var filters = [GNSSFilter(), GNSSFilter(), GNSSFilter()]
      for index in filters.indices {
        for message in drive.messages { filters[index].receive(message) }
      }
      for (index, (epoch, truth)) in drive.epochs(GNSSDrive.walking).enumerated() {
        var bad = epoch
        for place in bad.measurements.indices where place % 3 == 1 {
          bad.measurements[place].pseudorangeMetres += 45
          filters[2].setSightProbability(0, of: bad.measurements[place].satellite)
        }
        let fixes = [filters[0].receive(epoch), filters[1].receive(bad), filters[2].receive(bad)]
        guard index >= 40 else { continue }
        let errors = try fixes.map { fix in
          guard let fix else { return 99.0 }
          return try drive.error(fix, truth).xy.length
        }
        plain += errors[0]
        reported += errors[1]
        radius += fixes[1]?.horizontalAccuracyMetres ?? 0
        helped += errors[2]
      }
    }
    #expect(radius > 0.6 * reported, "\(reported / 480) \(radius / 480)")
    #expect(reported / 480 < 12, "\(plain / 480) \(reported / 480) \(helped / 480)")
    #expect(helped < 0.8 * reported && helped < 2.5 * plain)
  }

  /// Without satellites the filter coasts for a while with a growing radius, then stops; an old ephemeris
  /// isn't used.
  @Test func coastsForLimitedTime() throws {
    let drive = try GNSSDrive(seed: 51, seconds: 60)
    var filter = GNSSFilter()
    for message in drive.messages { filter.receive(message) }
    for (epoch, _) in drive.epochs(GNSSDrive.driving) { _ = filter.receive(epoch) }
    var last = 0.0
    for second in 60..<73 {
      let fix = try #require(filter.fix(at: SimTime(seconds: Double(second))))
      #expect(fix.horizontalAccuracyMetres > last)
      last = fix.horizontalAccuracyMetres
    }
    #expect(filter.fix(at: SimTime(seconds: 90)) == nil)
    #expect(filter.fix(at: SimTime(seconds: 10)) == nil)
    // Three hours later the same orbits are too old.
    let later = try GNSSDrive(seed: 51, at: 302_400 + 3 * 3600, seconds: 5)
    for (epoch, _) in later.epochs(GNSSDrive.standing) {
      var withoutEphemeris = GNSSFilter()
      for message in drive.messages { withoutEphemeris.receive(message) }
      let reported = withoutEphemeris.receive(epoch)
      #expect(reported == nil)
    }
  }

  /// Equal epochs give equal bits, and copies are independent.
  @Test func hasValueSemantics() throws {
    let drive = try GNSSDrive(seed: 61, seconds: 40)
    var first = GNSSFilter()
    for message in drive.messages { first.receive(message) }
    var second = first
    let epochs = drive.epochs(GNSSDrive.walking)
    let reported = epochs.map { first.receive($0.epoch) }
    #expect(epochs.map { second.receive($0.epoch) } == reported)
  }
}
