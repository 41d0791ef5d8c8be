import Geometry
import Kernel
import Maps
import Observations
import Parts
import Positioning
import Services
import Testing

/// k nearest neighbours among a survey's points.
@Suite struct FingerprintTests {
  private static let columns = 10

  /// Two levels of 10 by 2 points, 2 m apart.
  ///
  /// Each has an access point at either end, 3 dB weaker for each further point; the upper level has two of
  /// its own.
  private static func map() throws -> VenueMap {
    let origin = try Geodetic(latitudeDegrees: 47, longitudeDegrees: 8, altitudeMetres: 400)
    var radio = RadioMap(venue: "hall", origin: origin)
    radio.senders = (0..<4).map { .wifi(UInt64($0 + 1) << 8) }
    for level in 0...1 {
      radio.planes.append(
        RadioMap.Plane(
          ordinal: level, building: 0, elevationMetres: 4 * Double(level), origin: .zero,
          spacing: 2,
          columns: columns, rows: 2, isSurveyed: [Bool](repeating: true, count: 2 * columns)))
      for end in 0...1 {
        radio.fields.append(
          RadioMap.CoverageWindow(
            sender: 2 * level + end, plane: level, column: 0, row: 0, columns: columns, rows: 2,
            start: radio.levels.count))
        for _ in 0..<2 {
          for column in 0..<columns {
            let way = end == 0 ? column : columns - 1 - column
            radio.levels.append(UInt8((-50 - 3 * Double(way) - RadioMap.minLevel) * 2))
            radio.sigmas.append(20)
          }
        }
      }
    }
    var map = VenueMap(
      name: "hall", frame: LocalFrame(origin: origin),
      levels: (0...1).map {
        Level(
          ordinal: $0, shortName: "\($0)", elevationMetres: 4 * Double($0), walls: [])
      })
    map.radioMap = radio
    return map
  }

  private static func scan(_ seconds: Double, _ strengths: [Int: Double]) -> WiFiScan {
    let time = SimTime(seconds: seconds)
    return WiFiScan(
      startTime: time, endTime: time,
      readings: strengths.sorted { $0.key < $1.key }.map {
        WiFiReading(
          bssid: HardwareAddress(UInt64($0.key + 1) << 8), ssid: "",
          rssiDecibelMilliwatts: $0.value,
          frequencyMegahertz: 2412, time: time)
      })
  }

  private static func locator(
    _ change: (inout FingerprintLocator.Parameters) -> Void = { _ in }
  ) throws -> FingerprintLocator {
    var parameters = FingerprintLocator.Parameters()
    change(&parameters)
    return try #require(FingerprintLocator(map: map(), parameters: parameters))
  }

  /// East of the origin, in m.
  private static func east(_ fix: LocationFix?) throws -> Double {
    let fix = try #require(fix)
    let place = try Geodetic(
      latitudeDegrees: fix.coordinate.latitudeDegrees,
      longitudeDegrees: fix.coordinate.longitudeDegrees, altitudeMetres: fix.altitudeMetres)
    return try map().frame.enu(of: place).x
  }

  @Test func averagesNearestNeighbours() throws {
    var locator = try Self.locator { $0.neighbours = 2 }
    // Levels as at the fourth point of the upper level.
    locator.receive(Self.scan(1, [2: -59, 3: -68]))
    let fix = locator.locate(at: SimTime(seconds: 2))
    #expect(abs(try Self.east(fix) - 6) < 1e-6)
    #expect(fix?.floor == 1 && fix?.transmitterCount == 2 && fix?.source == .wifi)
    #expect(abs(try #require(fix).altitudeMetres - 404) < 1e-3)
    // Both rows' points, 2 m apart, are 1 m from their mean: the minimum accuracy is reported.
    #expect(fix?.horizontalAccuracyMetres == 5)
    locator = try Self.locator {
      $0.neighbours = 2
      $0.minAccuracyMetres = 0
    }
    locator.receive(Self.scan(1, [2: -59, 3: -68]))
    let accuracy = locator.locate(at: SimTime(seconds: 2))?.horizontalAccuracyMetres
    #expect(abs(try #require(accuracy) - 1) < 1e-6)
  }

