import Documents
import Geometry
import Glibc
import Kernel
import Maps
import Numerics
import Observations
import Signals
import Testing
import Truth
import Venues

struct WiFiTests {
  private func surroundings(
    _ points: [AccessPoint], _ parameters: WiFiParameters, seed: UInt64 = 1,
    changes: [WiFiChange] = [], travellers: [TravellingTransmitter] = [],
    propagation: PropagationParameters = PropagationParameters()
  ) throws -> WiFiSurroundings {
    let venue = try PropagationScene.atrium(storeys: 1, accessPoints: points)
    return WiFiSurroundings(
      venue, propagation: Propagation(venue, parameters: propagation), parameters: parameters,
      seed: seed, changes: changes, travellers: travellers)
  }

  private func model(
    _ parameters: WiFiParameters, _ surroundings: WiFiSurroundings, device: UInt64 = 1
  ) -> WiFiModel {
    WiFiModel(parameters, in: surroundings, for: SignalReceiver(seed: 1, device: device))
  }

  private func standing(at place: Vec2, heading: Double = 0) -> Trajectory {
    Trajectory(
      along: [Vec3(place, 0)], speed: 1, doing: .standing, placement: .handTexting, level: 0,
      heading: heading)
  }

  /// Power less Friis' loss, to the last digit.
  @Test(arguments: [2412.0, 2472, 5180, 5825]) func idealIsFreeSpace(megahertz: Double) throws {
    let point = PropagationScene.accessPoint("a", at: [3, 4, 1.2], megahertz: megahertz)
    var model = model(.ideal, try surroundings([point], .ideal, propagation: .ideal))
    let sensed = model.sense(along: standing(at: .zero), at: .start)
    let scan = try #require(sensed)
    let loss = 20 * log10(4 * .pi * 5 * megahertz * 1e6 / 299_792_458)
    #expect(scan.readings.count == 1)
    #expect(abs(scan.readings[0].rssiDecibelMilliwatts - (20 - loss)) < 1e-9)
    #expect(scan.readings[0].frequencyMegahertz == megahertz)
    #expect(scan.endTime - scan.startTime == model.scanDuration)
    #expect(scan.readings[0].time > scan.startTime && scan.readings[0].time < scan.endTime)
  }

  /// In motion, each channel is scanned at another position: the levels show the positions.
  @Test func channelsAreScannedAtCurrentPosition() throws {
    let frequencies = [2412.0, 2472, 5180, 5825, 5260, 5720]
    let points = frequencies.map {
      PropagationScene.accessPoint("\($0)", at: [0, 2, 1.2], megahertz: $0)
    }
    var model = model(.ideal, try surroundings(points, .ideal, propagation: .ideal))
    let walk = Trajectory(
      along: [[0, 2, 0], [55, 2, 0]], speed: 1.5, placement: .handTexting, level: 0)
    let sensed = model.sense(along: walk, at: SimTime(seconds: 10))
    let scan = try #require(sensed)
    #expect(scan.readings.count == frequencies.count)
    var places: [Double] = []
    for reading in scan.readings {
      let first = 20 * log10(4 * .pi * reading.frequencyMegahertz * 1e6 / 299_792_458)
      let distance = pow(10, (20 - reading.rssiDecibelMilliwatts - first) / 20)
      #expect(abs(distance - walk.pose(at: reading.time).position.x) < 1e-6)
      places.append(distance)
    }
    // From channel 1 to 144 in 3.4 s, 5 m further.
    #expect(places == places.sorted())
    #expect((places.max() ?? 0) - (places.min() ?? 0) > 4)
    #expect((2.0...4).contains(model.scanDuration.seconds))
  }

