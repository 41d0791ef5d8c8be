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

struct CellTests {
  private func site(
    _ name: String, at position: Vec3, sectors: Int = 1, technology: CellTechnology = .lte,
    network: Int = 1
  ) -> CellSite {
    CellSite(
      name: name, position: position, technology: technology, countryCode: 1,
      networkCode: network, areaCode: 7, powerDecibelMilliwatts: 60, frequencyMegahertz: 2000,
      sectors: (0..<sectors).map {
        CellSite.Sector(
          azimuthRadians: sectors == 1 ? nil : 2 * .pi * Double($0) / Double(sectors),
          cellIdentity: Int64(stableHash(name) % 1000) * 256 + Int64($0), physicalIdentity: $0,
          channelNumber: 100)
      })
  }

  private func surroundings(_ sites: [CellSite], seed: UInt64 = 1) throws -> CellSurroundings {
    let venue = Venue(
      map: VenueMap(name: "x", frame: try PropagationScene.frame(), levels: []),
      transmitters: Transmitters(cellSites: sites))
    return CellSurroundings(venue, propagation: Propagation(venue), seed: seed)
  }

  private func model(
    _ parameters: CellParameters, _ surroundings: CellSurroundings, device: UInt64 = 1
  ) -> CellModel {
    CellModel(parameters, in: surroundings, for: SignalReceiver(seed: 1, device: device))
  }

  private func standing(at place: Vec3, level: Int? = nil) -> Trajectory {
    Trajectory(
      along: [place], speed: 1, doing: .standing, placement: .handTexting, level: level)
  }

  /// UMa in line of sight: 28 + 22 log d + 20 log f, 40 log d beyond the breakpoint at 320 m.
  @Test(arguments: [(100.0, true), (310, true), (400, false), (2000, false)])
  func pathLossMatchesStandard(distance: Double, isNear: Bool) throws {
    var model = model(.ideal, try surroundings([site("a", at: [0, 0, 25])]))
    let sensed = model.sense(along: standing(at: [distance, 0, 0.3]), at: .start)
    let scan = try #require(sensed)
    let reading = try #require(scan.readings.first)
    let slant = (distance * distance + 23.5 * 23.5).squareRoot()
    let bend = 4 * 24 * 0.5 * 2 / 0.299_792_458
    let loss =
      isNear
      ? 28 + 22 * log10(slant) + 20 * log10(2.0)
      : 28 + 40 * log10(slant) + 20 * log10(2.0) - 9 * log10(bend * bend + 23.5 * 23.5)
    #expect(abs(reading.powerDecibelMilliwatts - (60 - 10 * log10(600.0) - loss)) < 1e-6)
    #expect(reading.timingAdvance == Int(slant / 78.12) && reading.isServing)
    #expect(reading.areaCode == 7 && reading.cellIdentity != nil)
  }

  @Test func neighboursAreAnonymousAndSorted() throws {
    let sites = (0..<12).map { site("s\($0)", at: [Double($0) * 150, 40, 25]) }
    var model = model(CellParameters(), try surroundings(sites))
    let sensed = model.sense(along: standing(at: [700, 0, 0]), at: .start)
    let scan = try #require(sensed)
    #expect(scan.readings.count > 2 && scan.readings.count <= 7)
    #expect(scan.readings[0].isServing)
    let others = scan.readings.dropFirst()
    #expect(others.allSatisfy { !$0.isServing && $0.cellIdentity == nil && $0.areaCode == nil })
    #expect(others.allSatisfy { $0.timingAdvance == nil })
    let levels = others.map(\.powerDecibelMilliwatts)
    #expect(levels == levels.sorted(by: >))
    #expect(levels.allSatisfy { $0 == $0.rounded() })
  }

  /// From one mast to the next: the handover comes after the middle, once, and later with hysteresis.
  @Test(arguments: [0.0, 3, 6]) func handoverHasHysteresis(hysteresis: Double) throws {
    var parameters = CellParameters.ideal
    parameters.hysteresisDecibels = hysteresis
    let masts = [site("west", at: [0, 30, 25]), site("east", at: [1000, 30, 25])]
    let surroundings = try surroundings(masts)
    let drive = Trajectory(
      along: [[100, 0, 0.3], [900, 0, 0.3]], speed: 10, doing: .cycling, placement: .handTexting)
    var model = model(parameters, surroundings)
    var place: Double?
    var changes = 0
    var last: Int64?
    var time = SimTime.start
    while time < drive.endTime {
      let cell = model.sense(along: drive, at: time)?.readings.first?.cellIdentity
      if let last, cell != last {
        changes += 1
        place = drive.pose(at: time).position.x
      }
      last = cell
      time += .seconds(1)
    }
    #expect(changes == 1)
    // 40 log(r / (1000 - r)) = h beyond the breakpoint, and up to 1.3 s more at 10 m/s.
    let ratio = pow(10, hysteresis / 40)
    let even = 1000 * ratio / (1 + ratio)
    let found = try #require(place)
    #expect(found > even - 2 && found < even + 20, "\(found), not \(even)")
    // After a long sleep, it is in the correct cell.
    var sleeper = self.model(parameters, surroundings)
    _ = sleeper.sense(along: drive, at: .start)
    let sensed = sleeper.sense(along: drive, at: drive.endTime)
    #expect(sensed?.readings.first?.cellIdentity == last)
  }

