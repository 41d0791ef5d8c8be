import Geometry
import Kernel
import Maps
import Observations
import Venues

/// Simulated buildings for Wi-Fi and beacons, of the kinds in which recordings were made.
///
/// They are not copies of the real ones: the compared figures must hold in any such building.
enum RadioStudyPlaces {
  /// Walls with their materials.
  private struct Walls {
    var lines: [Segment2] = []
    var materials: [Material] = []

    mutating func add(_ from: Vec2, _ to: Vec2, _ material: Material) {
      lines.append(Segment2(from, to))
      materials.append(material)
    }

    /// Adds a wall with gaps of 1.2 m at a regular spacing.
    mutating func add(_ from: Vec2, _ to: Vec2, _ material: Material, doorEach spacing: Double) {
      let length = from.distance(to: to)
      let along = (to - from) / length
      var start = 0.0
      for number in 0..<Int(length / spacing) {
        let door = (Double(number) + 0.5) * spacing
        add(from + along * start, from + along * (door - 0.6), material)
        start = door + 0.6
      }
      add(from + along * start, to, material)
    }
  }

  /// Size of the mall's storeys, and centre line of its corridor ring, in m.
  static let mallSize = Vec2(144, 72)
  static let mallRing = Box2([8, 22], [136, 50])

  /// Five storeys of a mall: shops along both sides and in the middle, with a ring of corridors between.
  ///
  /// The mall's access points are every 18 m on alternate sides of the ring, with six networks on each band;
  /// a third of the shops have routers of one network; beacons are every 24 m.
  ///
  /// - Parameter seed: Seed of the transmitters.
  /// - Returns: The mall.
  /// - Throws: An error for invalid geometry.
  static func mall(seed: UInt64) throws -> Venue {
    var draw = RandomStream(seed: seed, purpose: "study.mall")
    var walls = Walls()
    for shop in 0...18 {
      let x = 8.0 * Double(shop)
      walls.add([x, 0], [x, 16], .plasterboard)
      walls.add([x, 56], [x, 72], .plasterboard)
      if (2...16).contains(shop) { walls.add([x, 28], [x, 44], .plasterboard) }
    }
    for y in [16.0, 56] { walls.add([0, y], [144, y], .glass, doorEach: 8) }
    for y in [28.0, 44] { walls.add([16, y], [128, y], .glass, doorEach: 8) }
    walls.add([16, 36], [128, 36], .plasterboard)
    for x in [64.0, 80] { walls.add([x, 28], [x, 44], .reinforced) }
    var points: [AccessPoint] = []
    var beacons: [Beacon] = []
    for level in 0..<5 {
      let floor = 5 * Double(level)
      for (row, side) in [22.0, 50].enumerated() {
        for number in 0..<8 where (number + row + level) % 2 == 0 {
          points.append(
            accessPoint(
              "ap \(level) \(side) \(number)",
              at: [6 + 18.5 * Double(number), side, floor + 3.6], level, networks: 6, &draw))
        }
        for number in 0..<6 {
          beacons.append(
            beacon(
              number: beacons.count, at: [12 + 24 * Double(number), side + 4, floor + 3], level,
              power: -53 + 3 * draw.gaussian(), interval: [0.1, 0.3, 0.5, 0.9][number % 4]))
        }
      }
      for (row, y) in [8.0, 32, 40, 64].enumerated() {
        for shop in 0..<18 where draw.happens(withProbability: 0.33) {
          points.append(
            accessPoint(
              "shop \(level) \(row) \(shop)",
              at: [4 + 8 * Double(shop), y + draw.uniform(in: -3...3), floor + 2], level,
              networks: 1, &draw))
        }
      }
    }
    return try venue(
      "mall", size: mallSize, storeys: 5, height: 5, walls: walls, facade: .concrete,
      Transmitters(beacons: beacons, accessPoints: points))
  }

  /// Three storeys of a museum in a factory: halls, and few access points.
  static func museum(seed: UInt64) throws -> Venue {
    var draw = RandomStream(seed: seed, purpose: "study.museum")
    var walls = Walls()
    walls.add([30, 0], [30, 40], .brick, doorEach: 20)
    for x in [15.0, 45] { walls.add([x, 0], [x, 15], .plasterboard) }
    for y in [15.0, 25] { walls.add([0, y], [60, y], .plasterboard, doorEach: 15) }
    var points: [AccessPoint] = []
    for level in [0] {
      points.append(
        accessPoint(
          "ap \(level)", at: Vec3(12 + 16 * Double(level), 30, 4 * Double(level) + 3), level,
          networks: 2, &draw))
    }
    // Access points of neighbours, and phones of visitors.
    for number in 0..<14 {
      let angle = 2 * .pi * draw.uniform()
      let position = Vec2(30, 20) + Vec2(angle: angle, length: draw.uniform(in: 60...140))
      points.append(
        accessPoint(
          "neighbour \(number)", at: Vec3(position, draw.uniform(in: 2...12)), nil, networks: 1,
          &draw))
    }
    return try venue(
      "museum", size: [60, 40], storeys: 3, height: 4, walls: walls, facade: .concrete,
      Transmitters(accessPoints: points))
  }

