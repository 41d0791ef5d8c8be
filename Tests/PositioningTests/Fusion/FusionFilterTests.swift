import Kernel
import Observations
import Positioning
import Testing

/// Fusion of positions from several sources.
@Suite struct FusionFilterTests {
  private static let origin = Coordinate(latitudeDegrees: 40.73, longitudeDegrees: -74)

  /// A position some metres north and east of the origin.
  private func fix(
    _ second: Double, east: Double = 0, north: Double = 0, radius: Double,
    source: LocationSource = .wifi
  ) -> LocationFix {
    LocationFix(
      time: SimTime(seconds: second),
      coordinate: Coordinate(
        latitudeDegrees: Self.origin.latitudeDegrees + north / 111_195,
        longitudeDegrees: Self.origin.longitudeDegrees + east / 84_260),
      horizontalAccuracyMetres: radius, source: source, transmitterCount: 5)
  }

  /// Distance of a position from the origin, in m.
  private func distance(_ fix: LocationFix) -> Double {
    let north = (fix.coordinate.latitudeDegrees - Self.origin.latitudeDegrees) * 111_195
    let east = (fix.coordinate.longitudeDegrees - Self.origin.longitudeDegrees) * 84_260
    return (north * north + east * east).squareRoot()
  }

  private func reported(_ filter: FusionFilter, _ second: Double) throws -> LocationFix {
    try #require(filter.fix(at: SimTime(seconds: second)))
  }

  private func report(_ flags: ActivityFlags) -> ActivityReport {
    ActivityReport(startTime: .start, flags: flags, confidence: .high)
  }

  @Test func switchesToBetterSource() throws {
    var filter = FusionFilter()
    #expect(filter.fix(at: .start) == nil)
    filter.receive(fix(0, east: 300, radius: 500, source: .cell))
    let coarse = try reported(filter, 1)
    #expect(coarse.source == .cell && coarse.horizontalAccuracyMetres > 400)
    filter.receive(fix(3, east: 10, radius: 30))
    let fine = try reported(filter, 4)
    #expect(fine.source == .wifi && fine.horizontalAccuracyMetres < 40 && distance(fine) < 30)
    filter.adopt(fix(6, radius: 5, source: .gnss))
    let best = try reported(filter, 6)
    #expect(best.source == .gnss && best.horizontalAccuracyMetres < 6 && distance(best) < 1)
    // GNSS is lost: first dead reckoning, then Wi-Fi again.
    filter.receive(fix(60, radius: 30))
    #expect(try reported(filter, 61).source == .wifi)
  }

  /// Repeated fixes at rest bring no new information: the radius doesn't shrink.
  @Test(arguments: [5.0, 60]) func repeatedFixesDoNotShrinkRadius(period: Double) throws {
    var filter = FusionFilter()
    filter.receive(report(.stationary))
    for turn in 0..<60 { filter.receive(fix(Double(turn) * period, radius: 30)) }
    let fix = try reported(filter, 59 * period)
    #expect(fix.horizontalAccuracyMetres > 15 && fix.horizontalAccuracyMetres < 31)
  }

  @Test func rejectsOneOutlierButAcceptsRepeatedOnes() throws {
    var filter = FusionFilter()
    filter.receive(report(.walking))
    for turn in 0..<5 { filter.receive(fix(Double(turn) * 5, radius: 25)) }
    let isAccepted = filter.receive(fix(25, east: 3000, radius: 25))
    #expect(!isAccepted)
    #expect(try distance(reported(filter, 26)) < 60)
    filter.receive(fix(30, east: 3000, radius: 25))
    filter.receive(fix(35, east: 3000, radius: 25))
    #expect(try distance(reported(filter, 36)) > 2900)
  }

  @Test func ignoresGNSSWorseThanWiFi() throws {
    var filter = FusionFilter()
    filter.receive(fix(0, radius: 25))
    filter.adopt(fix(2, east: 90, radius: 60, source: .gnss))
    #expect(try distance(reported(filter, 2)) < 10)
    filter.adopt(fix(4, east: 90, radius: 8, source: .gnss))
    #expect(try distance(reported(filter, 4)) > 80)
  }

  /// The radius grows with the time since the last fix, at the max plausible speed.
  @Test func coastingWidensRadiusAndEnds() throws {
    var (resting, driving) = (FusionFilter(), FusionFilter())
    resting.receive(report(.stationary))
    driving.receive(report(.automotive))
    resting.adopt(fix(0, radius: 5, source: .gnss))
    driving.adopt(fix(0, radius: 5, source: .gnss))
    let (stays, goes) = (try reported(resting, 60), try reported(driving, 60))
    #expect(stays.horizontalAccuracyMetres < 10)
    #expect(goes.horizontalAccuracyMetres > 600 && goes.source == .deadReckoning)
    #expect(driving.fix(at: SimTime(seconds: 200)) == nil)
  }

  @Test(arguments: [.nan, .infinity, -1, 0, 1e9] as [Double])
  func rejectsInvalidFixes(value: Double) throws {
    var filter = FusionFilter()
    filter.receive(fix(0, radius: value))
    filter.adopt(fix(0, radius: value, source: .gnss))
    #expect(filter.fix(at: .start) == nil)
    filter.receive(fix(1, radius: 20))
    if value != 0 {
      var odd = fix(2, radius: 20)
      odd.coordinate.latitudeDegrees = value == -1 ? 90.5 : value
      let isAccepted = filter.receive(odd)
      #expect(!isAccepted)
    }
    // A clock that jumps back, or far ahead, does no harm.
    filter.receive(fix(-50, radius: 20))
    filter.receive(fix(1e6, radius: 20))
    #expect(try distance(reported(filter, 1e6)) < 30)
  }
}
