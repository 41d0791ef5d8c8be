import Geometry
import Kernel
import Maps
import Observations
import Venues

/// Generates unusual venues with every part that a venue can have.
struct RandomVenue {
  private var stream: RandomStream

  init(seed: UInt64) {
    stream = RandomStream(seed: seed, purpose: "venue.random")
  }

  private mutating func number(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * Double(stream.integer(below: 1_000_000)) / 1_000_000
  }

  private mutating func point(_ reach: Double = 200) -> Vec2 {
    Vec2(number(-reach, reach), number(-reach, reach))
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[stream.integer(below: elements.count)]
  }

  private mutating func name(_ what: String, _ number: Int) -> String {
    "\(what) \(number)" + pick(["", " {n}", " \"x\"", " é: #", "\\", " {level}", " 'a'\n\u{7F}"])
  }

  private mutating func polygon(_ middle: Vec2, _ radius: Double) throws -> Polygon {
    let corners = 3 + stream.integer(below: 6)
    func ring(_ radius: Double) -> [Vec2] {
      (0..<corners).map {
        middle + Vec2(angle: 2 * .pi * Double($0) / Double(corners), length: radius)
      }
    }
    let hasHole = stream.integer(below: 3) == 0
    return try Polygon(exterior: ring(radius), holes: hasHole ? [ring(radius / 3)] : [])
  }

  /// Makes the next venue.
  mutating func venue() throws -> Venue {
    let frame = LocalFrame(
      origin: try Geodetic(
        latitudeDegrees: number(-60, 60), longitudeDegrees: number(-179, 179),
        altitudeMetres: number(-10, 900)))
    var buildings: [Building] = []
    var levels: [Level] = []
    var materials: [[Material]] = []
    var roofs: [Roof?] = []
    for number in 0..<(1 + stream.integer(below: 3)) {
      let middle = point()
      let parts = try (0..<stream.integer(below: 3)).map { part in
        try polygon(middle + Vec2(100 * Double(part), 0), 20)
      }
      buildings.append(
        Building(
          name: name("b", number), footprint: parts, heightMetres: self.number(3, 90),
          baseMetres: pick([0, 2.5])))
      roofs.append(parts.first.map { Roof(outline: $0, lossDecibels: 12.5) })
      for ordinal in 0..<(number == 0 ? 2 : stream.integer(below: 3)) {
        let level = try level(building: number, ordinal: ordinal - 1, middle)
        levels.append(level)
        materials.append(level.walls.map { _ in pick(Material.allCases) })
      }
    }
    let (connectors, lifts, belts) = connectors(levels)
    let (roads, plans) = try roads()
    let paths = paths(levels, roads)
    return Venue(
      map: VenueMap(
        name: name("venue", 0), frame: frame, buildings: buildings, levels: levels,
        connectors: connectors, paths: paths, roads: roads,
        places: (0..<3).map { NamedPlace(name: name("place", $0), spot: spot(levels)) },
        beacons: []),
      materials: VenueMaterials(
        walls: materials, facades: buildings.map { _ in pick(Material.allCases) }, roofs: roofs,
        lifts: lifts, beltSpeeds: belts),
      transmitters: transmitters(levels), signals: plans,
      regions: (0..<2).map {
        Region(name: name("region", $0), center: point(), radiusMetres: number(1, 90), level: $0)
      })
  }

  private mutating func spot(_ levels: [Level]) -> Spot {
    Spot(point(), level: stream.integer(below: 2) == 0 ? nil : stream.integer(below: levels.count))
  }

  private mutating func level(building: Int, ordinal: Int, _ middle: Vec2) throws -> Level {
    let units = try (0..<stream.integer(below: 4)).map { number in
      Unit(
        name: name("unit \(building) \(ordinal)", number), kind: pick(UnitKind.allCases),
        shape: try polygon(middle + Vec2(Double(number) * 10, 0), 6),
        isPublic: stream.integer(below: 3) > 0)
    }
    return Level(
      building: building, ordinal: ordinal,
      shortName: pick(["G", "13", "a b", "null"]) + "\(ordinal)",
      elevationMetres: 4.2 * Double(ordinal), heightMetres: 3.125,
      outline: try (0..<stream.integer(below: 3)).map {
        try polygon(middle + Vec2(100 * Double($0), 0), 19)
      }, units: units,
      walls: (0..<stream.integer(below: 6)).map { _ in
        Segment2(middle + point(20), middle + point(20))
      },
      openings: (0..<stream.integer(below: 4)).map { _ in
        Opening(
          kind: pick(OpeningKind.allCases), line: Segment2(middle + point(9), middle + point(9)),
          isEntrance: stream.integer(below: 2) == 0)
      }, fixtures: [try polygon(middle, 1.5)])
  }

