import Kernel
import Observations
import Positioning
import Testing

/// Tiles of the Earth, and their encoding.
@Suite struct WiFiTileTests {
  static let places: [(Double, Double)] = [
    (0, 0), (40.7358, -74.0045), (45.42, -122.61), (-33.9, 151.2), (69.6, 18.9), (89.99, 5),
    (-90, 0), (90, 180), (51, 179.999_99), (51, -180),
  ]

  @Test(arguments: places)
  func positionsAreInTheirTiles(_ latitude: Double, _ longitude: Double) throws {
    let position = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
    let tile = try #require(TileAddress(containing: position))
    #expect(TileAddress(tile.text) == tile)
    let corner = tile.southWest
    let north = (latitude - corner.latitudeDegrees) * 111_195
    #expect(north >= -1 && north <= 5001)
    #expect(!tile.neighbours.contains(tile))
    #expect(tile.neighbours == tile.neighbours.sorted())
    if abs(latitude) < 80 {
      #expect(tile.neighbours.count == 8)
      for neighbour in tile.neighbours { #expect(neighbour.neighbours.contains(tile)) }
    }
  }

  @Test(arguments: [
    (Double.nan, 0.0), (.infinity, 0), (0, .nan), (91, 0), (0, 1e9), (0, -.infinity),
  ])
  func invalidPositionsHaveNoTile(_ latitude: Double, _ longitude: Double) {
    let position = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
    #expect(TileAddress(containing: position) == nil)
  }

  @Test(arguments: ["", "/", "1", "1/", "1/2/3", "-1/5", "99999/0", "0/99999", "a/b"])
  func rejectsInvalidAddresses(_ text: String) {
    #expect(TileAddress(text) == nil)
    #expect(WiFiResource("wifi/tile/" + text) == nil)
  }

  @Test(arguments: [0, 1, 7, 400, 3000], [1, 2, 3] as [UInt64])
  func tilesRoundTrip(_ count: Int, _ seed: UInt64) throws {
    let tile = try Self.tile(count, seed)
    let bytes = tile.bytes
    #expect(try WiFiTile(bytes) == tile)
    // A Golomb code of the keys needs log2 of the mean gap and some 1.5 bits, the rest 26.
    if count >= 400 { #expect(bytes.count < count * 6) }
    let again = WiFiTile(address: tile.address, day: tile.day, transmitters: tile.transmitters)
    #expect(again == tile)
  }

  @Test func positionsKeepQuantisationStep() throws {
    let (key, transmitter) = try #require(Self.draw(1, 5).first)
    let address = try #require(TileAddress(containing: transmitter.coordinate))
    let tile = WiFiTile(address: address, day: 1, transmitters: Self.draw(1, 5))
    let kept = try #require(tile.transmitters.first)
    #expect(kept.key == key)
    let north = kept.transmitter.coordinate.latitudeDegrees - transmitter.coordinate.latitudeDegrees
    #expect(abs(north) * 111_195 < 2.5)
  }

  @Test func rejectsDamagedBytes() throws {
    let bytes = try Self.tile(40, 9).bytes
    for length in 0..<bytes.count {
      #expect(throws: WiFiTileError.self) { try WiFiTile(Array(bytes.prefix(length))) }
    }
    #expect(throws: WiFiTileError.self) { try WiFiTile(bytes + [0]) }
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 0x10
      #expect(throws: WiFiTileError.self) { try WiFiTile(changed) }
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func rejectsRandomBytes(_ seed: UInt64) {
    var draw = RandomStream(seed: seed, purpose: "tile.noise")
    let bytes = (0..<draw.integer(below: 300)).map { _ in UInt8(truncatingIfNeeded: draw.next()) }
    #expect(throws: WiFiTileError.self) { try WiFiTile(bytes) }
    #expect(throws: WiFiTileError.self) { try WiFiTile([0x57, 0x54, 1] + bytes) }
    #expect(throws: WiFiTileError.self) { try WiFiArea(bytes) }
    #expect(throws: WiFiTileError.self) { try CellArea([0x43, 0x41] + bytes) }
  }

  @Test func areasRoundTrip() throws {
    let records = Self.draw(30, 4).enumerated().map { number, entry in
      (HardwareAddress(UInt64(number) << 24 | 0x1234), entry.transmitter)
    }
    let area = WiFiArea(records)
    #expect(area.bytes.count == 8 + 30 * WiFiArea.recordLength)
    let again = try WiFiArea(area.bytes)
    for (new, old) in zip(again.records, area.records) {
      #expect(new.address == old.address)
      let gap =
        new.transmitter.coordinate.latitudeDegrees - old.transmitter.coordinate.latitudeDegrees
      #expect(abs(gap) < 1e-7)
    }
    for length in 0..<area.bytes.count {
      #expect(throws: WiFiTileError.self) { try WiFiArea(Array(area.bytes.prefix(length))) }
    }
  }

  static func draw(
    _ count: Int, _ seed: UInt64
  ) -> [(key: TransmitterKey, transmitter: KnownTransmitter)] {
    var draw = RandomStream(seed: seed, purpose: "tile.test")
    return (0..<count).map { _ in
      let position = Coordinate(
        latitudeDegrees: 45.43 + 0.02 * draw.uniform(),
        longitudeDegrees: -122.63 + 0.02 * draw.uniform())
      return (
        TransmitterKey(HardwareAddress(draw.next())),
        KnownTransmitter(
          coordinate: position, spreadMetres: 5 + 60 * draw.uniform(),
          levelAt30Metres: -85 + 30 * draw.uniform())
      )
    }
  }

  static func tile(_ count: Int, _ seed: UInt64) throws -> WiFiTile {
    let middle = Coordinate(latitudeDegrees: 45.44, longitudeDegrees: -122.62)
    let address = try #require(TileAddress(containing: middle))
    return WiFiTile(address: address, day: 12, transmitters: draw(count, seed))
  }
}
