import Kernel
import Observations
import Services
import Testing

struct DeliveryTests {
  /// An app with always authorization that receives locations in the foreground.
  private func tracking(
    _ answer: UserAction = .settingsAlways, _ declaration: AppDeclaration = AppDeclaration()
  ) -> ManagerRig {
    var rig = ManagerRig(declarations: ["a": declaration])
    rig.open()
    rig.user(answer)
    rig.call(.startUpdatingLocation)
    rig.forget()
    return rig
  }

  @Test func firstFixMayBeCached() {
    var rig = ManagerRig()
    rig.authorize()
    rig.fix()
    rig.wait(60)
    rig.forget()
    rig.call(.startUpdatingLocation)
    let first = rig.locations()
    #expect(first.count == 1 && first.first?.first?.source == .cached)
    #expect(first.first?.first?.time == .start)
    rig.call(.startUpdatingLocation)
    #expect(rig.reported().isEmpty)
    rig.call(.stopUpdatingLocation)
    rig.wait(3601)
    rig.call(.startUpdatingLocation)
    #expect(rig.reported().isEmpty)
  }

  @Test(arguments: [0.0, 10, 25, 100]) func distanceFilterMeasuresFromLastDeliveredFix(
    distance: Double
  ) {
    var rig = tracking()
    rig.call(AppCall(.setDistanceFilter, distanceMetres: distance))
    for step in 0...200 {
      rig.fix(metresNorth: Double(step))
      rig.wait(1)
    }
    let reported = rig.locations().count
    #expect(reported == (distance == 0 ? 201 : Int(200 / distance) + 1))
  }

  @Test func deliversMoreAccurateFixWithoutMovement() {
    var rig = tracking()
    rig.call(AppCall(.setDistanceFilter, distanceMetres: 500))
    for accuracy in [1000.0, 950, 65, 60, 10, 9, 10, 65] {
      rig.fix(metresNorth: 3, accuracy: accuracy)
      rig.wait(1)
    }
    #expect(rig.locations().map { $0[0].horizontalAccuracyMetres } == [1000, 65, 10])
  }

  @Test(arguments: [0.5, 3.2, 10]) func slowAppReceivesFixesInBatches(handling: Double) {
    var slow = AppDeclaration()
    slow.handlingSeconds = handling
    var rig = tracking(.settingsAlways, slow)
    for _ in 0..<60 {
      rig.fix()
      rig.wait(1)
    }
    let messages = rig.locations()
    let times = messages.flatMap { $0.map(\.time) }
    #expect(times == times.sorted())
    #expect(messages.count <= Int(60 / max(1, handling)) + 1)
    #expect(messages.dropFirst().allSatisfy { Double($0.count) <= handling + 1 })
    #expect(times.count >= 60 - Int(handling) - 1)
  }

  @Test func suspendedAppReceivesLimitedBatchLater() {
    var rig = tracking()
    rig.life(.background)
    rig.life(.suspended)
    for _ in 0..<100 {
      rig.wait(1)
      rig.fix()
    }
    #expect(rig.reported().isEmpty)
    #expect(rig.manager.demand.accuracy == nil)
    rig.life(.foreground)
    let messages = rig.locations()
    #expect(messages.count == 1 && messages[0].count == 64)
    #expect(messages[0].last?.time == rig.now)
    #expect(zip(messages[0], messages[0].dropFirst()).allSatisfy { $0.time < $1.time })
  }

  @Test func whenInUseDropsFixesWhileSuspended() {
    var rig = tracking(.settingsWhenInUse)
    rig.life(.background)
    rig.wait(6)
    rig.life(.suspended)
    rig.wait(1)
    rig.fix()
    rig.life(.foreground)
    #expect(rig.reported().isEmpty)
    rig.fix()
    #expect(rig.reported().count == 1)
  }

