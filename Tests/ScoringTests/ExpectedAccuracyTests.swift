import Geometry
import Glibc
import Kernel
import Maps
import Observations
import Scoring
import TestSupport
import Testing

/// A floor with known levels everywhere, and an exact radio map of it.
struct SurveyedFloor {
  struct Sender: Sendable {
    var place: Vec2
    var isBeacon = false
  }

  static let spacing = 2.0
  static let sigma = 2.0, noise = 3.0
  let senders: [Sender]
  let columns: Int
  let rows: Int

  /// A square of 61 m, or part of it, with some senders.
  init(_ senders: [Sender], columns: Int = 31, rows: Int = 31) {
    self.senders = senders
    self.columns = columns
    self.rows = rows
  }

  static func level(_ sender: Sender, at point: Vec2) -> Double {
    -45 - 12.5 * log10((point - sender.place).squaredLength + 9)
  }

  /// Sigma of received levels about the map's mean, body shadowing included.
  static var totalSigma: Double { (noise * noise + sigma * sigma + 16).squareRoot() }

  func map(surveyed: (Vec2) -> Bool = { _ in true }) throws -> RadioMap {
    let origin = try Geodetic(latitudeDegrees: 47, longitudeDegrees: 8, altitudeMetres: 0)
    var map = RadioMap(venue: "Floor", origin: origin)
    (map.wifiNoise, map.beaconNoise) = (Self.noise, Self.noise)
    var plane = RadioMap.Plane(
      ordinal: 0, building: 0, elevationMetres: 0, origin: .zero, spacing: Self.spacing,
      columns: columns, rows: rows, isSurveyed: [])
    let points = (0..<columns * rows).map {
      plane.point(column: $0 % columns, row: $0 / columns)
    }
    plane.isSurveyed = points.map(surveyed)
    map.planes = [plane]
    for (number, sender) in senders.enumerated() {
      let identity = BeaconIdentity(
        format: .iBeacon, uuid: Identifier128(high: 1, low: 2), major: 1, minor: UInt16(number))
      map.senders.append(sender.isBeacon ? .beacon(identity) : .wifi(UInt64(number + 1) << 8))
      map.fields.append(
        RadioMap.CoverageWindow(
          sender: number, plane: 0, column: 0, row: 0, columns: columns, rows: rows,
          start: map.levels.count))
      map.levels += points.map {
        UInt8(max(0, min(255, ((Self.level(sender, at: $0) + 110) * 2).rounded())))
      }
      map.sigmas += points.map { _ in UInt8(Self.sigma / RadioMap.sigmaStep) }
    }
    return map
  }

  /// Error of the max-likelihood position, in m, of a phone with a receiver bias of `offset`.
  func error(at point: Vec2, _ draw: inout RandomStream) -> Double {
    let offsets = (wifi: 4 * draw.gaussian(), beacons: 4 * draw.gaussian())
    let received = senders.map {
      Self.level($0, at: point) + ($0.isBeacon ? offsets.beacons : offsets.wifi)
        + Self.totalSigma * draw.gaussian()
    }
    return likeliest(received, near: point, variance: Self.totalSigma * Self.totalSigma).distance(
      to: point)
  }

  /// Its squared error, in m², for one kind of senders with their own variance.
  func squaredError(
    at point: Vec2, offset: Double, variance: Double, _ draw: inout RandomStream
  ) -> Double {
    let received = senders.map {
      Self.level($0, at: point) + offset + variance.squareRoot() * draw.gaussian()
    }
    return (likeliest(received, near: point, variance: variance) - point).squaredLength
  }

  /// The max-likelihood position within some 15 m of a point.
  private func likeliest(_ received: [Double], near point: Vec2, variance: Double) -> Vec2 {
    let weight = 1 / variance
    func cost(_ place: Vec2) -> Double {
      var (squares, sums, counts) = (0.0, [0.0, 0], [1 / 16.0, 1 / 16.0])
      for (number, sender) in senders.enumerated() {
        let rest = received[number] - Self.level(sender, at: place)
        squares += weight * rest * rest
        sums[sender.isBeacon ? 1 : 0] += weight * rest
        counts[sender.isBeacon ? 1 : 0] += weight
      }
      return squares - sums[0] * sums[0] / counts[0] - sums[1] * sums[1] / counts[1]
    }
    var best = point
    var minimum = Double.infinity
    for (step, reach) in [(1.0, 14), (0.25, 5)] {
      let middle = best
      for row in -reach...reach {
        for column in -reach...reach {
          let place = middle + Vec2(Double(column), Double(row)) * step
          let found = cost(place)
          if found < minimum { (minimum, best) = (found, place) }
        }
      }
    }
    return best
  }
}

@Suite struct ExpectedAccuracyTests {
  /// Senders on a ring, some of them beacons.
  private static func ring(_ count: Int, beacons: Int, radius: Double) -> [SurveyedFloor.Sender] {
    (0..<count).map { number in
      let angle = 2 * Double.pi * Double(number) / Double(count)
      return .init(
        place: Vec2(30, 30) + Vec2(cos(angle), sin(angle)) * radius, isBeacon: number < beacons)
    }
  }

