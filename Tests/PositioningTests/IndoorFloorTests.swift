import Geometry
import Glibc
import Kernel
import Maps
import Observations
import Positioning
import Testing

/// Floors by air pressure, where radio is ambiguous.
@Suite struct IndoorFloorTests {
  typealias Hall = IndoorLocatorTests.Hall

  static func pressure(_ height: Double, at second: Int) -> PressureSample {
    // The standard atmosphere (ISO 2533).
    PressureSample(
      time: SimTime(seconds: Double(second)),
      pressurePascals: 101_325 * pow(1 - height / 44_330.8, 1 / 0.190_263))
  }

  /// A person starts upstairs where only the lower level is received, goes down to it and up again.
  ///
  /// There is no position between levels: the pressure at the bottom is that of the lower level.
  @Test(arguments: [0, 30, -400]) func correctsFloorThatIsOneTooLow(weather: Int) throws {
    let hall = try Hall()
    var locator = try #require(IndoorLocator(map: hall.map))
    let point = Vec3(24, 18, 1)
    var floors: [Int: Int] = [:]
    for second in 1...65 {
      let climbed = second < 50 ? -max(0, min(5, Double(second) - 20)) : min(0, Double(second) - 55)
      locator.receive(Self.pressure(Double(weather) + climbed, at: second))
      // No reception on the stairs.
      if second % 3 == 0, second < 20 || 26..<50 ~= second {
        locator.receive(hall.scan(point, at: Double(second)))
      }
      floors[second] = locator.fix(at: SimTime(seconds: Double(second)))?.floor
    }
    #expect(floors[19] == 0 && floors[48] == 0)
    #expect(floors[62] == 1, "\(floors.sorted { $0.key < $1.key })")
  }

  /// Doors and fans change the pressure by a metre's worth, and the weather by more, but slowly.
  @Test func draughtsAndWeatherDoNotChangeFloor() throws {
    let hall = try Hall()
    var locator = try #require(IndoorLocator(map: hall.map))
    let point = Vec3(24, 18, 6)
    for second in 1...600 {
      let draught = second % 90 < 10 ? 1.0 : 0
      let weather = 4 * Double(second) / 600
      locator.receive(Self.pressure(30 + draught + weather, at: second))
      if second % 5 == 0 { locator.receive(hall.scan(point, at: Double(second))) }
      let fix = locator.fix(at: SimTime(seconds: Double(second)))
      if second > 10 { #expect(fix?.floor == 1, "after \(second) s") }
    }
  }

  /// If surveyors measured half of the pressure difference upstairs, so does a phone.
  @Test(arguments: [true, false]) func usesSurveyedPressureDifferences(isKnown: Bool) throws {
    var map = try Hall().map
    if isKnown {
      map.radioMap?.planes[0].relativePressurePascals = 0
      map.radioMap?.planes[1].relativePressurePascals = -30
    }
    let hall = try Hall()
    var locator = try #require(IndoorLocator(map: map))
    var fix: LocationFix?
    for second in 1...28 {
      let climbed = max(0, min(2.5, Double(second - 20) / 2))
      locator.receive(Self.pressure(30 + climbed, at: second))
      if second % 3 == 0, second < 20 {
        locator.receive(hall.scan(Vec3(24, 18, 1), at: Double(second)))
      }
      fix = locator.fix(at: SimTime(seconds: Double(second)))
      if second == 19 { #expect(fix?.floor == 0) }
    }
    #expect(fix?.floor == (isKnown ? 1 : 0))
  }
}
