import Geometry
import Kernel
import Maps
import Observations
import Positioning
import Testing

/// Levels that don't match the survey: the phone may be in an unsurveyed area, and reports it.
@Suite struct IndoorUnsurveyedTests {
  typealias Hall = IndoorLocatorTests.Hall

  /// Simulates 30 s of standing in the hall.
  ///
  /// - Parameters:
  ///   - spread: Sigma of each sender's constant deviation from the survey, in dB.
  ///   - unknownRadios: Number of strong access points that aren't in the survey.
  ///   - change: Changes the locator's parameters.
  /// - Returns: The last fix.
  /// - Throws: If the hall is invalid.
  private static func stand(
    spread: Double, unknownRadios: Int = 0,
    _ change: (inout IndoorLocator.Parameters) -> Void = { _ in }
  ) throws -> LocationFix {
    let hall = try Hall()
    var parameters = IndoorLocator.Parameters()
    change(&parameters)
    var locator = try #require(IndoorLocator(map: hall.map, parameters: parameters))
    var fix: LocationFix?
    for second in 1...30 {
      let time = SimTime(seconds: Double(second))
      if second % 2 == 0 {
        var scan = hall.scan(Vec3(24, 18, 1), at: Double(second))
        for index in scan.readings.indices {
          let address = scan.readings[index].bssid.value
          var draw = RandomStream(seed: 7, entity: address, purpose: "unsurveyed")
          scan.readings[index].rssiDecibelMilliwatts += spread * draw.gaussian()
        }
        scan.readings += (0..<unknownRadios).map {
          WiFiReading(
            bssid: HardwareAddress(0xF0_0000 + UInt64($0) << 8), ssid: "",
            rssiDecibelMilliwatts: -60, frequencyMegahertz: 2412, time: scan.endTime)
        }
        locator.receive(scan)
      }
      fix = locator.fix(at: time) ?? fix
    }
    return try #require(fix)
  }

  @Test func matchingLevelsAreSurveyed() throws {
    let fix = try Self.stand(spread: 0)
    #expect(fix.isSurveyed == true)
    #expect(fix.horizontalAccuracyMetres < 6, "\(fix.horizontalAccuracyMetres)")
  }

  /// Particles still agree on the least wrong position; the radius must not.
  @Test func misfitWidensRadius() throws {
    let honest = try Self.stand(spread: 14)
    #expect(honest.isSurveyed == false)
    let blind = try Self.stand(spread: 14) { $0.answer.misfitPower = 0 }
    #expect(
      honest.horizontalAccuracyMetres > 2 * blind.horizontalAccuracyMetres,
      "\(honest.horizontalAccuracyMetres), \(blind.horizontalAccuracyMetres)")
  }

  /// Particles also stay further apart, because misfits get less weight; nothing else is changed here.
  @Test func misfitReducesWeight() throws {
    let withMisfit = try Self.stand(spread: 14) { $0.answer.misfitPower = 0 }
    let withoutMisfit = try Self.stand(spread: 14) {
      ($0.answer.misfitPower, $0.answer.maxMisfit) = (0, 1)
    }
    #expect(
      withMisfit.horizontalAccuracyMetres > 1.1 * withoutMisfit.horizontalAccuracyMetres,
      "\(withMisfit.horizontalAccuracyMetres), \(withoutMisfit.horizontalAccuracyMetres)")
  }

  @Test(arguments: [(1, true), (12, false)]) func manyUnknownTransmittersAreUnsurveyed(
    unknownRadios: Int, isSurveyed: Bool
  ) throws {
    #expect(try Self.stand(spread: 0, unknownRadios: unknownRadios).isSurveyed == isSurveyed)
  }

  /// Unknown senders at -60 dBm are ignored if only stronger ones count.
  @Test func weakUnknownTransmittersAreIgnored() throws {
    let fix = try Self.stand(spread: 0, unknownRadios: 12) { $0.answer.strong = -50 }
    #expect(fix.isSurveyed == true)
  }

  @Test func gnssFixesHaveNoSurveyFlag() {
    let fix = LocationFix(
      time: .start, coordinate: Coordinate(latitudeDegrees: 0, longitudeDegrees: 0),
      horizontalAccuracyMetres: 5, source: .gnss)
    #expect(fix.isSurveyed == nil)
  }
}