  /// The radius equals that of max-likelihood positions from independent readings: 400 draws.
  @Test(arguments: [(60, 0, 14.0), (40, 40, 10), (80, 24, 18), (48, 20, 12)])
  func matchesMaximumLikelihoodErrors(count: Int, beacons: Int, radius: Double) throws {
    let floor = SurveyedFloor(Self.ring(count, beacons: beacons, radius: radius))
    let accuracy = ExpectedAccuracy(try floor.map())
    for (column, row) in [(15, 15), (16, 14)] {
      let cell = try #require(accuracy.planes[0].cell(column: column, row: row))
      #expect(cell.receivedCount == count)
      var draw = RandomStream(seed: 11, purpose: "accuracy", index: UInt64(column) << 32)
      let errors = (0..<400).map { _ in floor.error(at: cell.point, &draw) }.sorted()
      let reached = errors[271]
      let minimum = ExpectedAccuracy.minRadius
      let bound = (cell.radius * cell.radius - minimum * minimum).squareRoot()
      // 400 draws give a 68 % quantile within about 6 %; far out the levels are nonlinear.
      #expect(abs(reached / bound - 1) < 0.2, "\(reached) m, not \(bound) m")
    }
  }

  @Test func hasLargeRadiusWithoutReception() throws {
    let map = try SurveyedFloor([]).map { $0.x < 40 }
    let accuracy = ExpectedAccuracy(map)
    let cell = try #require(accuracy.planes[0].cell(column: 3, row: 3))
    #expect(cell.receivedCount == 0 && cell.strongest == nil && abs(cell.radius - 45.4) < 0.5)
    #expect(accuracy.planes[0].cell(column: 25, row: 3) == nil, "not surveyed")
    #expect(accuracy.share(within: 40) == 0 && accuracy.share(within: 50) == 1)
    #expect(BeaconAdvice(for: accuracy, wanted: 50, of: .usual).choices.isEmpty)
  }

  /// A wish that can't be met doesn't fill the floor with beacons.
  @Test func adviceIsLimited() throws {
    let accuracy = ExpectedAccuracy(try SurveyedFloor([]).map { $0.x < 20 && $0.y < 20 })
    let usual = BeaconAdvice(for: accuracy, wanted: 2.5, of: .usual)
    // Some 400 m².
    #expect((9...14).contains(usual.limit) && usual.choices.count == usual.limit, "\(usual.limit)")
    let few = BeaconAdvice(for: accuracy, wanted: 2.5, of: .usual, atMost: 3)
    #expect(few.choices == Array(usual.choices.prefix(3)))
    let many = BeaconAdvice(for: accuracy, wanted: 2.5, of: .usual, atMost: 50)
    #expect(many.choices.count > usual.choices.count)
  }

  @Test(.enabled(if: runsLong, "make test-long"), arguments: [(5.0, 0), (5.0, 4), (6.0, 6)])
  func longAdviceIsBetterThanRegularGrid(wanted: Double, accessPoints: Int) throws {
    try adviceIsBetterThanRegularGrid(wanted: wanted, accessPoints: accessPoints)
  }

  /// Proposed beacons are better than as many in a regular grid, by the same measure.
  @Test(arguments: [(6.0, 0)])
  func adviceIsBetterThanRegularGrid(wanted: Double, accessPoints: Int) throws {
    let places = Self.ring(accessPoints, beacons: 0, radius: 6).map {
      SurveyedFloor.Sender(place: $0.place - Vec2(18, 18))
    }
    // An L with two wings, one of which may have access points.
    let map = try SurveyedFloor(places).map { $0.x < 22 || $0.y < 18 }
    let accuracy = ExpectedAccuracy(map)
    let advice = BeaconAdvice(for: accuracy, wanted: wanted, of: .usual, atMost: 200)
    let shares = [advice.shareBefore] + advice.choices.map(\.share)
    #expect(shares == shares.sorted() && advice.shareAfter >= BeaconAdvice.enough)
    #expect(advice.choices.count > 3 && advice.choices.count < advice.limit)
    let again = accuracy.adding(
      advice.choices.map { ($0.plane, $0.point) }, of: .usual)
    #expect(again.share(within: wanted) == advice.shareAfter)
    // The widest grid with at least as many on the floor.
    let cells = accuracy.planes[0].cells.compactMap { $0?.point }
    var grid: [(plane: Int, point: Vec2)] = []
    var pitch = 40.0
    while grid.count < advice.choices.count {
      pitch -= 0.25
      grid = []
      for row in 0..<Int(62 / pitch) + 1 {
        for column in 0..<Int(62 / pitch) + 1 {
          let point = Vec2(Double(column) + 0.5, Double(row) + 0.5) * pitch
          if cells.contains(where: { $0.distance(to: point) < 1.5 }) { grid.append((0, point)) }
        }
      }
    }
    let regular = accuracy.adding(grid, of: .usual).share(within: wanted)
    #expect(regular < advice.shareAfter, "\(grid.count) in a grid, \(advice.choices.count) advised")
  }

  /// Clouds are separate from app events.
  @Test func cloudsAreNotEvents() {
    let cloud = ParticleCloud(time: SimTime(seconds: 1), spreadMetres: 1, particles: [])
    let score = scoreDevice(
      ScoringInput(
        device: "d", outputs: [Delivered(time: SimTime(seconds: 1), .cloud(cloud))], truth: nil,
        changes: [], duration: .seconds(10), power: []))
    #expect(score.clouds == [cloud] && score.events.isEmpty)
  }
}
