import Geometry
import Testing

@Suite struct PrismIndexTests {
  private func city() throws -> PrismIndex {
    let court = try Polygon(exterior: rectangle(0, 0, 10, 10), holes: [rectangle(4, 4, 6, 6)])
    let tower = try Polygon(exterior: rectangle(20, 0, 30, 10))
    let neighbor = try Polygon(exterior: rectangle(30, 0, 40, 10))
    return PrismIndex([
      try Prism(footprint: court, base: 0, top: 8), try Prism(footprint: tower, base: 0, top: 20),
      try Prism(footprint: neighbor, base: 5, top: 15),
    ])
  }

  @Test func sightByCase() throws {
    let city = try city()
    let cases: [(Vec3, Vec3, [Int])] = [
      (Vec3(-5, 2, 1), Vec3(50, 2, 1), [0, 1]),  // below the raised one
      (Vec3(-5, 2, 6), Vec3(50, 2, 6), [0, 1, 2]),
      (Vec3(-5, 5, 1), Vec3(15, 5, 1), [0, 0]),  // through the court
      (Vec3(4.5, 5, 1), Vec3(5.5, 5, 1), []),  // within the court
      (Vec3(-5, 2, 8), Vec3(15, 2, 8), []),  // along the roof
      (Vec3(-5, 2, 0), Vec3(15, 2, 0), []),  // along the floor
      (Vec3(-5, 0, 1), Vec3(15, 0, 1), []),  // along a wall
      (Vec3(10, -5, 1), Vec3(10, 15, 1), []),
      (Vec3(30, -5, 10), Vec3(30, 15, 10), []),  // within the seam of two
      (Vec3(30, -5, 9), Vec3(30.001, 15, 9), [2]),
      (Vec3(4, -5, 1), Vec3(4, 15, 1), [0, 0]),  // in between along a wall of the court
      (Vec3(-5, 5, 1), Vec3(0, 5, 1), []),  // up to a wall
      (Vec3(0, 5, 1), Vec3(-5, 5, 1), []),  // away from a wall
      (Vec3(0, 5, 1), Vec3(1, 5, 1), [0]),
      (Vec3(-1, 1, 1), Vec3(1, -1, 1), []),  // past a corner
      (Vec3(-1, 1, 7), Vec3(1, 1, 9), []),  // touching the edge of the roof
      (Vec3(-1, 1, 9), Vec3(3, 1, 6), [0]),  // down through the roof
      (Vec3(1, 1, -3), Vec3(1, 1, 30), [0]),  // upright
      (Vec3(1, 1, 8), Vec3(1, 1, 30), []),
      (Vec3(5, 5, -3), Vec3(5, 5, 30), []),
      (Vec3(0, 1, -3), Vec3(0, 1, 30), []),
      (Vec3(1, 1, 1), Vec3(1, 1, 1), []),
      (Vec3(1, 1, 1), Vec3(2, 2, 2), [0]),  // all inside
      (Vec3(.nan, 1, 1), Vec3(2, 2, 2), []), (Vec3(0, 0, 0), Vec3(.infinity, 2, 2), []),
    ]
    var crossings: [PrismIndex.Crossing] = []
    for (start, end, expected) in cases {
      city.crossings(from: start, to: end, into: &crossings)
      #expect(crossings.map(\.prism) == expected, "\(start) \(end)")
      #expect(city.isBlocked(from: start, to: end) == !expected.isEmpty, "\(start) \(end)")
      #expect(city.firstObstruction(from: start, to: end)?.prism == expected.first)
      city.crossings(from: end, to: start, into: &crossings)
      #expect(crossings.map(\.prism) == expected.reversed(), "\(start) \(end) back")
    }
    let first = city.firstObstruction(from: Vec3(-5, 2, 1), to: Vec3(50, 2, 1))
    #expect(first?.distance == 5)
    #expect(first?.point == Vec3(0, 2, 1))
    city.crossings(from: Vec3(-5, 5, 1), to: Vec3(15, 5, 1), into: &crossings)
    #expect(crossings.map(\.entry) == [5, 11] && crossings.map(\.exit) == [9, 15])
    #expect(crossings.map(\.length) == [4, 4])
  }

