public import Devices
import Geometry
import Kernel
import Observations
import Positioning

/// Network service that answers phones' requests from the database.
public struct WiFiTileService: NetworkService {
  /// Size of the squares that share the space of a tile, in m.
  private static let squareMetres = 60.0
  /// Radius of the responses of the older protocol, in m: a sixtieth of a tile's area (WWDC12-303).
  private static let aroundMetres = 364.0

  private let database: CrowdDatabase
  private let tiles: [TileAddress: [UInt8]]
  private let byAddress: [HardwareAddress: Int]

  /// Packs the tiles.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - byteBudget: Max size of a tile, in bytes.
  public init(_ database: CrowdDatabase, byteBudget: Int = CrowdParameters().tileByteBudget) {
    self.database = database
    var byTile: [TileAddress: [Int]] = [:]
    var byAddress: [HardwareAddress: Int] = [:]
    for (number, entry) in database.entries.enumerated() {
      if let tile = TileAddress(containing: entry.transmitter.coordinate) {
        byTile[tile, default: []].append(number)
      }
      for address in entry.addresses { byAddress[address] = number }
    }
    self.byAddress = byAddress
    var packed: [TileAddress: [UInt8]] = [:]
    for (address, numbers) in byTile {
      packed[address] = Self.pack(numbers.map { database.entries[$0] }, address, byteBudget)
    }
    tiles = packed
  }

  /// The response to `wifi/…` and `cell/…`; nil for other requests and for unknown addresses.
  public func answer(to resource: String) -> [UInt8]? {
    if let area = CellAreaName(resource: resource) {
      return CellArea(database.cells[area] ?? []).bytes
    }
    switch WiFiResource(resource) {
    case .tile(let address): return tile(address)
    case .tileOf(let addresses):
      guard let place = middle(of: addresses)?.transmitter.coordinate else { return nil }
      return TileAddress(containing: place).map { tile($0) }
    case .around(let addresses): return middle(of: addresses).map { around($0.point).bytes }
    case nil: return nil
    }
  }

  /// A tile, which is empty if there are no data.
  private func tile(_ address: TileAddress) -> [UInt8] {
    tiles[address] ?? WiFiTile(address: address, day: 0, transmitters: []).bytes
  }

  /// The access point with the most others within 300 m.
  private func middle(of addresses: [HardwareAddress]) -> CrowdDatabase.Entry? {
    let known = addresses.compactMap { byAddress[$0].map { database.entries[$0] } }
    return known.map { entry in
      (entry, known.filter { $0.point.distance(to: entry.point) < 300 }.count)
    }.reduce(nil as (CrowdDatabase.Entry, Int)?) { best, next in
      best.map { $0.1 >= next.1 ? $0 : next } ?? next
    }?.0
  }

  /// The access points nearest to a point.
  private func around(_ point: Vec2) -> WiFiArea {
    let near = database.entries.indices.filter {
      database.entries[$0].point.distance(to: point) < Self.aroundMetres
    }
    .sorted {
      let (left, right) = (database.entries[$0].point, database.entries[$1].point)
      return (left.distance(to: point), $0) < (right.distance(to: point), $1)
    }
    var records: [(address: HardwareAddress, transmitter: KnownTransmitter)] = []
    for number in near {
      let entry = database.entries[number]
      guard records.count + entry.addresses.count <= WiFiArea.maxRecords else { break }
      records += entry.addresses.map { ($0, entry.transmitter) }
    }
    return WiFiArea(records)
  }

  /// Packs the most useful access points: the squares take turns with their best ones, so that sparse areas
  /// keep all of theirs, and dense areas lose those that have close neighbours.
  private static func pack(
    _ entries: [CrowdDatabase.Entry], _ address: TileAddress, _ byteBudget: Int
  ) -> [UInt8] {
    var squares: [SIMD2<Int>: [CrowdDatabase.Entry]] = [:]
    for entry in entries {
      let square = SIMD2(
        Int((entry.point.x / squareMetres).rounded(.down)),
        Int((entry.point.y / squareMetres).rounded(.down)))
      squares[square, default: []].append(entry)
    }
    var ranked: [(rank: Int, worth: Double, entry: CrowdDatabase.Entry)] = []
    for members in squares.values {
      let sorted = members.sorted { ($0.worth, $1.addresses[0]) > ($1.worth, $0.addresses[0]) }
      for (rank, entry) in sorted.enumerated() { ranked.append((rank, entry.worth, entry)) }
    }
    ranked.sort {
      ($0.rank, -$0.worth, $0.entry.addresses[0]) < ($1.rank, -$1.worth, $1.entry.addresses[0])
    }
    func packed(_ count: Int) -> [UInt8] {
      WiFiTile(
        address: address, day: 0,
        transmitters: ranked.prefix(count).map {
          (TransmitterKey($0.entry.addresses[0]), $0.entry.transmitter)
        }
      ).bytes
    }
    var bytes = packed(ranked.count)
    var count = ranked.count
    while bytes.count > byteBudget, count > 0 {
      // Size is nearly proportional to count, so this ends after one or two iterations.
      count = min(count - 1, Int(Double(count) * Double(byteBudget) / Double(bytes.count)))
      bytes = packed(max(0, count))
    }
    return bytes
  }
}

extension CrowdDatabase.Entry {
  /// Usefulness to a phone: an accurate position, many reports, a high level, and recent reports.
  fileprivate var worth: Double {
    Double(min(8, reports)) / 8 + Double(min(3, contributors)) / 3 - transmitter.spreadMetres / 40
      + (transmitter.levelAt30Metres + 70) / 40 + (isFresh ? 0.5 : 0)
  }
}
