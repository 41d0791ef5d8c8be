import Geometry
import Kernel
import Observations
import Positioning
import Testing

// Inputs on which each parameter of a part has an effect.

extension NetworkParameterTests {
  /// Scans with many, contradictory and few transmitters.
  struct ScanScenes {
    private typealias Scene = (atlas: WiFiAtlas, scan: WiFiScan, hint: LocationFix?)
    private var scenes: [Scene] = []

    init() throws {
      let town = WiFiTown(300, width: 400, seed: 3)
      let atlas = try town.atlas()
      for seed in 0..<6 as Range<UInt64> {
        var draw = RandomStream(seed: seed, purpose: "town.place")
        let position = Vec2(draw.uniform(in: -300...300), draw.uniform(in: -300...300))
        var scan = town.scan(at: position, seed: seed, offset: 4 * draw.gaussian())
        scan.readings[0].frequencyMegahertz = 5500
        scan.readings[1].time = SimTime(seconds: -8)
        scenes.append((atlas, scan, nil))
      }
      // A hint so old that it is only a starting point.
      let late = LocationFix(
        time: SimTime(seconds: -5000), coordinate: town.coordinate([20, 30]),
        horizontalAccuracyMetres: 5, source: .gnss)
      for seed in 9..<13 as Range<UInt64> {
        scenes.append((atlas, town.scan(at: [20, 30], seed: seed), late))
      }
      for width in [8.0, 30] {
        let dense = WiFiTown(60, width: width, seed: 3)
        scenes.append((try dense.atlas(), dense.scan(at: .zero, seed: 2), nil))
      }
      addLittle(town, atlas)
      try addTwoCities()
    }

    /// One, two and some transmitters, near and far, with a hint elsewhere and without one.
    private mutating func addLittle(_ town: WiFiTown, _ atlas: WiFiAtlas) {
      func hint(_ east: Double, at second: Double) -> LocationFix {
        LocationFix(
          time: SimTime(seconds: second), coordinate: town.coordinate([east, 0]),
          horizontalAccuracyMetres: 10, source: .gnss)
      }
      func scan(_ readings: [(number: Int, level: Double)]) -> WiFiScan {
        var scan = town.scan(at: .zero, seed: 1)
        let near = scan.readings.map(\.bssid)
        scan.readings = readings.map { WiFiTown.reading(near[$0.number], $0.level) }
        return scan
      }
      for hint in [nil, hint(1900, at: -10), hint(2400, at: -10), hint(5000, at: -10)] {
        scenes.append((atlas, scan([(0, -60)]), hint))
        scenes.append((atlas, scan([(0, -70), (1, -71)]), hint))
        scenes.append((atlas, scan([(0, -60), (1, -115)]), hint))
      }
      for level in [-66.0, -30, -20, -5] {
        scenes.append((atlas, scan([(0, -90), (3, -91), (5, -90), (7, -91), (9, level)]), nil))
      }
      for level in [-90.0, -92, -97] {
        scenes.append((atlas, scan((0..<5).map { ($0, level) }), nil))
      }
      // Two that are some hundred metres apart, with the phone at the first before.
      let order = town.points.sorted { $0.place.x < $1.place.x }
      for other in [40, 200, 299] {
        var apart = scan([])
        apart.readings = [order[0], order[other]].enumerated().map {
          WiFiTown.reading($0.element.address, -70 - 8 * Double($0.offset))
        }
        for hint in [nil, hint(order[0].place.x, at: 1)] { scenes.append((atlas, apart, hint)) }
        let place = order[0].place
        var own = hint(place.x, at: 1)
        own.coordinate = town.coordinate(place)
        scenes.append((atlas, apart, own))
      }
    }