  @Test func reducedAccuracyReportsCellsInfrequently() {
    var rig = tracking(.settingsWhenInUse)
    rig.user(.settingsPreciseOff)
    rig.forget()
    var places: Set<Coordinate> = []
    // Two hours' walk northwards of 7.2 km.
    for second in 0..<7200 {
      rig.fix(metresNorth: Double(second))
      rig.wait(1)
    }
    let reported = rig.locations().map { $0[0] }
    #expect(reported.count == 6)
    for fix in reported {
      places.insert(fix.coordinate)
      #expect(fix.horizontalAccuracyMetres == 5000 && fix.floor == nil)
      #expect(fix.speedMetresPerSecond < 0 && fix.courseDegrees < 0)
      #expect(fix.verticalAccuracyMetres < 0)
    }
    #expect((2...3).contains(places.count))
  }

  @Test func cellsTileTheEarth() {
    var draw = RandomStream(seed: 1, purpose: "cells")
    for _ in 0..<20_000 {
      let position = Coordinate(
        latitudeDegrees: draw.uniform(in: -90...90), longitudeDegrees: draw.uniform(in: -180...180))
      let middle = ReducedLocation.middle(of: position, cell: 5000)
      #expect(abs(middle.latitudeDegrees) <= 90 && abs(middle.longitudeDegrees) <= 180)
      #expect(ReducedLocation.middle(of: middle, cell: 5000) == middle, "\(position)")
      #expect(abs(position.latitudeDegrees - middle.latitudeDegrees) < 0.0226)
    }
  }

  @Test func singleRequestWaitsForAccuracyOrTimeout() {
    var rig = ManagerRig()
    rig.authorize()
    rig.call(AppCall(.setDesiredAccuracy, distanceMetres: 100))
    rig.forget()
    rig.call(.requestLocation)
    rig.call(.requestLocation)
    #expect(rig.manager.demand.accuracy == .metres(100))
    for accuracy in [1400.0, 400, 65, 10] {
      rig.wait(1)
      rig.fix(accuracy: accuracy)
    }
    #expect(rig.locations().map { $0[0].horizontalAccuracyMetres } == [65])
    #expect(rig.manager.demand.accuracy == nil)
    rig.wait(60)
    rig.call(.requestLocation)
    rig.wait(3)
    rig.fix(accuracy: 1400)
    rig.wait(3)
    rig.fix(accuracy: 500)
    rig.wait(3.9)
    #expect(rig.reported().isEmpty)
    rig.wait(0.1)
    #expect(rig.locations().map { $0[0].horizontalAccuracyMetres } == [500])
    rig.wait(60)
    rig.call(.requestLocation)
    rig.wait(11)
    #expect(rig.reported() == [ManagerRig.failure("location", "locationUnknown")])
    rig.fix()
    rig.wait(1)
    rig.call(.requestLocation)
    #expect(rig.reported().count == 1)
  }

  @Test func continuousUpdatesEndASingleRequest() {
    var rig = ManagerRig()
    rig.authorize()
    rig.forget()
    rig.call(.requestLocation)
    rig.call(.startUpdatingLocation)
    rig.call(.requestLocation)
    rig.wait(30)
    #expect(rig.reported().isEmpty)
    rig.fix()
    #expect(rig.reported().count == 1)
  }

  @Test func deferredFixesArriveTogetherWithOneCallback() {
    for (distance, seconds, count) in [(50.0, 1e6, 51), (1e9, 30, 31)] {
      var rig = tracking()
      rig.call(AppCall(.setAllowsBackgroundUpdates, isOn: true))
      rig.call(
        AppCall(
          .allowDeferredUpdates, distanceMetres: distance, to: rig.now + .seconds(seconds)))
      rig.life(.background)
      #expect(rig.manager.demand.isDeferred)
      for second in 0...60 {
        rig.fix(metresNorth: 1.0001 * Double(second))
        if second < 60 { rig.wait(1) }
      }
      let reported = rig.reported()
      guard case .locations(let first) = reported.first else {
        Issue.record("\(reported)")
        continue
      }
      #expect(first.count == count - (seconds < 1e6 ? 1 : 0))
      #expect(reported[1] == ManagerRig.failure("deferred", "finished"))
      #expect(reported.count == 2 + 61 - first.count)
    }
  }