  /// Revisits differ only by temporal fading, not by position.
  @Test func levelsRepeatByPosition() throws {
    var parameters = WiFiParameters()
    parameters.dailyChange = 0
    parameters.hasMisses = false
    parameters.hasCollisions = false
    let points = (0..<40).map {
      PropagationScene.accessPoint("p\($0)", at: [Double($0), 30, 2.7])
    }
    let surroundings = try surroundings(points, parameters)
    var same = RunningStatistics()
    var apart = RunningStatistics()
    var model = model(parameters, surroundings)
    for step in 0..<20 {
      let position = Vec2(3 + 2.7 * Double(step), 11)
      let time = 10 * Double(step)
      let first = levels(&model, position, at: time)
      let later = levels(&model, position, at: 5000 + time)
      let other = levels(&model, position + Vec2(0, 40), at: time)
      for (bssid, level) in first {
        if let later = later[bssid] { try same.add(level - later) }
        if let other = other[bssid] { try apart.add(level - other) }
      }
    }
    // Motion 2 dB and a quarter, networks 0.7 dB and seldom more, twice.
    #expect(same.count > 700 && abs(same.average) < 0.5)
    #expect((3.0...5).contains(same.spread), "\(same.spread)")
    #expect(apart.spread > 8, "\(apart.spread)")
  }

  private func levels(
    _ model: inout WiFiModel, _ position: Vec2, at seconds: Double
  ) -> [HardwareAddress: Double] {
    let scan = model.sense(along: standing(at: position), at: SimTime(seconds: seconds))
    return Dictionary(
      uniqueKeysWithValues: (scan?.readings ?? []).map { ($0.bssid, $0.rssiDecibelMilliwatts) })
  }

  /// Earlier scans change nothing.
  @Test func scansDoNotDependOnEarlierScans() throws {
    let parameters = WiFiParameters()
    let points = (0..<30).map {
      PropagationScene.accessPoint(
        "p\($0)", at: [2 * Double($0), Double($0 % 7) * 8, 2.7], networks: 3)
    }
    let surroundings = try surroundings(points, parameters)
    let walk = Trajectory(
      along: [[1, 1, 0], [50, 50, 0]], speed: 1.3, placement: .frontPocket, level: 0)
    var busy = model(parameters, surroundings)
    var scans: [WiFiScan?] = []
    for step in 0..<20 {
      scans.append(busy.sense(along: walk, at: SimTime(seconds: Double(step) * 2)))
    }
    for step in [19, 3, 11] {
      var rested = model(parameters, surroundings)
      let scan = rested.sense(along: walk, at: SimTime(seconds: Double(step) * 2))
      #expect(scan == scans[step])
      #expect(scan?.readings.isEmpty == false)
    }
    var other = model(parameters, surroundings, device: 2)
    let sensed = other.sense(along: walk, at: .start)
    #expect(sensed != scans[0])
  }

  /// Half is received at the sensitivity, all of the strong ones, none far below.
  @Test(arguments: [
    (-10.0, 0.0, 0.003), (-3, 0.02, 0.13), (0, 0.4, 0.57), (3, 0.85, 0.95), (20, 0.94, 1),
  ])
  func detectionProbabilityFollowsMargin(margin: Double, low: Double, high: Double) throws {
    var parameters = WiFiParameters.ideal
    parameters.hasMisses = true
    // 5 GHz at 10 m: free space alone.
    let loss = 20 * log10(4 * .pi * 10 * 5180e6 / 299_792_458)
    parameters.sensitivity = 20 - loss - margin
    let point = PropagationScene.accessPoint("a", at: [13, 3, 1.2], megahertz: 5180)
    var model = model(parameters, try surroundings([point], parameters, propagation: .ideal))
    let trajectory = standing(at: [3, 3])
    var received = 0
    for number in 0..<2000 {
      let scan = model.sense(along: trajectory, at: SimTime(seconds: Double(number) * 4))
      received += scan?.readings.count ?? 0
    }
    let share = Double(received) / 2000
    #expect(share >= low && share <= high, "\(share)")
  }