    /// Two towns, received at once.
    private mutating func addTwoCities() throws {
      let here = WiFiTown(6, width: 40, seed: 1)
      for distance in [600.0, 20_000] {
        var there = WiFiTown(6, width: 40, seed: 2)
        for number in there.points.indices { there.points[number].place += Vec2(distance, 0) }
        var atlas = WiFiAtlas()
        let all = here.transmitters(seed: 1) + there.transmitters(seed: 1)
        let tiles = Set(all.compactMap { TileAddress(containing: $0.transmitter.coordinate) })
        for address in tiles.sorted() {
          let tile = WiFiTile(address: address, day: 1, transmitters: all)
          atlas.insert(tile, byteCount: 10, at: .start)
        }
        for count in 7...12 {
          for (age, level) in [(0.0, -65.0), (30, -65), (5000, -65), (0, -75)] {
            var both = here.scan(at: .zero, seed: 5)
            both.readings = (here.points + there.points).prefix(count).map {
              WiFiTown.reading($0.address, level)
            }
            let hint = LocationFix(
              time: SimTime(seconds: -age), coordinate: here.coordinate([-60, 0]),
              horizontalAccuracyMetres: 50, source: .gnss)
            scenes.append((atlas, both, age == 0 && level < -70 ? nil : hint))
          }
          for (accuracy, age) in [(10.0, 60.0), (1900, 0), (2900, 5), (4900, 0), (7000, 40)] {
            var both = here.scan(at: .zero, seed: 5)
            both.readings = (here.points + there.points).prefix(count).map {
              WiFiTown.reading($0.address, -65)
            }
            let hint = LocationFix(
              time: SimTime(seconds: 1 - age), coordinate: here.coordinate([distance, 0]),
              horizontalAccuracyMetres: accuracy, source: .gnss)
            scenes.append((atlas, both, hint))
          }
        }
      }
    }

    func fixes(_ parameters: WiFiScanLocator.Parameters) -> [LocationFix?] {
      var locator = WiFiScanLocator(parameters: parameters)
      return scenes.map { locator.locate($0.scan, in: $0.atlas, near: $0.hint) }
    }
  }

  /// Cell fixes, and the times of requests for their lists.
  static func cellFixes(_ parameters: CellLocator.Parameters) -> [LocationFix?] {
    var locator = CellLocator(parameters: parameters)
    var fixes: [LocationFix?] = []
    locator.receive(NetworkReachability(route: .cellular, isExpensive: true))
    let list = CellArea(
      CellLocatorTests.area.cells + [
        CellLocatorTests.cell(4, 4000, 0), CellLocatorTests.cell(5, 0, 900),
      ])
    for area in 1...12 {
      let name = CellAreaName(countryCode: 310, networkCode: 26, areaCode: area)
      locator.receive(
        Download(resource: name.resource, bytes: list.bytes, isComplete: true), at: .start)
    }
    func scan(_ code: Int, _ neighbours: [Int]) -> CellScan {
      var serving = CellLocatorTests.reading(1, -80, serving: true)
      serving.areaCode = code
      return CellScan(
        time: .start,
        readings: [serving]
          + neighbours.map { CellLocatorTests.reading($0, -82, serving: false) })
    }
    for neighbours in [[], [2], [4], [2, 4, 5], [2, 5]] {
      for code in [1, 12] { fixes.append(locator.locate(scan(code, neighbours))) }
    }
    // An unknown one: number of requests for it in two minutes.
    _ = locator.locate(scan(77, []))
    for second in 0..<120 {
      let time = SimTime(seconds: Double(second))
      fixes.append(locator.nextResource(at: time) == nil ? nil : fixes[0])
    }
    return fixes
  }

