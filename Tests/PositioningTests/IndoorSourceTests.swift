import Geometry
import Glibc
import Maps
import Observations
import Positioning
import Testing

/// Positioning files, their table, and the data source.
@Suite struct IndoorSourceTests {
  /// A small map: two levels, an access point and a beacon.
  static func radioMap(latitude: Double = 37.77) throws -> RadioMap {
    var map = RadioMap(
      venue: "Test house",
      origin: try Geodetic(
        latitudeDegrees: latitude, longitudeDegrees: -122.46, altitudeMetres: 50))
    for ordinal in 0...1 {
      map.planes.append(
        RadioMap.Plane(
          ordinal: ordinal, building: 0, elevationMetres: 5 * Double(ordinal), origin: .zero,
          spacing: 2, columns: 4, rows: 3, isSurveyed: (0..<12).map { $0 % 3 != 0 }))
    }
    map.senders = [
      .wifi(0x0011_2233_4450),
      .beacon(BeaconIdentity(uuid: Identifier128(high: 1, low: 2), major: 3, minor: 4)),
    ]
    for sender in 0...1 {
      map.fields.append(
        RadioMap.CoverageWindow(
          sender: sender, plane: sender, column: 1, row: 0, columns: 3, rows: 2, start: sender * 6))
    }
    map.levels = (0..<12).map { UInt8(40 + 7 * $0) }
    map.sigmas = (0..<12).map { UInt8(20 + $0) }
    return map
  }

  @Test func positioningFilesRoundTrip() throws {
    let map = try Self.radioMap()
    let bytes = try PositioningFile.bytes(map)
    #expect(try PositioningFile.read(bytes) == map)
    #expect(try PositioningFile.bytes(PositioningFile.read(bytes)) == bytes)
  }

  @Test func rejectsInvalidFiles() throws {
    let bytes = try PositioningFile.bytes(Self.radioMap())
    #expect(throws: PositioningFileError.truncated) { try PositioningFile.read([]) }
    #expect(throws: PositioningFileError.foreign) {
      try PositioningFile.read(Array("no positioning file".utf8))
    }
    #expect(throws: PositioningFileError.truncated) {
      try PositioningFile.read(Array(bytes.dropLast(9)))
    }
    var newer = bytes
    newer[4] = 9
    #expect(throws: PositioningFileError.newerVersion(9)) { try PositioningFile.read(newer) }
    // For every changed byte there is an error or a map, never a trap.
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 0x41
      if index >= 16 {
        #expect(throws: PositioningFileError.self) { try PositioningFile.read(changed) }
      } else {
        _ = try? PositioningFile.read(changed)
      }
    }
  }

  /// A folder for this process only.
  private static func folder(_ name: String) -> String {
    let path = "/tmp/venuesim-indoor-\(getpid())-\(name)"
    mkdir(path, 0o700)
    return path
  }

  @Test func startsFromTableOrCache() throws {
    let folder = Self.folder("rules")
    let table = PositioningTable(path: folder + "/table.sqlite")
    let bytes = try PositioningFile.bytes(Self.radioMap())
    let first = try table.add(bytes, createdSeconds: 1, survey: "one")
    let second = try table.add(bytes, createdSeconds: 2, survey: "two")
    let cache = PositioningCache(path: folder + "/cache.sqlite")

    var offline = IndoorDataSource(table: table, cache: cache)
    offline.start(isOnline: false)
    #expect(offline.status == .failedToStart)
    #expect(offline.error == .offline)

    var newest = IndoorDataSource(table: table, cache: cache)
    newest.start(isOnline: true)
    #expect(newest.row == second)
    newest.stop()
    #expect(newest.drainEvents() == [.starting, .started, .stopping, .stopped])
    // Without a network the cached map is used, for any requested row.
    var asked = IndoorDataSource(table: table, rowID: first, cache: cache)
    asked.start(isOnline: false)
    #expect(asked.row == second)
    asked.stop()
    asked.start(isOnline: true)
    #expect(asked.row == first)
    #expect(cache.kept(of: table.path)?.globalID == first)
    // The requested row is cached: the table isn't needed.
    var elsewhere = IndoorDataSource(
      table: PositioningTable(path: table.path), rowID: first, cache: cache)
    elsewhere.start(isOnline: true)
    #expect(elsewhere.status == .started)
  }

  /// Without a cache file, the positioning file lasts as long as the source.
  @Test func keepsFilesInMemory() throws {
    let folder = Self.folder("memory")
    let table = PositioningTable(path: folder + "/table.sqlite")
    _ = try table.add(try PositioningFile.bytes(Self.radioMap()), createdSeconds: 1, survey: "one")
    var source = IndoorDataSource(table: table, cache: PositioningCache())
    source.start(isOnline: false)
    #expect(source.error == .offline)
    source.start(isOnline: true)
    source.stop()
    source.start(isOnline: false)
    #expect(source.status == .started)
  }

  @Test func reportsErrorsOfTablesAndRows() throws {
    let folder = Self.folder("wrong")
    let cache = PositioningCache(path: folder + "/cache.sqlite")
    let table = PositioningTable(path: folder + "/table.sqlite")
    var missing = IndoorDataSource(table: table, cache: cache)
    missing.start(isOnline: true)
    guard case .tableUnreadable = missing.error else {
      Issue.record("a table that isn't there was read")
      return
    }
    let broken = try table.add(
      Array(PositioningFile.bytes(Self.radioMap()).dropLast(5)), createdSeconds: 1, survey: "half")
    let unknown = Identifier128(high: 7, low: 7)
    var withUnknownRow = IndoorDataSource(table: table, rowID: unknown, cache: cache)
    withUnknownRow.start(isOnline: true)
    #expect(withUnknownRow.error == .rowUnknown(unknown))
    var half = IndoorDataSource(table: table, rowID: broken, cache: cache)
    half.start(isOnline: true)
    #expect(half.error == .badFile(.truncated))
    #expect(cache.kept(of: table.path) == nil)
    let far = try table.add(
      PositioningFile.bytes(Self.radioMap(latitude: 48)), createdSeconds: 2, survey: "far")
    let here = VenueMap(
      name: "here", frame: LocalFrame(origin: try Self.radioMap().origin), levels: [])
    var other = IndoorDataSource(table: table, rowID: far, cache: cache)
    other.start(isOnline: true, at: here)
    guard case .badFile(.elsewhere) = other.error else {
      Issue.record("a file of another place was taken")
      return
    }
    #expect(other.status == .failedToStart)
  }
}