  @Test func deferralErrorsNameTheReason() {
    var rig = tracking()
    let off = AppCall(.allowDeferredUpdates, distanceMetres: 100)
    rig.call(AppCall(.setDesiredAccuracy, distanceMetres: 100))
    rig.call(off)
    rig.call(AppCall(.setDesiredAccuracy, option: "best"))
    rig.call(AppCall(.setDistanceFilter, distanceMetres: 10))
    rig.call(off)
    rig.call(AppCall(.setDistanceFilter, distanceMetres: -1))
    rig.call(off)
    rig.call(off)
    rig.call(.stopUpdatingLocation)
    rig.call(off)
    rig.call(.disallowDeferredUpdates)
    #expect(
      rig.reported()
        == [
          "deferredAccuracyTooLow", "deferredDistanceFiltered", "deferredCanceled",
          "deferredCanceled", "deferredNotUpdatingLocation",
        ].map { ManagerRig.failure("deferred", $0) })
  }

  @Test func significantChangesRequireDistanceAndTime() {
    var rig = ManagerRig()
    rig.open()
    rig.user(.settingsAlways)
    rig.fix()
    rig.forget()
    rig.call(.startMonitoringSignificantChanges)
    #expect(rig.locations().count == 1)
    rig.life(.killedBySystem)
    // An hour in a car at 20 m/s, with a fix per second.
    for second in 1...3600 {
      rig.wait(1)
      rig.fix(metresNorth: 20 * Double(second))
    }
    #expect(rig.log.filter { $0.event.app == "a" }.count == 12)
    rig.forget()
    // A day at home, with cell fixes that jump by less than their accuracy.
    for minute in 0..<1440 {
      rig.wait(60)
      rig.fix(metresNorth: 72_000 + (minute % 2 == 0 ? 700 : 0), accuracy: 1000)
    }
    #expect(rig.reported().isEmpty)
    rig.open()
    rig.life(.terminatedByUser)
    rig.forget()
    rig.wait(600)
    rig.fix()
    #expect(rig.reported().isEmpty)
  }

  @Test func indicatorShowsLocationUse() {
    var rig = ManagerRig()
    func shown(_ rig: inout ManagerRig) -> [LocationIndicator] {
      rig.reported(ServiceEvent.phone).compactMap {
        if case .indicator(let state) = $0 { state } else { nil }
      }
    }
    rig.authorize()
    #expect(shown(&rig).isEmpty)
    rig.call(.startUpdatingLocation)
    #expect(shown(&rig) == [.arrow])
    rig.call(AppCall(.setAllowsBackgroundUpdates, isOn: true))
    rig.call(ManagerRig.circle("home"))
    rig.life(.background)
    #expect(shown(&rig) == [.pill])
    rig.wait(100)
    rig.fix()
    rig.life(.foreground)
    #expect(shown(&rig) == [.arrow])
    rig.call(.stopUpdatingLocation)
    rig.wait(9.9)
    #expect(shown(&rig).isEmpty)
    rig.wait(0.2)
    #expect(shown(&rig) == [.outlinedArrow])
    #expect(rig.manager.recentUsers(at: rig.now) == ["a"])
    rig.wait(60)
    #expect(rig.manager.recentUsers(at: rig.now).isEmpty)
    rig.call(AppCall(.stopMonitoringRegion, identifier: "home"))
    #expect(shown(&rig) == [.hidden])
  }

  @Test func countsInvalidFixesAndFollowsClockChanges() {
    var rig = tracking()
    rig.wait(1000)
    rig.fix()
    rig.fix(age: 30)
    rig.fix(accuracy: -1)
    rig.fix(accuracy: .nan)
    var nowhere = RigPlaces.nowhere
    nowhere.time = rig.now
    rig.fix(nowhere)
    #expect(rig.locations().count == 1 && rig.manager.badFixCount == 4)
    rig.fix(age: 900)
    rig.fix(age: 899)
    #expect(rig.locations().count == 2)
  }
}

private enum RigPlaces {
  static let nowhere = LocationFix(
    time: .start, coordinate: Coordinate(latitudeDegrees: .nan, longitudeDegrees: 0),
    horizontalAccuracyMetres: 5, source: .gnss)
}
