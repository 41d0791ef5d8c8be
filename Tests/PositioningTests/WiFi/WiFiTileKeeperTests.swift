import Geometry
import Kernel
import Observations
import Positioning
import Testing

/// A phone's network requests for tiles, and its use of the answers.
@Suite struct WiFiTileKeeperTests {
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
    _ keeper: inout WiFiTileKeeper, _ town: WiFiTown, at time: SimTime = .start
  ) throws -> [String] {
    var asked: [String] = []
    let all = town.transmitters(seed: 1)
    while let resource = keeper.nextResource(at: time), asked.count < 30 {
      asked.append(resource)
      var address = TileAddress(containing: town.origin)
      if case .tile(let tile) = WiFiResource(resource) { address = tile }
      let tile = WiFiTile(address: try #require(address), day: 1, transmitters: all)
      keeper.receive(
        Download(resource: resource, bytes: tile.bytes, isComplete: true), at: time)
    }
    return asked
  }

  @Test func neighboursComeAheadOverWiFiAlone() throws {
    let town = WiFiTown(50, width: 100, seed: 1)
    let own = try #require(TileAddress(containing: town.origin))
    var keeper = WiFiTileKeeper()
    keeper.receive(Self.fix(town))
    let got1 = keeper.nextResource(at: .start)
    #expect(got1 == nil)
    keeper.receive(Self.modem, at: .start)
    let got2 = try Self.serve(&keeper, town)
    #expect(got2 == ["wifi/tile/\(own.text)"])
    keeper.receive(Self.free, at: .start)
    let got3 = try Self.serve(&keeper, town)
    // The nearest first.
    let ahead = own.neighbours + own.ring(2)
    #expect(got3 == ahead.map { WiFiResource.tile($0).text })
    #expect(keeper.account.answered == 25)
    // From then on the town is known without any network.
    keeper.receive(Self.none, at: .start)
    var locator = WiFiScanLocator()
    let scan = town.scan(at: .zero, seed: 1)
    keeper.receive(scan)
    #expect(keeper.account.scansKnown == 1)
    let got4 = locator.locate(scan, in: keeper.atlas)
    #expect(got4 != nil)
    let got5 = keeper.nextResource(at: SimTime(seconds: 1000))
    #expect(got5 == nil)
    keeper.restart(at: .start)
    #expect(keeper.atlas.addresses.count == 25)
  }

  @Test func aPhoneThatKnowsNothingAsksByWhatItHears() throws {
    let town = WiFiTown(50, width: 100, seed: 1)
    var keeper = WiFiTileKeeper()
    keeper.receive(Self.free, at: .start)
    let got6 = keeper.nextResource(at: .start)
    #expect(got6 == nil)
    keeper.receive(town.scan(at: .zero, seed: 1))
    let got7 = try Self.serve(&keeper, town)
    let first = try #require(got7.first)
    #expect(first.hasPrefix("wifi/tile-of/"))
    #expect(keeper.atlas.addresses.count == 25)
  }

  @Test func failuresRestLongerAndLonger() {
    let town = WiFiTown(50, width: 100, seed: 1)
    var keeper = WiFiTileKeeper()
    keeper.receive(Self.modem, at: .start)
    keeper.receive(Self.fix(town))
    var asked = 0
    for second in 0..<3600 {
      let time = SimTime(seconds: Double(second))
      guard let resource = keeper.nextResource(at: time) else { continue }
      asked += 1
      // One in three is never answered, one fails, one isn't a tile.
      if asked % 3 == 1 { continue }
      keeper.receive(
        Download(resource: resource, bytes: [1, 2, 3], isComplete: asked % 3 == 2), at: time)
    }
    #expect((5...20).contains(asked))
    #expect(keeper.account.unreadable > 0)
    #expect(keeper.atlas.isEmpty)
    keeper.receive(Self.free, at: SimTime(seconds: 3600))
    let got8 = keeper.nextResource(at: SimTime(seconds: 3600))
    #expect(got8 != nil)
  }

  @Test func theOlderMannerAsksAgainAndAgain() throws {
    let town = WiFiTown(400, width: 1000, seed: 1)
    var keeper = WiFiTileKeeper(
      parameters: {
        var parameters = WiFiTileKeeper.Parameters()
        parameters = WiFiTileKeeper.AreaParameters().keeper
        return parameters
      }())
    keeper.receive(Self.free, at: .start)
    keeper.receive(town.scan(at: .zero, seed: 1))
    let got9 = keeper.nextResource(at: .start)
    let resource = try #require(got9)
    #expect(resource.hasPrefix("wifi/around/"))
    let records = zip(town.points, town.transmitters(seed: 1))
      .filter { $0.0.place.length < 300 }.map { ($0.0.address, $0.1.transmitter) }
    let area = WiFiArea(records)
    keeper.receive(
      Download(resource: resource, bytes: area.bytes, isComplete: true), at: .start)
    #expect(keeper.account.byteCount == area.bytes.count)
    keeper.receive(town.scan(at: .zero, seed: 2))
    let got10 = keeper.nextResource(at: .start)
    #expect(got10 == nil)
    keeper.receive(town.scan(at: [800, 800], seed: 2))
    let got11 = keeper.nextResource(at: .start)
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

  @Test func tilesOnDiskOutliveTheStack() throws {
    let town = WiFiTown(50, width: 100, seed: 1)
    let place = WiFiTileStoreTests.Place("keeper")
    var keeper = WiFiTileKeeper(store: WiFiTileStore(path: place.path))
    keeper.receive(Self.free, at: .start)
    keeper.receive(Self.fix(town))
    let got12 = try Self.serve(&keeper, town)
    #expect(got12.count == 25)
    var later = WiFiTileKeeper(store: WiFiTileStore(path: place.path))
    #expect(later.atlas.addresses == keeper.atlas.addresses)
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