  /// A storey of an office: rooms of 6 m by 5 m along corridors, with beacons on its walls.
  static func office(beacons: [Beacon], low: Vec2, high: Vec2) throws -> Venue {
    var walls = Walls()
    var y = low.y
    while y < high.y {
      walls.add([low.x, y + 5], [high.x, y + 5], .plasterboard, doorEach: 6)
      walls.add([low.x, y + 7], [high.x, y + 7], .plasterboard, doorEach: 6)
      walls.add([low.x, y + 12], [high.x, y + 12], .plasterboard)
      var x = low.x
      while x < high.x {
        walls.add([x, y], [x, y + 5], .plasterboard)
        walls.add([x, y + 7], [x, y + 12], .plasterboard)
        x += 6
      }
      y += 12
    }
    return try venue(
      "office", size: high, storeys: 1, height: 3, walls: walls, facade: .coatedGlass,
      Transmitters(beacons: beacons))
  }

  /// One open, unbounded room, 3 m high.
  static func room(beacons: [Beacon]) throws -> Venue {
    try venue(
      "room", size: [0, 0], storeys: 1, height: 3, walls: Walls(), facade: .brick,
      Transmitters(beacons: beacons))
  }

  /// A beacon with a measured power of -59 dBm at 1 m.
  static func beacon(
    number: Int, at position: Vec3, _ level: Int = 0, power: Double, interval: Double
  ) -> Beacon {
    Beacon(
      name: "beacon \(number)",
      identity: BeaconIdentity(
        uuid: Identifier128(high: 1, low: 2), major: UInt16(level), minor: UInt16(number)),
      position: position, level: level, measuredPowerDecibelMilliwatts: -59,
      truePowerDecibelMilliwatts: power, intervalSeconds: interval)
  }

  /// An access point of two bands: 20 and 23 dBm, with a deviation of 2 dB.
  private static func accessPoint(
    _ name: String, at position: Vec3, _ level: Int?, networks: Int, _ draw: inout RandomStream
  ) -> AccessPoint {
    // Channels that routers select, of those that all phones of the recordings scan.
    let low = [2412.0, 2412, 2437, 2462, 2462, 2432, 2452, 2472][draw.integer(below: 8)]
    let channels = [5180.0, 5200, 5220, 5240, 5745, 5765, 5785, 5805, 5825]
    let high = channels[draw.integer(below: channels.count)]
    let address = draw.next() & 0xFF_FFFF_FFF0
    let radios = [(low, 20.0), (high, 23.0)].enumerated().map { number, band in
      AccessPoint.Radio(
        frequencyMegahertz: band.0, powerDecibelMilliwatts: band.1 + 2 * draw.gaussian(),
        networks: (0..<networks).map { network in
          // Networks of one radio differ in the first byte.
          let first = UInt64(4 * network + 2) << 40
          return AccessPoint.Network(
            bssid: HardwareAddress(first | address | UInt64(number)), ssid: "network \(network)")
        })
    }
    return AccessPoint(name: name, position: position, level: level, radios: radios)
  }

  private static func venue(
    _ name: String, size: Vec2, storeys: Int, height: Double, walls: Walls, facade: Material,
    _ transmitters: Transmitters
  ) throws -> Venue {
    let outline = size.x > 0 ? [try Polygon(Box2(.zero, size))] : []
    let levels = (0..<storeys).map {
      Level(
        ordinal: $0, shortName: "\($0)", elevationMetres: height * Double($0),
        heightMetres: height - (storeys > 1 ? 0.4 : 0), outline: outline, walls: walls.lines)
    }
    let buildings =
      outline.isEmpty
      ? []
      : [Building(name: name, footprint: outline, heightMetres: height * Double(storeys))]
    let frame = LocalFrame(
      origin: try Geodetic(latitudeDegrees: 47, longitudeDegrees: 8, altitudeMetres: 0))
    return Venue(
      map: VenueMap(name: name, frame: frame, buildings: buildings, levels: levels),
      materials: VenueMaterials(
        walls: Array(repeating: walls.materials, count: storeys), facades: [facade]),
      transmitters: transmitters)
  }
}