  @Test func sectorsServeTheirDirection() throws {
    let surroundings = try surroundings([site("a", at: [0, 0, 25], sectors: 3)])
    for (sector, angle) in [0.0, 2 * .pi / 3, 4 * .pi / 3].enumerated() {
      var model = model(.ideal, surroundings)
      let position = Vec3(Vec2(angle: angle, length: 300), 0)
      let reading = model.sense(along: standing(at: position), at: .start)?.readings.first
      #expect(reading?.physicalIdentity == sector)
    }
  }

  @Test func distantCellsAreNotReceived() throws {
    var model = model(CellParameters(), try surroundings([site("a", at: [0, 0, 25])]))
    let sensed = model.sense(along: standing(at: [90_000, 0, 0]), at: .start)
    let far = try #require(sensed)
    #expect(far.readings.isEmpty)
    var none = self.model(CellParameters(), try surroundings([]))
    let nothing = none.sense(along: standing(at: .zero), at: .start)
    #expect(nothing?.readings.isEmpty == true)
  }

  /// Indoors the level is lower, limited by indirect paths.
  @Test func buildingsAttenuate() throws {
    let venue = try PropagationScene.corridor(
      Array(repeating: .brick, count: 9), cellSites: [site("a", at: [400, 10, 30])])
    var parameters = CellParameters.ideal
    parameters.hasEntryLoss = true
    let surroundings = CellSurroundings(
      venue, propagation: Propagation(venue), seed: 1)
    func level(_ position: Vec3, _ floor: Int?) -> Double {
      var model = model(parameters, surroundings)
      let scan = model.sense(along: standing(at: position, level: floor), at: .start)
      return scan?.readings.first?.powerDecibelMilliwatts ?? -200
    }
    let outside = level([101, 10, 0], nil)
    // Two brick walls and the roof on the path, and nine walls: at most 30 dB; and 46 and 96 m more of air.
    #expect(abs(outside - level([55, 10, 0], 0) - 31) < 2)
    #expect(abs(outside - level([5, 10, 0], 0) - 33) < 3)
  }

  /// The cell's site is within the cell's radius of the phone: hundreds of metres in a city.
  @Test func servingCellDistanceMatchesSpacing() throws {
    var sites: [CellSite] = []
    for row in 0..<5 {
      for column in 0..<5 {
        let shift = row.isMultiple(of: 2) ? 0.0 : 250
        sites.append(
          site(
            "s\(row)-\(column)", at: [Double(column) * 500 + shift, Double(row) * 433, 25],
            sectors: 3))
      }
    }
    let surroundings = try surroundings(sites)
    var distances: [Double] = []
    var draw = RandomStream(seed: 5, purpose: "places")
    for device in 0..<300 {
      let position = Vec3(draw.uniform(in: 500...1700), draw.uniform(in: 433...1300), 0)
      var model = model(CellParameters(), surroundings, device: UInt64(device))
      guard let serving = model.sense(along: standing(at: position), at: .start)?.readings.first,
        let mast = sites.first(where: {
          $0.sectors.contains { $0.cellIdentity == serving.cellIdentity }
        })
      else { continue }
      distances.append(mast.position.xy.distance(to: position.xy))
    }
    distances.sort()
    let median = distances[distances.count / 2]
    #expect(distances.count > 290)
    // The mean distance to a hexagon's centre is 0.37 of the spacing; shadowing increases it.
    #expect((150...400).contains(median), "\(median)")
  }

  @Test func phonesStayInTheirNetwork() throws {
    let sites = [
      site("a", at: [0, 0, 25], network: 1), site("b", at: [200, 0, 25], network: 2),
    ]
    let surroundings = try surroundings(sites)
    var networks: Set<Int> = []
    for device in 0..<20 {
      var model = model(CellParameters(), surroundings, device: UInt64(device))
      let scan = model.sense(along: standing(at: [100, 0, 0]), at: .start)
      let codes = Set((scan?.readings ?? []).map(\.networkCode))
      #expect(codes.count == 1)
      networks.formUnion(codes)
    }
    #expect(networks == [1, 2])
  }

  @Test func readsItsParameters() throws {
    func decode(_ text: String) throws -> CellParameters {
      try decodeDocument(CellParameters.self, bytes: Array(text.utf8), name: "c.yaml")
    }
    #expect(try decode("{}") == CellParameters())
    let read = try decode("{hysteresis: 4 dB, network: 26, shadow: false}")
    #expect(read.hysteresisDecibels == 4 && read.networkCode == 26 && !read.hasShadow)
    #expect(throws: DocumentError.self) { try decode("{neighbours: 99}") }
  }
}
