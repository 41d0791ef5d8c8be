import Geometry
import Kernel
import Maps
import Observations
import Positioning
import Testing

/// A phone that hears what doesn't fit the survey: it may be where nobody surveyed, and says so.
@Suite struct IndoorUnsurveyedTests {
  typealias Hall = IndoorLocatorTests.Hall

  /// Stands in the hall for 30 s.
  ///
  /// - Parameters:
  ///   - spread: By how much each sender is heard otherwise than the survey has it, one standard
  ///     deviation in dB, the same at all times.
  ///   - strangers: How many access points that the survey never heard are strong there.
  ///   - change: Changes how the locator is set.
  /// - Returns: The last fix.
  /// - Throws: Nothing but what a hall that can't be made throws.
  private static func stand(
    spread: Double, strangers: Int = 0,
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
        scan.readings += (0..<strangers).map {
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

  @Test func whereTheSurveyFitsItSaysSo() throws {
    let fix = try Self.stand(spread: 0)
    #expect(fix.isSurveyed == true)
    #expect(fix.horizontalAccuracyMetres < 6, "\(fix.horizontalAccuracyMetres)")
  }

  /// Particles agree on the least wrong place all the same; the radius must not.
  @Test func whatDoesNotFitWidensTheRadius() throws {
    let honest = try Self.stand(spread: 14)
    #expect(honest.isSurveyed == false)
    let blind = try Self.stand(spread: 14) { $0.answer.misfitPower = 0 }
    #expect(
      honest.horizontalAccuracyMetres > 2 * blind.horizontalAccuracyMetres,
      "\(honest.horizontalAccuracyMetres), \(blind.horizontalAccuracyMetres)")
  }

  /// Particles stay further apart, too, as what doesn't fit counts less; nothing else is turned here.
  @Test func whatDoesNotFitCountsLess() throws {
    let heedful = try Self.stand(spread: 14) { $0.answer.misfitPower = 0 }
    let heedless = try Self.stand(spread: 14) {
      ($0.answer.misfitPower, $0.answer.mostMisfit) = (0, 1)
    }
    #expect(
      heedful.horizontalAccuracyMetres > 1.1 * heedless.horizontalAccuracyMetres,
      "\(heedful.horizontalAccuracyMetres), \(heedless.horizontalAccuracyMetres)")
  }

  @Test(arguments: [(1, true), (12, false)]) func strangersSayThatNobodySurveyed(
    strangers: Int, isSurveyed: Bool
  ) throws {
    #expect(try Self.stand(spread: 0, strangers: strangers).isSurveyed == isSurveyed)
  }

  /// Strangers at -60 dBm are none where only what is louder counts as strong.
  @Test func weakStrangersSayNothing() throws {
    let fix = try Self.stand(spread: 0, strangers: 12) { $0.answer.strong = -50 }
    #expect(fix.isSurveyed == true)
  }

  @Test func whatRestsOnNoSurveySaysNothingOfIt() {
    let fix = LocationFix(
      time: .start, coordinate: Coordinate(latitudeDegrees: 0, longitudeDegrees: 0),
      horizontalAccuracyMetres: 5, source: .gnss)
    #expect(fix.isSurveyed == nil)
  }
}