  /// On a busy channel, weak signals are lost and strong ones received.
  @Test func busyChannelsLoseWeakSignals() throws {
    var parameters = WiFiParameters.ideal
    parameters.hasCollisions = true
    func share(neighbours: Int, at distance: Double) throws -> Double {
      var points = [PropagationScene.accessPoint("own", at: [1 + distance, 1, 1.2])]
      for number in 0..<neighbours {
        points.append(
          PropagationScene.accessPoint("n\(number)", at: [1, 6 + Double(number) / 10, 1.2]))
      }
      let own = points[0].radios[0].networks[0].bssid
      var model = model(parameters, try surroundings(points, parameters, propagation: .ideal))
      let received = (0..<600).count { number in
        let scan = model.sense(
          along: standing(at: [1, 1]), at: SimTime(seconds: Double(number) * 3))
        return scan?.readings.contains { $0.bssid == own } ?? false
      }
      return Double(received) / 600
    }
    #expect(try share(neighbours: 0, at: 50) > 0.99)
    #expect(try share(neighbours: 40, at: 50) < 0.6)
    #expect(try share(neighbours: 40, at: 1) > 0.99)
  }

  /// The networks of one radio are within 2 to 3 dB of each other, as measured in a mall.
  @Test func networksOfOneRadioHaveSimilarLevels() throws {
    let parameters = WiFiParameters()
    let point = PropagationScene.accessPoint("a", at: [10, 10, 2.7], megahertz: 5180, networks: 6)
    var model = model(parameters, try surroundings([point], parameters))
    var differences = RunningStatistics()
    var near = 0
    for number in 0..<400 {
      let position = Vec2(3 + Double(number % 20) * 2, 12)
      let scan = model.sense(
        along: standing(at: position), at: SimTime(seconds: Double(number) * 4))
      let levels = (scan?.readings ?? []).map(\.rssiDecibelMilliwatts)
      #expect(levels.allSatisfy { $0 == $0.rounded() })
      for (one, other) in zip(levels, levels.dropFirst()) {
        try differences.add(one - other)
        if abs(one - other) <= 1 { near += 1 }
      }
    }
    #expect((1.0...2).contains(differences.spread), "\(differences.spread)")
    #expect(Double(near) / Double(differences.count) > 0.75)
  }

  @Test func bodyAttenuatesByHeading() throws {
    var parameters = WiFiParameters.ideal
    parameters.bodyDecibels = 4
    let point = PropagationScene.accessPoint("a", at: [30, 10, 1.2])
    let surroundings = try surroundings([point], parameters)
    func level(_ heading: Double) -> Double {
      var model = model(parameters, surroundings)
      let scan = model.sense(along: standing(at: [10, 10], heading: heading), at: .start)
      return scan?.readings.first?.rssiDecibelMilliwatts ?? .nan
    }
    #expect(abs(level(0) - level(.pi) - 4) < 1e-3)
    #expect(abs(level(0) - level(.pi / 2)) < 1e-3)
  }

