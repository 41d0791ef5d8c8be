import Geometry
import Glibc
import Kernel
import Observations
import Positioning
import Testing

/// Positions from Wi-Fi scans, with consistent and inconsistent readings.
@Suite struct WiFiScanLocatorTests {
  /// Four positions at a time, and one logarithm for many readings, compared with the plain likelihood.
  @Test(arguments: [1, 5, 16, 17, 40]) func scoresMatchLogLikelihood(groups: Int) {
    var draw = RandomStream(seed: UInt64(groups), purpose: "scan.scores")
    var locator = WiFiScanLocator()
    var known: [[(place: Vec2, soft: Double, spread: Double, level: Double)]] = []
    var levels: [Double] = []
    for _ in 0..<groups {
      let first = locator.candidates.count
      known.append([])
      for _ in 0..<1 + draw.integer(below: 3) {
        let place = Vec2(draw.uniform(in: -300...300), draw.uniform(in: -300...300))
        let (soft, spread) = (draw.uniform(in: 0.1...2), draw.uniform(in: 0...2))
        let level = draw.uniform(in: -75 ... -45)
        known[known.count - 1].append((place, soft, spread, level))
        locator.candidates.append(
          WiFiScanLocator.Candidate(point: place, soft: soft, spread: spread, level: level))
      }
      levels.append(draw.uniform(in: -95 ... -35))
      locator.groups.append(
        WiFiScanLocator.ReceivedTransmitter(
          level: levels[levels.count - 1], candidates: first..<locator.candidates.count))
    }
    let parameters = locator.parameters
    let stray = parameters.strayChance / parameters.straySpanDecibels
    let slope = parameters.pathLossDecibels / log(10)
    func plain(_ place: Vec2, _ bias: Double) -> Double {
      zip(known, levels).reduce(0) { sum, group in
        let likelihoods = group.0.map { candidate -> Double in
          let square = (place - candidate.place).squaredLength / 900 + candidate.soft
          let expected = candidate.level - parameters.pathLossDecibels / 2 * log10(square)
          let variance =
            parameters.levelSigmaDecibels * parameters.levelSigmaDecibels
            + slope * slope * candidate.spread / square
          let residual = group.1 - expected - bias
          return (1 - parameters.strayChance) * exp(-residual * residual / (2 * variance))
            / (2 * .pi * variance).squareRoot()
        }
        return sum + log((likelihoods.max() ?? 0) + stray)
      }
    }
    let places = (0..<11).map { _ in
      Vec2(draw.uniform(in: -900...900), draw.uniform(in: -900...900))
    }
    for bias in [-6, 0, 2.5] {
      let scores = locator.scores(at: places, bias: bias)
      #expect(scores.count == places.count)
      for (place, score) in zip(places, scores) {
        #expect(abs(score - plain(place, bias)) < 1e-9, "at \(place)")
      }
    }
  }

  @Test func errorsMatchReportedAccuracy() throws {
    let town = WiFiTown(300, width: 400, seed: 3)
    let atlas = try town.atlas()
    var locator = WiFiScanLocator()
    var errors: [Double] = []
    var inside = 0
    for seed in 0..<300 as Range<UInt64> {
      var draw = RandomStream(seed: seed, purpose: "town.place")
      let position = Vec2(draw.uniform(in: -300...300), draw.uniform(in: -300...300))
      let scan = town.scan(at: position, seed: seed, offset: 4 * draw.gaussian())
      let got1 = locator.locate(scan, in: atlas)
      let fix = try #require(got1)
      let error = town.distance(fix, position)
      errors.append(error)
      if error <= fix.horizontalAccuracyMetres { inside += 1 }
      #expect(fix.source == .wifi)
      #expect(fix.time == SimTime(seconds: 1))
    }
    errors.sort()
    #expect(errors[150] < 25)
    #expect(errors[285] < 70)
    #expect((180...270).contains(inside))
  }

  @Test(arguments: [0, 2, 4] as [Int])
  func ignoresMovedTransmitters(_ unknownRadios: Int) throws {
    var town = WiFiTown(120, width: 250, seed: 8)
    var database = town
    // Transmitters 3 km off by the database are here now, strong and near.
    for number in 0..<unknownRadios { database.points[number].place += Vec2(3000, 500) }
    let atlas = try database.atlas()
    for number in 0..<unknownRadios {
      town.points[number].place = Vec2(10 + 5 * Double(number), 0)
    }
    var locator = WiFiScanLocator()
    for seed in 0..<40 as Range<UInt64> {
      let got2 = locator.locate(town.scan(at: .zero, seed: seed), in: atlas)
      let fix = try #require(got2)
      #expect(town.distance(fix, .zero) < 90)
    }
  }