  /// The requests of a tile controller, in the order of time.
  static func requests(_ parameters: WiFiTileController.Parameters) throws -> [String] {
    let town = WiFiTown(400, width: 1000, seed: 1)
    var asked: [String] = []
    for mode in [parameters.mode, .areas] {
      var own = parameters
      own.mode = mode
      var controller = WiFiTileController(parameters: own)
      controller.receive(WiFiTileControllerTests.free, at: .start)
      var scan = town.scan(at: .zero, seed: 1)
      asked += try served(&controller, town, scan, at: 0)
      let received = [(0, 1), (0, 2), (1, 2), (2, 2), (3, 2)]
      for (number, (known, unknown)) in received.enumerated() {
        let unknownRadios = (0..<unknown).map { HardwareAddress(0x10 * UInt64($0 + 1)) }
        scan.readings = (town.points.prefix(known).map(\.address) + unknownRadios).map {
          WiFiTown.reading($0, -60)
        }
        let start = 10_000 * Double(number + 1)
        controller.restart(at: SimTime(seconds: start))
        asked += try served(&controller, town, scan, at: start)
      }
      controller.receive(WiFiTileControllerTests.fix(town))
      asked += try served(&controller, town, scan, at: 90_000)
      asked.append("\(controller.atlas.byteCount)")
    }
    return asked
  }

  /// Leaves some requests unanswered, lets some fail, and answers the rest.
  private static func served(
    _ controller: inout WiFiTileController, _ town: WiFiTown, _ scan: WiFiScan, at start: Double
  ) throws -> [String] {
    var asked: [String] = []
    controller.receive(scan)
    for second in 0..<3000 {
      let time = SimTime(seconds: start + Double(second))
      guard let resource = controller.nextResource(at: time) else { continue }
      asked.append("\(second) \(resource)")
      guard !(3...10).contains(asked.count) else {
        if asked.count.isMultiple(of: 2) {
          controller.receive(Download(resource: resource, bytes: [], isComplete: false), at: time)
        }
        continue
      }
      let all = town.transmitters(seed: 1)
      let known = zip(town.points, all).prefix(3).map { ($0.0.address, $0.1.transmitter) }
      var bytes = WiFiArea(known).bytes
      if case .tile(let address) = WiFiResource(resource) {
        bytes = WiFiTile(address: address, day: 1, transmitters: all).bytes
      } else if case .tileOf = WiFiResource(resource) {
        let address = try #require(TileAddress(containing: town.origin))
        bytes = WiFiTile(address: address, day: 1, transmitters: all).bytes
      }
      controller.receive(Download(resource: resource, bytes: bytes, isComplete: true), at: time)
    }
    return asked
  }

  /// Requests and fixes of a phone that receives a town, its cells, and later a distant one.
  static func journey(_ parameters: WiFiLocator.Parameters) throws -> [String] {
    let town = WiFiTown(60, width: 150, seed: 4)
    var locator = WiFiLocator(parameters: parameters)
    var cells = CellLocator()
    cells.receive(
      Download(
        resource: CellLocatorTests.name.resource,
        bytes: CellArea(CellLocatorTests.area.cells + [CellLocatorTests.cell(6, 40_000, 0)]).bytes,
        isComplete: true),
      at: .start)
    var said: [String] = []
    locator.receive(NetworkReachability(route: .wifi, isExpensive: false), at: .start)
    locator.receive(WiFiTileControllerTests.fix(town))
    var pending: [(time: Double, resource: String)] = []
    for second in 0..<1200 {
      let time = SimTime(seconds: Double(second))
      if second == 0 || second == 300 {
        said.append("\(String(describing: locator.locate(town.scan(at: .zero, seed: 1))))")
      }
      if second == 0 || second == 400 || second == 900 {
        let serving = CellLocatorTests.reading(second == 900 ? 6 : 1, -80, serving: true)
        if let fix = cells.locate(CellScan(time: time, readings: [serving])) {
          locator.receive(fix, isRough: true)
        }
      }
      if let resource = locator.nextResource(at: time) {
        said.append("\(second) \(resource)")
        pending.append((Double(second) + (pending.count == 2 ? 50 : 18), resource))
      }
      for (due, resource) in pending where due == Double(second) {
        var bytes: [UInt8] = []
        if case .tile(let address) = WiFiResource(resource) {
          bytes =
            WiFiTile(address: address, day: 1, transmitters: town.transmitters(seed: 1)).bytes
        }
        let download = Download(resource: resource, bytes: bytes, isComplete: true)
        said.append("\(String(describing: locator.receive(download, at: time)))")
      }
    }
    return said
  }
}
