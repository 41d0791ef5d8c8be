import Geometry
import Glibc
import Kernel
import Maps
import Observations
import Positioning
import Testing

/// The indoor locator in a hall of two levels with an exact radio map.
@Suite struct IndoorLocatorTests {
  /// Access points in a grid over a hall of 60 by 40 m, half of them on each level.
  struct Hall {
    let map: VenueMap
    let frame: LocalFrame
    static let places = (0..<24).map { number -> Vec3 in
      let (column, row) = (Double(number / 2 % 6), Double(number / 12))
      return Vec3(5 + 10 * column, 8 + 24 * row, number % 2 == 0 ? 3 : 8)
    }

    static func level(of number: Int, at point: Vec3) -> Double {
      -38 - 26 * log10(max(1, (point - places[number]).length))
        - (abs(point.z - places[number].z) > 3 ? 15 : 0)
    }

    init() throws {
      let origin = try Geodetic(
        latitudeDegrees: 37.77, longitudeDegrees: -122.46, altitudeMetres: 9)
      frame = LocalFrame(origin: origin)
      var radio = RadioMap(venue: "Hall", origin: origin)
      for ordinal in 0...1 {
        radio.planes.append(
          RadioMap.Plane(
            ordinal: ordinal, building: 0, elevationMetres: 5 * Double(ordinal), origin: .zero,
            spacing: 2, columns: 31, rows: 21,
            isSurveyed: [Bool](repeating: true, count: 31 * 21)))
      }
      radio.senders = Self.places.indices.map { RadioMap.Sender.wifi(UInt64($0 + 1) << 8) }
      for sender in Self.places.indices {
        for plane in 0...1 {
          radio.fields.append(
            RadioMap.CoverageWindow(
              sender: sender, plane: plane, column: 0, row: 0, columns: 31, rows: 21,
              start: radio.levels.count))
          for row in 0..<21 {
            for column in 0..<31 {
              let point = Vec3(2 * Double(column), 2 * Double(row), 5 * Double(plane) + 1)
              let level = Self.level(of: sender, at: point)
              radio.levels.append(UInt8(max(0, min(255, (level + 110) * 2))))
              radio.sigmas.append(20)
            }
          }
        }
      }
      var map = VenueMap(name: "Hall", frame: frame, levels: [])
      map.radioMap = radio
      self.map = map
    }

    /// A scan at a point, with some noise.
    func scan(_ point: Vec3, at seconds: Double, offset: Double = 0) -> WiFiScan {
      var draw = RandomStream(seed: 7, purpose: "test", index: UInt64(seconds * 1000))
      let end = SimTime(seconds: seconds)
      return WiFiScan(
        startTime: end - .seconds(1), endTime: end,
        readings: Self.places.indices.compactMap { number in
          let level = Self.level(of: number, at: point) + offset + 3 * draw.gaussian()
          guard level > -92 else { return nil }
          return WiFiReading(
            bssid: HardwareAddress(UInt64(number + 1) << 8), ssid: "hall",
            rssiDecibelMilliwatts: level, frequencyMegahertz: 2412, time: end - .seconds(0.5))
        })
    }

    func error(_ fix: LocationFix?, _ point: Vec3) throws -> Double {
      guard let fix else { return .infinity }
      let place = try Geodetic(
        latitudeDegrees: fix.coordinate.latitudeDegrees,
        longitudeDegrees: fix.coordinate.longitudeDegrees, altitudeMetres: 9)
      return frame.enu(of: place).xy.distance(to: point.xy)
    }
  }

  @Test(arguments: [(12.0, 9.0, 0), (44, 31, 0), (30, 20, 1), (52, 7, 1)])
  func locatesStationaryPhone(east: Double, north: Double, ordinal: Int) throws {
    let hall = try Hall()
    var locator = try #require(IndoorLocator(map: hall.map))
    let point = Vec3(east, north, 5 * Double(ordinal) + 1)
    var fix: LocationFix?
    for second in 1...30 {
      if second % 3 == 0 { locator.receive(hall.scan(point, at: Double(second))) }
      fix = locator.fix(at: SimTime(seconds: Double(second)))
    }
    #expect(try hall.error(fix, point) < 3)
    #expect(fix?.floor == ordinal)
  }

