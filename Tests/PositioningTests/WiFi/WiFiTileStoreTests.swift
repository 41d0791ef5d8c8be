import Glibc
import Kernel
import Observations
import Positioning
import Testing

/// The tile store on disk, intact and damaged.
@Suite struct WiFiTileStoreTests {
  /// A temporary file.
  final class Place {
    let path: String
    init(_ name: String) {
      path = "/tmp/wifi-tiles-\(getpid())-\(name).sqlite"
      unlink(path)
    }
    deinit { for end in ["", "-journal", "-wal", "-shm"] { unlink(path + end) } }
    var bytes: [UInt8] {
      guard let file = fopen(path, "r") else { return [] }
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 1 << 20)
      let count = fread(&bytes, 1, bytes.count, file)
      return Array(bytes.prefix(count))
    }
    func write(_ bytes: [UInt8]) {
      guard let file = fopen(path, "w") else { return }
      fwrite(bytes, 1, bytes.count, file)
      fclose(file)
    }
  }

  private static func tiles() throws -> [WiFiTile] {
    let middle = try WiFiTileTests.tile(200, 1)
    return [middle]
      + middle.address.neighbours.map { WiFiTile(address: $0, day: 3, transmitters: []) }
  }

  @Test func tilesPersist() throws {
    let place = Place("stay")
    var store = WiFiTileStore(path: place.path)
    let got1 = store.load()
    #expect(got1.isEmpty)
    for (number, tile) in try Self.tiles().enumerated() {
      store.keep(
        tile.bytes, at: tile.address, day: tile.day, time: SimTime(seconds: Double(number)))
    }
    #expect(store.faults.isEmpty)
    var again = WiFiTileStore(path: place.path)
    let kept = again.load()
    #expect(kept.map(\.tile.address) == (try Self.tiles()).map(\.address).reversed())
    #expect(kept.last?.tile == (try Self.tiles()).first)
    #expect(again.faults.isEmpty)
  }

  @Test func evictsLeastRecentlyUsedTiles() throws {
    let place = Place("limit")
    let tiles = try (1...5).map { seed in try WiFiTileTests.tile(100, UInt64(seed)) }
    let addresses = tiles[0].address.neighbours
    let size = tiles.map(\.bytes.count).max() ?? 0
    var store = WiFiTileStore(path: place.path, byteLimit: 3 * size)
    for number in 0..<5 {
      if number == 3 { store.touch([addresses[0]], at: SimTime(seconds: 2.5)) }
      store.keep(
        Array(repeating: 7, count: size), at: addresses[number], day: 1,
        time: SimTime(seconds: Double(number)))
    }
    // The bytes aren't tiles, so that loading lists the remaining ones.
    let got2 = store.load()
    #expect(got2.isEmpty)
    let left = store.faults.compactMap { fault -> TileAddress? in
      if case .badTile(let address, _) = fault { address } else { nil }
    }
    #expect(Set(left) == [addresses[0], addresses[3], addresses[4]])
    let got3 = store.load()
    #expect(got3.isEmpty)
    #expect(store.faults.count == 3)
  }

  @Test(arguments: [0, 1, 15, 40, 100, 512, 1000, 4095, 4096, 5000, 8192, 9000])
  func recreatesTruncatedStores(_ length: Int) throws {
    let place = Place("half-\(length)")
    var store = WiFiTileStore(path: place.path)
    let tile = try WiFiTileTests.tile(900, 2)
    store.keep(tile.bytes, at: tile.address, day: 1, time: .start)
    let whole = place.bytes
    #expect(whole.count > length)
    place.write(Array(whole.prefix(length)))
    var broken = WiFiTileStore(path: place.path)
    let found = broken.load()
    // A file of at most a byte is a new store; anything else is reported, or has kept the tile.
    #expect(length < 2 || !broken.faults.isEmpty || found.map(\.tile) == [tile])
    broken.keep(tile.bytes, at: tile.address, day: 1, time: .start)
    var again = WiFiTileStore(path: place.path)
    let got4 = again.load()
    #expect(got4.map(\.tile) == [tile])
    #expect(again.faults.isEmpty)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func damagedStoresNeverTrap(_ seed: UInt64) throws {
    let place = Place("damaged-\(seed)")
    var store = WiFiTileStore(path: place.path)
    let tile = try WiFiTileTests.tile(900, 2)
    store.keep(tile.bytes, at: tile.address, day: 1, time: .start)
    var bytes = place.bytes
    var draw = RandomStream(seed: seed, purpose: "store.damage")
    for _ in 0..<(1 + draw.integer(below: 60)) {
      bytes[draw.integer(below: bytes.count)] = UInt8(truncatingIfNeeded: draw.next())
    }
    place.write(bytes)
    var broken = WiFiTileStore(path: place.path)
    for kept in broken.load() { #expect(kept.tile == tile) }
    broken.keep(tile.bytes, at: tile.address, day: 1, time: .start)
    let got5 = broken.load()
    #expect(got5.map(\.tile) == [tile] || !broken.faults.isEmpty)
  }

  @Test func reportsForeignAndMissingFiles() throws {
    let place = Place("text")
    place.write(Array("This is no store at all, but a text that is long enough.".utf8))
    var store = WiFiTileStore(path: place.path)
    let got6 = store.load()
    #expect(got6.isEmpty)
    #expect(store.faults.count == 1)
    let tile = try WiFiTileTests.tile(10, 2)
    var nowhere = WiFiTileStore(path: "/nowhere/at/all.sqlite")
    nowhere.keep(tile.bytes, at: tile.address, day: 1, time: .start)
    let got7 = nowhere.load()
    #expect(got7.isEmpty)
    #expect(!nowhere.faults.isEmpty)
  }
}