  /// Levels that are all weaker by three tenths above silence mislead the difference metric, but not the
  /// angle.
  @Test func cosineMetricToleratesAttenuation() throws {
    func off(_ likeness: FingerprintLocator.Likeness) throws -> Double {
      var locator = try Self.locator {
        $0.neighbours = 2
        $0.likeness = likeness
      }
      locator.receive(Self.scan(1, [0: -100 + 0.7 * 44, 1: -100 + 0.7 * 29]))
      return abs(try Self.east(locator.locate(at: SimTime(seconds: 2))) - 4)
    }
    let (angle, difference) = (try off(.cosine), try off(.euclidean))
    #expect(angle < difference, "\(angle) \(difference)")
  }

  /// A transmitter that the survey has and the scan lacks counts against a point.
  @Test(arguments: [FingerprintLocator.Likeness.euclidean, .sorensen])
  func unheardTransmittersCount(_ likeness: FingerprintLocator.Likeness) throws {
    var locator = try Self.locator {
      $0.neighbours = 2
      $0.likeness = likeness
    }
    // The third point's level at one end alone: near there the other end would be received, too, so a
    // point further from it is more similar.
    locator.receive(Self.scan(1, [0: -56]))
    #expect(try Self.east(locator.locate(at: SimTime(seconds: 2))) < 4)
  }

  @Test func readingsAreAveragedAndExpire() throws {
    var locator = try Self.locator { $0.neighbours = 2 }
    locator.receive(Self.scan(1, [0: -62, 1: -65]))
    locator.receive(Self.scan(5, [0: -56, 1: -71]))
    // The mean is that of the fourth point, 6 m east; later the second scan counts alone, then none.
    var place = locator.locate(at: SimTime(seconds: 6))
    #expect(abs(try Self.east(place) - 6) < 1e-6)
    place = locator.locate(at: SimTime(seconds: 9))
    #expect(abs(try Self.east(place) - 4) < 1e-6)
    #expect(locator.locate(at: SimTime(seconds: 20)) == nil)
  }

  @Test func ignoresUnknownTransmitters() throws {
    var locator = try Self.locator { $0.minimum = 2 }
    locator.receive(Self.scan(1, [9: -50, 0: .nan]))
    #expect(locator.locate(at: SimTime(seconds: 1)) == nil)
    locator.receive(Self.scan(1, [0: -60]))
    #expect(locator.locate(at: SimTime(seconds: 1)) == nil)
    locator.receive(Self.scan(1, [1: -60]))
    #expect(locator.locate(at: SimTime(seconds: 1)) != nil)
    var withoutWiFi = try Self.locator { $0.usesWiFi = false }
    withoutWiFi.receive(Self.scan(1, [0: -60, 1: -60]))
    #expect(withoutWiFi.locate(at: SimTime(seconds: 1)) == nil)
    var unsurveyed = try Self.map()
    unsurveyed.radioMap = nil
    #expect(FingerprintLocator(map: unsurveyed) == nil)
  }

  /// A stack with this part publishes position and floor; without a survey it publishes nothing.
  @Test func stackPublishesPositionAndFloor() throws {
    func reported(_ map: VenueMap) throws -> [LocationFix] {
      var settings = StackSettings()
      settings.use(.locator, "fingerprints", FingerprintParameters())
      var stack = ReferenceStack(map: map, settings: settings)
      var sink = StackSink()
      stack.start(at: .start, into: &sink)
      var reported: [LocationFix] = []
      for second in 1...40 {
        let now = SimTime(seconds: Double(second))
        sink.clear()
        stack.receive(
          .wifi(Self.scan(Double(second) - 0.5, [2: -56, 3: -71])), at: now, into: &sink)
        stack.timerFired(StackTimer(1), at: now, into: &sink)
        for case .location(let fix) in sink.outputs { reported.append(fix) }
      }
      return reported
    }
    let fixes = try reported(Self.map())
    #expect(fixes.count > 30)
    #expect(fixes.last?.floor == 1)
    let east = try Self.east(fixes.last)
    #expect(abs(east - 4) < 1, "\(east)")
    var unsurveyed = try Self.map()
    unsurveyed.radioMap = nil
    #expect(try reported(unsurveyed).isEmpty)
  }
}
