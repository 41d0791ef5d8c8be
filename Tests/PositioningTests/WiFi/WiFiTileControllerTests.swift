import Geometry
import Kernel
import Observations
import Positioning
import Testing

/// A phone's network requests for tiles, and its use of the answers.
@Suite struct WiFiTileControllerTests {
  static let free = NetworkReachability(route: .wifi, isExpensive: false)
  static let modem = NetworkReachability(route: .cellular, isExpensive: true)
  static let none = NetworkReachability(route: .none, isExpensive: false)

  static func fix(_ town: WiFiTown) -> LocationFix {
    LocationFix(
      time: .start, coordinate: town.coordinate(.zero), horizontalAccuracyMetres: 300, source: .cell
    )
  }

  /// Answers requests until there are none, and returns them.
  static func serve(
    _ controller: inout WiFiTileController, _ town: WiFiTown, at time: SimTime = .start
  ) throws -> [String] {
    var asked: [String] = []
    let all = town.transmitters(seed: 1)
    while let resource = controller.nextResource(at: time), asked.count < 30 {
      asked.append(resource)
      var address = TileAddress(containing: town.origin)
      if case .tile(let tile) = WiFiResource(resource) { address = tile }
      let tile = WiFiTile(address: try #require(address), day: 1, transmitters: all)
      controller.receive(
        Download(resource: resource, bytes: tile.bytes, isComplete: true), at: time)
    }
    return asked
  }

  @Test func prefetchesNeighboursOnlyOverWiFi() throws {
    let town = WiFiTown(50, width: 100, seed: 1)
    let own = try #require(TileAddress(containing: town.origin))
    var controller = WiFiTileController()
    controller.receive(Self.fix(town))
    let got1 = controller.nextResource(at: .start)
    #expect(got1 == nil)
    controller.receive(Self.modem, at: .start)
    let got2 = try Self.serve(&controller, town)
    #expect(got2 == ["wifi/tile/\(own.text)"])
    controller.receive(Self.free, at: .start)
    let got3 = try Self.serve(&controller, town)
    // The nearest first.
    let ahead = own.neighbours + own.ring(2)
    #expect(got3 == ahead.map { WiFiResource.tile($0).text })
    #expect(controller.statistics.answered == 25)
    // From then on the town is known without any network.
    controller.receive(Self.none, at: .start)
    var locator = WiFiScanLocator()
    let scan = town.scan(at: .zero, seed: 1)
    controller.receive(scan)
    #expect(controller.statistics.scansKnown == 1)
    let got4 = locator.locate(scan, in: controller.atlas)
    #expect(got4 != nil)
    let got5 = controller.nextResource(at: SimTime(seconds: 1000))
    #expect(got5 == nil)
    controller.restart(at: .start)
    #expect(controller.atlas.addresses.count == 25)
  }

  @Test func requestsTilesByReceivedAddressWithoutFix() throws {
    let town = WiFiTown(50, width: 100, seed: 1)
    var controller = WiFiTileController()
    controller.receive(Self.free, at: .start)
    let got6 = controller.nextResource(at: .start)
    #expect(got6 == nil)
    controller.receive(town.scan(at: .zero, seed: 1))
    let got7 = try Self.serve(&controller, town)
    let first = try #require(got7.first)
    #expect(first.hasPrefix("wifi/tile-of/"))
    #expect(controller.atlas.addresses.count == 25)
  }

  @Test func failuresBackOff() {
    let town = WiFiTown(50, width: 100, seed: 1)
    var controller = WiFiTileController()
    controller.receive(Self.modem, at: .start)
    controller.receive(Self.fix(town))
    var asked = 0
    for second in 0..<3600 {
      let time = SimTime(seconds: Double(second))
      guard let resource = controller.nextResource(at: time) else { continue }
      asked += 1
      // One in three is never answered, one fails, one isn't a tile.
      if asked % 3 == 1 { continue }
      controller.receive(
        Download(resource: resource, bytes: [1, 2, 3], isComplete: asked % 3 == 2), at: time)
    }
    #expect((5...20).contains(asked))
    #expect(controller.statistics.unreadable > 0)
    #expect(controller.atlas.isEmpty)
    controller.receive(Self.free, at: SimTime(seconds: 3600))
    let got8 = controller.nextResource(at: SimTime(seconds: 3600))
    #expect(got8 != nil)
  }

  @Test func areaParametersRequestAreasRepeatedly() throws {
    let town = WiFiTown(400, width: 1000, seed: 1)
    var controller = WiFiTileController(
      parameters: {
        var parameters = WiFiTileController.Parameters()
        parameters = WiFiTileController.AreaParameters().controller
        return parameters
      }())
    controller.receive(Self.free, at: .start)
    controller.receive(town.scan(at: .zero, seed: 1))
    let got9 = controller.nextResource(at: .start)
    let resource = try #require(got9)
    #expect(resource.hasPrefix("wifi/around/"))
    let records = zip(town.points, town.transmitters(seed: 1))
      .filter { $0.0.place.length < 300 }.map { ($0.0.address, $0.1.transmitter) }
    let area = WiFiArea(records)
    controller.receive(
      Download(resource: resource, bytes: area.bytes, isComplete: true), at: .start)
    #expect(controller.statistics.byteCount == area.bytes.count)
    controller.receive(town.scan(at: .zero, seed: 2))
    let got10 = controller.nextResource(at: .start)
    #expect(got10 == nil)
    controller.receive(town.scan(at: [800, 800], seed: 2))
    let got11 = controller.nextResource(at: .start)
    #expect(got11 != nil)
  }

  @Test func memoryIsBounded() throws {
    let town = WiFiTown(3000, width: 1500, seed: 1)
    let own = try #require(TileAddress(containing: town.origin))
    var atlas = WiFiAtlas(byteLimit: 50_000)
    var tiles = [own] + own.neighbours
    for neighbour in own.neighbours { tiles += neighbour.neighbours }
    for (number, address) in tiles.enumerated() {
      let tile = WiFiTile(address: address, day: 1, transmitters: town.transmitters(seed: 1))
      atlas.insert(tile, byteCount: 9000, at: SimTime(seconds: Double(number)))
      #expect(atlas.byteCount <= 50_000)
    }
    #expect(atlas.addresses.count == 5)
  }

  @Test func storedTilesSurviveRestart() throws {
    let town = WiFiTown(50, width: 100, seed: 1)
    let place = WiFiTileStoreTests.Place("keeper")
    var controller = WiFiTileController(store: WiFiTileStore(path: place.path))
    controller.receive(Self.free, at: .start)
    controller.receive(Self.fix(town))
    let got12 = try Self.serve(&controller, town)
    #expect(got12.count == 25)
    var later = WiFiTileController(store: WiFiTileStore(path: place.path))
    #expect(later.atlas.addresses == controller.atlas.addresses)
    place.write(Array("no store".utf8) + [UInt8](repeating: 7, count: 5000))
    later.restart(at: .start)
    #expect(later.atlas.isEmpty)
    #expect(later.faults.count == 1)
    later.receive(Self.free, at: .start)
    later.receive(Self.fix(town))
    let got13 = try Self.serve(&later, town)
    #expect(got13.count == 25)
  }
}
