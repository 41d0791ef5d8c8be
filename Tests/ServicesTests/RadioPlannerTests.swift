import Kernel
import Observations
import Parts
import Services
import Testing

/// Selection of radios.
@Suite struct RadioPlannerTests {
  private static let planner = RadioPlanner()

  /// The requests of apps, in a need.
  private typealias Demand = @Sendable (inout RadioNeed) -> Void

  private func demand(_ accuracy: DesiredAccuracy?, navigates: Bool = false) -> Demand {
    {
      $0.accuracyMetres = accuracy?.metres
      $0.isNavigation = navigates
    }
  }

  private func situation(
    _ flags: ActivityFlags, _ source: LocationSource = .gnss, radius: Double? = 5,
    isIndoors: Bool = false
  ) -> RadioNeed {
    var situation = RadioNeed()
    situation.activity = flags
    situation.isIndoors = isIndoors
    situation.fix = radius.map {
      LocationFix(
        time: SimTime(seconds: 100),
        coordinate: Coordinate(latitudeDegrees: 0, longitudeDegrees: 0),
        horizontalAccuracyMetres: $0, source: source)
    }
    return situation
  }

  private func plan(_ demand: Demand, _ situation: RadioNeed) -> RadioPlan {
    var need = situation
    demand(&need)
    return Self.planner.plan(for: need, at: SimTime(seconds: 101))
  }

  @Test func radiosAreOffWithoutDemand() {
    #expect(plan(demand(nil), situation(.walking)) == RadioPlan())
    let watching: Demand = { $0.monitorsChanges = true }
    #expect(plan(watching, situation(.walking)) == RadioPlan(cell: .seconds(60)))
  }

  /// Each step up in accuracy adds one radio.
  @Test func accuracySelectsRadios() {
    let walking = situation(.walking, .wifi, radius: 30)
    for metres in [1000.0, 3000] {
      let plan = plan(demand(.metres(metres)), walking)
      #expect(plan.gnss == nil && plan.wifi == nil && plan.cell != nil, "\(metres)")
    }
    let near = plan(demand(.metres(100)), walking)
    #expect(near.gnss == nil && near.wifi != nil && near.cell != nil)
    for best in [DesiredAccuracy.metres(10), .best, .bestForNavigation] {
      #expect(plan(demand(best), walking).gnss == .seconds(1), "\(best)")
    }
    #expect(plan(demand(.reduced), walking).wifi == nil)
  }

  /// For an accuracy of a hundred metres, GNSS is used only if nothing else is received.
  @Test func gnssReplacesMissingWiFi() {
    let lost = plan(demand(.metres(100)), situation(.walking, .cell, radius: 800))
    #expect(lost.gnss == .seconds(10))
    #expect(plan(demand(.metres(1000)), situation(.walking, .cell, radius: 800)).gnss == nil)
  }

  @Test func gnssSlowsDownAtRest() {
    let resting = situation(.stationary)
    #expect(plan(demand(.best), resting).gnss == .seconds(5))
    #expect(plan(demand(.best, navigates: true), resting).gnss == .seconds(1))
    #expect(plan(demand(.best), situation(.stationary, radius: 40)).gnss == .seconds(1))
    // A car at a light moves on at once.
    #expect(plan(demand(.best), situation([.stationary, .automotive])).gnss == .seconds(1))
    var fresh = resting
    fresh.activitySince = SimTime(seconds: 90)
    #expect(plan(demand(.best), fresh).gnss == .seconds(1))
  }

  @Test func gnssSlowsDownIndoors() {
    let inside = situation(.walking, .beacon, isIndoors: true)
    #expect(plan(demand(.best), inside).gnss == .seconds(30))
    // At the exit GNSS is on again.
    #expect(plan(demand(.best), situation(.walking, .beacon)).gnss == .seconds(1))
  }

  /// Scans are expensive: in the open they only refresh the tiles, between buildings they help.
  @Test func wiFiScansIncreaseWithPoorGNSS() throws {
    let open = try #require(plan(demand(.best), situation(.walking)).wifi)
    let canyon = try #require(plan(demand(.best), situation(.walking, radius: 40)).wifi)
    let first = try #require(plan(demand(.best), situation(.walking, radius: nil)).wifi)
    #expect(canyon * 4 <= open && first == canyon)
    // A phone at rest needs its first position, too.
    #expect(plan(demand(.best), situation(.stationary, radius: nil)).wifi == first)
  }

  @Test func monitoredRegionsUseWiFiOnly() {
    var watching = situation(.walking, .wifi, radius: 30)
    watching.watched = PositionDemand(accuracyMetres: 20, interval: .seconds(30))
    let plan = plan(demand(nil), watching)
    #expect(plan.gnss == nil && plan.wifi != nil)
  }

  @Test func requestsOnlyChanges() {
    let plan = RadioPlan(gnss: .seconds(1), wifi: .seconds(5), cell: .seconds(10))
    #expect(plan.requests(from: plan).isEmpty)
    #expect(RadioPlan(gnss: .seconds(1)).requests(from: plan) == [.stop(.wifi), .stop(.cell)])
    #expect(
      RadioPlan(gnss: .seconds(10), wifi: .seconds(5), cell: .seconds(10)).requests(from: plan)
        == [.start(.gnss, period: .seconds(10))])
    // A scan with another period is restarted.
    #expect(
      RadioPlan(beacon: .seconds(5)).requests(from: RadioPlan(beacon: .zero))
        == [.stop(.beacon), .start(.beacon, period: .seconds(5))])
  }

  /// With deferred locations GNSS fixes are batched, unless regions are monitored as well.
  @Test func deferredUpdatesBatchGNSS() {
    let waiting: Demand = {
      $0.accuracyMetres = 0
      $0.isDeferred = true
    }
    let running = situation(.running)
    #expect(plan(demand(.best), running).gnssBatch == .zero)
    let deferred = plan(waiting, running)
    #expect(deferred.gnss == .seconds(1) && deferred.gnssBatch == .seconds(15))
    #expect(
      deferred.requests(from: plan(demand(.best), running)).contains(
        .batch(.gnss, every: .seconds(15))))
    var watched = running
    watched.watched = PositionDemand(accuracyMetres: 100, interval: .seconds(60))
    #expect(plan(waiting, watched).gnssBatch == .zero)
  }
}
