import Kernel
import Observations
import Positioning
import Testing

/// Coarse positions from cells.
@Suite struct CellLocatorTests {
  static func cell(_ number: Int, _ east: Double, _ north: Double) -> KnownCell {
    let town = WiFiTown(0, width: 1, seed: 1)
    return KnownCell(
      identity: Int64(number), physicalIdentity: number, channelNumber: 300,
      coordinate: town.coordinate([east, north]), radiusMetres: 500)
  }

  static func reading(_ number: Int, _ level: Double, serving: Bool) -> CellReading {
    CellReading(
      technology: .lte, countryCode: 310, networkCode: 26, areaCode: serving ? 7 : nil,
      cellIdentity: serving ? Int64(number) : nil, physicalIdentity: number, channelNumber: 300,
      powerDecibelMilliwatts: level, isServing: serving)
  }

  static let area = CellArea([cell(1, 0, 0), cell(2, 900, 0), cell(3, 0, 90_000)])
  static let name = CellAreaName(countryCode: 310, networkCode: 26, areaCode: 7)

  @Test func areasRoundTripAndRejectDamage() throws {
    #expect(try CellArea(Self.area.bytes).cells.map(\.identity) == [1, 2, 3])
    #expect(CellAreaName(resource: Self.name.resource) == Self.name)
    let bytes = Self.area.bytes
    for length in 0..<bytes.count {
      #expect(throws: WiFiTileError.self) { try CellArea(Array(bytes.prefix(length))) }
    }
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 4
      #expect(throws: WiFiTileError.self) { try CellArea(changed) }
    }
  }

  @Test func requestsAreaOnceAndLocates() throws {
    let town = WiFiTown(0, width: 1, seed: 1)
    var locator = CellLocator()
    let alone = CellScan(time: .start, readings: [Self.reading(1, -80, serving: true)])
    let before = locator.locate(alone)
    #expect(before == nil)
    let got1 = locator.nextResource(at: .start)
    #expect(got1 == nil)
    locator.receive(NetworkReachability(route: .cellular, isExpensive: true))
    let got2 = locator.nextResource(at: .start)
    let resource = try #require(got2)
    let got3 = locator.nextResource(at: .start)
    #expect(got3 == nil)
    locator.receive(
      Download(resource: resource, bytes: [], isComplete: false), at: .start)
    let got4 = locator.nextResource(at: .start)
    #expect(got4 == nil)
    let got5 = locator.nextResource(at: SimTime(seconds: 60))
    #expect(got5 == resource)
    locator.receive(
      Download(resource: resource, bytes: Self.area.bytes, isComplete: true),
      at: SimTime(seconds: 61))
    let got6 = locator.locate(alone)
    let fix = try #require(got6)
    #expect(town.distance(fix, .zero) < 1)
    #expect(fix.horizontalAccuracyMetres >= 400)
    var both = alone
    both.readings.append(Self.reading(2, -82, serving: false))
    // Equal strength, with the identity of a cell 90 km off: it isn't used.
    both.readings.append(Self.reading(3, -80, serving: false))
    both.readings.append(Self.reading(2, .nan, serving: false))
    let got7 = locator.locate(both)
    let drawn = try #require(got7)
    #expect(town.distance(drawn, [900, 0]) < 890)
    #expect(town.distance(drawn, .zero) < 500)
    let other = CellScan(time: .start, readings: [Self.reading(9, -80, serving: true)])
    let got8 = locator.locate(other)
    #expect(got8 == nil)
    let got9 = locator.locate(CellScan(time: .start, readings: []))
    #expect(got9 == nil)
  }
}