  @Test func rejectsScansOfTwoCities() throws {
    let here = WiFiTown(6, width: 40, seed: 1)
    var there = WiFiTown(6, width: 40, seed: 2)
    for number in there.points.indices { there.points[number].place += Vec2(20_000, 0) }
    var atlas = WiFiAtlas()
    for town in [here, there] {
      let all = town.transmitters(seed: 1)
      let addresses = Set(all.compactMap { TileAddress(containing: $0.transmitter.coordinate) })
      for address in addresses.sorted() {
        let tile = WiFiTile(address: address, day: 1, transmitters: all)
        atlas.insert(tile, byteCount: 10, at: .start)
      }
    }
    var both = here.scan(at: .zero, seed: 5)
    both.readings = (here.points + there.points).map { WiFiTown.reading($0.address, -65) }
    var locator = WiFiScanLocator()
    let undecided = locator.locate(both, in: atlas)
    #expect(undecided == nil)
    let hint = LocationFix(
      time: .start, coordinate: here.coordinate(.zero), horizontalAccuracyMetres: 50, source: .gnss)
    let got3 = locator.locate(both, in: atlas, near: hint)
    let decided = try #require(got3)
    #expect(here.distance(decided, .zero) < 100)
    // Most of one town and little of another is unambiguous.
    both.readings.removeLast(4)
    let got4 = locator.locate(both, in: atlas)
    let clear = try #require(got4)
    #expect(here.distance(clear, .zero) < 100)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 40, -500])
  func ignoresInvalidLevels(_ level: Double) throws {
    let town = WiFiTown(60, width: 150, seed: 4)
    let atlas = try town.atlas()
    var scan = town.scan(at: .zero, seed: 1)
    for index in scan.readings.indices where index.isMultiple(of: 2) {
      scan.readings[index].rssiDecibelMilliwatts = level
    }
    scan.readings[1].frequencyMegahertz = level
    var locator = WiFiScanLocator()
    let got5 = locator.locate(scan, in: atlas)
    let fix = try #require(got5)
    #expect(town.distance(fix, .zero) < 60)
    for index in scan.readings.indices { scan.readings[index].rssiDecibelMilliwatts = level }
    let got6 = locator.locate(scan, in: atlas)
    #expect(got6 == nil)
  }

  @Test func fewTransmittersGiveLargeRadius() throws {
    let town = WiFiTown(60, width: 150, seed: 4)
    let atlas = try town.atlas()
    var locator = WiFiScanLocator()
    var scan = town.scan(at: .zero, seed: 1)
    let unknownRadios = scan.readings.map { reading in
      var reading = reading
      reading.bssid = HardwareAddress(reading.bssid.value ^ 0x0000_FFFF_0000)
      return reading
    }
    scan.readings = [scan.readings[0]]
    let got7 = locator.locate(scan, in: atlas)
    let fix = try #require(got7)
    #expect(fix.horizontalAccuracyMetres >= 80)
    #expect(fix.transmitterCount == 1)
    scan.readings = unknownRadios
    let got8 = locator.locate(scan, in: atlas)
    #expect(got8 == nil)
    scan.readings = []
    let got9 = locator.locate(scan, in: atlas)
    #expect(got9 == nil)
    let empty = WiFiAtlas()
    let got10 = locator.locate(town.scan(at: .zero, seed: 1), in: empty)
    #expect(got10 == nil)
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func doesNotDependOnOrderOrHistory(_ seed: UInt64) throws {
    let town = WiFiTown(200, width: 300, seed: seed)
    let atlas = try town.atlas()
    let scan = town.scan(at: Vec2(20, 30), seed: seed)
    var turned = scan
    turned.readings.reverse()
    var fresh = WiFiScanLocator()
    var used = WiFiScanLocator()
    _ = used.locate(town.scan(at: Vec2(-200, 0), seed: seed + 1), in: atlas)
    let got11 = fresh.locate(scan, in: atlas)
    let fix = try #require(got11)
    let got12 = used.locate(scan, in: atlas)
    #expect(fix == got12)
    let got13 = used.locate(turned, in: atlas)
    #expect(fix == got13)
  }
}