  private mutating func connectors(
    _ levels: [Level]
  ) -> ([Connector], [Int: LiftMachine], [Int: Double]) {
    var lifts: [Int: LiftMachine] = [:]
    var belts: [Int: Double] = [:]
    let connectors = (0..<6).map { number in
      let kind = pick(ConnectorKind.allCases)
      if kind == .lift {
        lifts[number] = LiftMachine()
        lifts[number]?.speedMetresPerSecond = 6.25
        lifts[number]?.capacity = 21
      } else if kind == .escalator {
        belts[number] = 0.65
      }
      return Connector(
        name: name("c", number), kind: kind,
        stops: (0..<2).map { Spot(point(), level: $0) },
        isOneWay: kind != .lift && stream.integer(below: 2) == 0,
        widthMetres: number == 0 ? 1 : 2.25)
    }
    return (connectors, lifts, belts)
  }

  private mutating func roads() throws -> (RoadNetwork, [SignalPlan]) {
    let junctions = (0..<6).map {
      Junction(
        Vec2(Double($0) * 80, number(-50, 50)),
        control: $0 == 2 ? .signal : pick([.stop, .priority]))
    }
    let roads = (0..<7).map { number in
      let (from, to) = (number % 6, (number + 1 + number / 6) % 6)
      // Bent, so that no two roads have the same middle.
      let bend = junctions[from].point + Vec2(7, 300 + 10 * Double(number))
      return Road(
        name: pick(["", "Main St", "x"]), kind: pick(RoadKind.allCases), from: from, to: to,
        line: [junctions[from].point, bend, junctions[to].point],
        lanesForward: 1 + stream.integer(below: 3), lanesBackward: stream.integer(below: 3),
        limitMetresPerSecond: number == 0 ? 50 / 3.6 : 8,
        users: pick([nil, [], [.cars, .bicycles]]), layer: pick([0, 1, -1]))
    }
    let park = CarPark(
      name: name("p", 0), outline: try polygon([0, 0], 90),
      stalls: (0..<4).map {
        CarPark.Stall(point(40), headingRadians: number(-3, 3), aisle: $0)
      })
    let line = BusLine(
      name: name("bus", 0),
      stops: (0..<3).map { BusLine.Stop(name: name("s", $0), point: point()) },
      headwaySeconds: 450)
    let plan = SignalPlan(
      junction: 2,
      phases: [
        .init(roads: [1], greenSeconds: 31.5), .init(roads: [2], greenSeconds: 12),
        .init(roads: [], greenSeconds: 10),
      ], amberSeconds: 4, clearanceSeconds: 1, offsetSeconds: 17)
    return (
      RoadNetwork(
        junctions: junctions, roads: roads,
        restrictions: [
          TurnRestriction(from: 1, via: 2, to: 2, isOnly: stream.integer(below: 2) == 0)
        ],
        carParks: [park], busLines: [line]), [plan]
    )
  }

  private mutating func paths(_ levels: [Level], _ roads: RoadNetwork) -> PathNetwork {
    let nodes = (0..<10).map { Spot(point(), level: $0 < 4 ? nil : $0 < 8 ? 0 : 1) }
    let pairs = [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (3, 4), (8, 9), (7, 2)]
    return PathNetwork(
      nodes: nodes,
      edges: pairs.map { from, to in
        PathNetwork.Edge(
          from: from, to: to, kind: pick(PathKind.allCases),
          signal: stream.integer(below: 3) == 0 ? 2 : nil)
      })
  }

  private mutating func transmitters(_ levels: [Level]) -> Transmitters {
    func address(_ stream: inout RandomStream) -> HardwareAddress { HardwareAddress(stream.next()) }
    let points = (0..<3).map { number in
      AccessPoint(
        name: name("ap", number), position: Vec3(point(), self.number(0, 30)),
        level: number == 0 ? nil : number % levels.count,
        radios: (0..<number).map { radio in
          AccessPoint.Radio(
            frequencyMegahertz: radio == 0 ? 2437 : 5180.5, powerDecibelMilliwatts: 17.25,
            networks: (0..<2).map { _ in
              AccessPoint.Network(bssid: address(&stream), ssid: pick(["", "a", "b \"c\" #"]))
            })
        })
    }
    let beacons = (0..<3).map { number in
      Beacon(
        name: name("beacon", number),
        identity: BeaconIdentity(
          uuid: Identifier128(high: stream.next(), low: stream.next()), major: 65535,
          minor: UInt16(number)), position: Vec3(point(), self.number(0, 30)),
        level: number == 0 ? nil : 1, measuredPowerDecibelMilliwatts: -59.5,
        truePowerDecibelMilliwatts: pick([-59.5, -64]), intervalSeconds: 0.1)
    }
    let sites = (0..<2).map { number in
      CellSite(
        name: name("cell", number), position: Vec3(point(), 35.5),
        technology: pick([.gsm, .umts, .lte, .nr]), countryCode: 310, networkCode: 26,
        areaCode: 12, powerDecibelMilliwatts: 58, frequencyMegahertz: 1937.5,
        sectors: (0..<number * 2).map { sector in
          CellSite.Sector(
            azimuthRadians: sector == 0 ? nil : self.number(-1.5, 1.5), cellIdentity: 1 << 27,
            physicalIdentity: 503, channelNumber: 675)
        })
    }
    return Transmitters(beacons: beacons, accessPoints: points, cellSites: sites)
  }
}