  @Test func accessPointsAppearVanishAndMove() throws {
    let points = ["gone", "new", "moved", "other"].map {
      PropagationScene.accessPoint($0, at: [10, 10, 1.2])
    }
    let noon = SimTime(seconds: 43_200)
    let changes = [
      WiFiChange(accessPoint: "gone", time: noon, kind: .vanishes),
      WiFiChange(accessPoint: "new", time: noon, kind: .appears),
      WiFiChange(accessPoint: "moved", time: noon, kind: .moves(to: [50, 10, 1.2], level: 0)),
      WiFiChange(accessPoint: "other", time: noon, kind: .replaced),
    ]
    let surroundings = try surroundings(points, .ideal, changes: changes)
    var model = model(.ideal, surroundings)
    let position = Vec2(12, 10)
    let before = levels(&model, position, at: 100)
    let after = levels(&model, position, at: 50_000)
    let names = points.map { $0.radios[0].networks[0].bssid }
    #expect(names.map { before[$0] != nil } == [true, false, true, true])
    #expect(names.map { after[$0] != nil } == [false, true, true, false])
    #expect(after.count == 3)
    if let near = before[names[2]], let far = after[names[2]] { #expect(near - far > 15) }
    // Random: a tenth per month is about 2.7 % in eight days.
    var parameters = WiFiParameters.ideal
    parameters.replacedMonthly = 0.1
    let many = (0..<3000).map { PropagationScene.accessPoint("m\($0)", at: [1, 1, 1]) }
    let drawn = try self.surroundings(many, parameters)
    #expect((55...110).contains(drawn.changes.count), "\(drawn.changes.count)")
  }

  @Test func hotspotsMoveWithCarrier() throws {
    let carrier = Trajectory(along: [[5, 5, 0], [55, 5, 0]], speed: 1.4, level: 0)
    let hotspot = TravellingTransmitter.hotspot(name: "Ann's phone", trajectory: carrier, seed: 4)
    let address = hotspot.radio.networks[0].bssid.value
    #expect(address >> 40 & 3 == 2, "local and not a group's")
    let surroundings = try surroundings([], .ideal, travellers: [hotspot])
    var model = model(.ideal, surroundings)
    let near = levels(&model, [5, 6], at: 0)
    let later = levels(&model, [5, 6], at: 60)
    let (first, last) = (near.values.first ?? .nan, later.values.first ?? .nan)
    #expect(first - last > 20)
  }

  @Test func keepsStaleResultsIfConfigured() throws {
    var parameters = WiFiParameters.ideal
    parameters.staleSeconds = 30
    let point = PropagationScene.accessPoint("a", at: [10, 10, 1.2])
    let change = WiFiChange(
      accessPoint: "a", time: SimTime(seconds: 5), kind: .vanishes)
    var model = model(parameters, try surroundings([point], parameters, changes: [change]))
    let trajectory = standing(at: [12, 10])
    let first = model.sense(along: trajectory, at: .start)
    let second = model.sense(along: trajectory, at: SimTime(seconds: 10))
    let third = model.sense(along: trajectory, at: SimTime(seconds: 40))
    #expect(first?.readings.count == 1 && second?.readings == first?.readings)
    #expect(third?.readings.isEmpty == true)
  }

  /// Domain figures are 20 to 60 in a mall; a real one has 15 to 250 (a scan's fresh results).
  @Test(arguments: [
    ("mall", 60...260), ("airport", 60...300), ("suburb", 2...60), ("downtown", 5...120),
  ])
  func networkCountsMatchVenues(name: String, counts: ClosedRange<Int>) throws {
    let venue = try decodeDocument(VenueFile.self, path: "scenarios/venues/\(name).yaml").venue()
    let parameters = WiFiParameters()
    let surroundings = WiFiSurroundings(
      venue, propagation: Propagation(venue), parameters: parameters, seed: 1)
    let level = try #require(venue.levels.firstIndex { $0.ordinal == 0 })
    let unit = try #require(
      venue.levels[level].units.max { $0.shape.area < $1.shape.area })
    let place = unit.shape.exterior[0] * 0.9 + unit.shape.centroid * 0.1
    var received: [Int] = []
    for device in 0..<15 {
      var model = model(parameters, surroundings, device: UInt64(device))
      let trajectory = Trajectory(
        along: [Vec3(place, venue.levels[level].elevationMetres)], speed: 1, doing: .standing,
        placement: .handTexting, level: level, heading: Double(device))
      received.append(model.sense(along: trajectory, at: .start)?.readings.count ?? 0)
    }
    let median = received.sorted()[7]
    #expect(counts.contains(median), "\(name): \(received)")
  }

  @Test func readsItsParameters() throws {
    func decode(_ text: String) throws -> WiFiParameters {
      try decodeDocument(WiFiParameters.self, bytes: Array(text.utf8), name: "w.yaml")
    }
    #expect(try decode("{}") == WiFiParameters())
    let read = try decode(
      "{fading: false, shadow: 3 dB, crowd: 0.5 /m², dwell: 60 ms, stale: 30 s}")
    #expect(!read.hasFading && read.shadowDecibels == 3 && read.activeSeconds == 0.06)
    #expect(read.staleSeconds == 30 && read.crowdDensity == 0.5)
    #expect(throws: DocumentError.self) { try decode("{shadow: 3}") }
    #expect(throws: DocumentError.self) { try decode("{fadding: true}") }
  }
}