  /// Carried away in a bag without reception, and taken out elsewhere.
  @Test(arguments: [-8.0, 0, 8]) func relocatesKidnappedPhone(offset: Double) throws {
    let hall = try Hall()
    var locator = try #require(IndoorLocator(map: hall.map))
    let (first, second) = (Vec3(8, 6, 1), Vec3(52, 34, 6))
    var fix: LocationFix?
    for time in 1...60 {
      let point = time <= 30 ? first : second
      if time % 3 == 0 { locator.receive(hall.scan(point, at: Double(time), offset: offset)) }
      fix = locator.fix(at: SimTime(seconds: Double(time)))
    }
    #expect(try hall.error(fix, second) < 5)
    #expect(fix?.floor == 1)
  }

  @Test func hasNoIndoorFixAtCarSpeed() throws {
    let hall = try Hall()
    var locator = try #require(IndoorLocator(map: hall.map))
    let point = Vec3(30, 20, 1)
    for (base, speed, isInside) in [(0.0, 1.0, true), (100, 20, false), (200, 1, true)] {
      locator.receive(
        sky: LocationFix(
          time: SimTime(seconds: base),
          coordinate: Coordinate(latitudeDegrees: 37.77, longitudeDegrees: -122.46),
          horizontalAccuracyMetres: 5, speedMetresPerSecond: speed, source: .gnss))
      var fix: LocationFix?
      for second in 1...12 {
        let time = base + Double(second)
        if second % 3 == 0 { locator.receive(hall.scan(point, at: time)) }
        fix = locator.fix(at: SimTime(seconds: time))
      }
      #expect((fix != nil) == isInside, "at \(speed) m/s")
    }
  }

  @Test func hasNoFixWithoutKnownTransmitters() throws {
    let hall = try Hall()
    var locator = try #require(IndoorLocator(map: hall.map))
    let scan = hall.scan(Vec3(30, 20, 1), at: 3)
    // Only transmitters that aren't in the survey.
    let foreign = WiFiScan(
      startTime: scan.startTime, endTime: scan.endTime,
      readings: scan.readings.map { reading in
        var other = reading
        other.bssid = HardwareAddress(reading.bssid.value | 0x00AA_0000_0000)
        return other
      })
    locator.receive(foreign)
    #expect((3...10).allSatisfy { locator.fix(at: SimTime(seconds: Double($0))) == nil })
    var unsurveyed = hall.map
    unsurveyed.radioMap = nil
    #expect(IndoorLocator(map: unsurveyed) == nil)
  }

  /// A thigh swings a phone about two axes at once, a quarter of a stride apart: that is no turn.
  @Test(arguments: [0.0, 1.2]) func legSwingIsNotATurn(turned: Double) {
    var attitude = CarriedAttitude(Vec3(0, 9.81, 0), yaw: 0)
    let step = 0.01
    func axes(_ time: Double) -> (up: Vec3, across: Vec3) {
      let phase = 2 * Double.pi * 0.95 * time
      let (pitch, roll) = (0.5 * sin(phase), 0.35 * cos(phase))
      let yaw = turned * min(1, max(0, time - 20))
      // The world's up and east in the axes of an upright phone.
      func seen(_ vector: Vec3) -> Vec3 {
        let (c, s) = (cos(-yaw), sin(-yaw))
        let level = Vec3(c * vector.x - s * vector.y, s * vector.x + c * vector.y, vector.z)
        let upright = Vec3(level.x, level.z, -level.y)
        let (cp, sp) = (cos(pitch), sin(pitch))
        let pitched = Vec3(
          upright.x, cp * upright.y + sp * upright.z, -sp * upright.y + cp * upright.z)
        let (cr, sr) = (cos(roll), sin(roll))
        return Vec3(cr * pitched.x + sr * pitched.y, -sr * pitched.x + cr * pitched.y, pitched.z)
      }
      return (seen(Vec3(0, 0, 1)), seen(Vec3(1, 0, 0)))
    }
    for index in 0..<6000 {
      let time = Double(index) * step
      let (now, next) = (axes(time), axes(time + step))
      // A fixed vector seems to turn the other way: ω = Σ v × v' / 2 over three axes.
      func rate(_ from: Vec3, _ to: Vec3) -> Vec3 { to.cross(from) / (2 * step) }
      let north = (now.up.cross(now.across), next.up.cross(next.across))
      let turn = rate(now.up, next.up) + rate(now.across, next.across) + rate(north.0, north.1)
      attitude.process(force: next.up * 9.81, rate: turn, elapsed: step, hasRates: true)
    }
    #expect(abs(attitude.yaw - turned) < 0.15, "turned by \(attitude.yaw)")
  }
}