  @Test func directionsAndLimits() throws {
    let city = try city()
    let eye = Vec3(-5, 2, 1)
    #expect(city.isBlocked(from: eye, direction: Vec3(3, 0, 0)))
    #expect(!city.isBlocked(from: eye, direction: Vec3(3, 0, 0), within: 5))
    #expect(city.isBlocked(from: eye, direction: Vec3(3, 0, 0), within: 5.1))
    #expect(!city.isBlocked(from: eye, direction: Vec3(-1, 0, 0)))
    #expect(!city.isBlocked(from: eye, direction: Vec3(5, 0, 7.01)))
    #expect(city.isBlocked(from: eye, direction: Vec3(5, 0, 6.99)))
    #expect(!city.isBlocked(from: eye, direction: .zero))
    #expect(!city.isBlocked(from: eye, direction: Vec3(0, 0, 1)))
    #expect(city.isBlocked(from: Vec3(1, 1, 1), direction: Vec3(0, 0, 1)))
    #expect(city.firstObstruction(from: Vec3(1, 1, 1), direction: Vec3(0, 0, 2))?.distance == 0)
    let down = city.firstObstruction(from: Vec3(25, 5, 100), direction: Vec3(0, 0, -2))
    #expect(down?.distance == 80 && down?.point == Vec3(25, 5, 20))
    #expect(!PrismIndex([]).isBlocked(from: eye, to: .zero))
    let square = try Polygon(exterior: rectangle(0, 0, 1, 1))
    for (base, top) in [(1.0, 1.0), (2, 1), (.nan, 1), (0, .infinity)] {
      #expect(throws: GeometryError.self) { try Prism(footprint: square, base: base, top: top) }
    }
    let prism = try Prism(footprint: square, base: 0, top: 2)
    #expect(prism.contains(Vec3(1, 1, 2)) && !prism.contains(Vec3(1, 1, 2.1)))
  }

  @Test(arguments: [false, true])
  func crossingsAgainstSampling(onLattice: Bool) throws {
    var random = TestRandom(seed: onLattice ? 12 : 13)
    var crossings: [PrismIndex.Crossing] = []
    var blocked = 0
    for _ in 0..<40 {
      var prisms: [Prism] = []
      while prisms.count < 12 {
        let center = random.latticePoint(0, 40)
        guard let footprint = random.latticePolygon(around: center, radius: 6) else { continue }
        let base = Double(random.integer(0, 3))
        let top = base + Double(random.integer(1, 12))
        prisms.append(try Prism(footprint: footprint, base: base, top: top))
      }
      let index = PrismIndex(prisms)
      for _ in 0..<60 {
        func place() -> Vec3 {
          onLattice
            ? Vec3(random.latticePoint(-5, 45), Double(random.integer(-1, 14)))
            : Vec3(random.point(-5, 45), random.uniform(-1, 14))
        }
        let (start, end) = (place(), place())
        let length = start.distance(to: end)
        index.crossings(from: start, to: end, into: &crossings)
        let first = index.firstObstruction(from: start, to: end)
        #expect(first?.prism == crossings.first?.prism)
        #expect(first?.distance == crossings.first?.entry)
        #expect(index.isBlocked(from: start, to: end) == !crossings.isEmpty)
        blocked += crossings.isEmpty ? 0 : 1
        for fraction in stride(from: 0.00317, to: 1, by: 0.0103) {
          let point = start + (end - start) * fraction
          for (number, prism) in prisms.enumerated() {
            let distance = fraction * length
            let own = crossings.filter { $0.prism == number }
            // Rounding decides about samples next to a face.
            let margin = min(
              abs(point.z - prism.base), abs(point.z - prism.top),
              prism.footprint.boundaryDistance(to: point.xy))
            guard margin > 1e-9 else { continue }
            let isInside = own.contains { $0.entry < distance && distance < $0.exit }
            if isInside != prism.contains(point) { Issue.record("\(start) \(end) \(prism)") }
          }
        }
      }
    }
    #expect(blocked > 500)
  }
}
