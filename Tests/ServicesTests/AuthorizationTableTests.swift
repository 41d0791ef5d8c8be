import Services
import Testing

/// The tables of WWDC19-705, transcribed by hand.
struct AuthorizationTableTests {
  /// Permissions of each service with when-in-use authorization: in use and out of use, until 12 and from 13
  /// on.
  private static let whenInUse:
    [(
      LocationService, in12: ServiceTable.Permission, out12: ServiceTable.Permission,
      in13: ServiceTable.Permission, out13: ServiceTable.Permission
    )] = [
      (.locationUpdates, .reported, .silent, .reported, .silent),
      (.ranging, .reported, .silent, .reported, .silent),
      (.backgroundUpdates, .reported, .silent, .reported, .silent),
      (.backgroundStart, .refused, .refused, .reported, .silent),
      (.significantChanges, .refused, .refused, .reported, .silent),
      (.regions, .refused, .refused, .reported, .silent),
      (.visits, .refused, .refused, .reported, .silent),
    ]

  @Test func whenInUseMatchesPublishedTable() {
    for row in Self.whenInUse {
      for use in AppUse.allCases where use != .complication {
        for grant in [LocationGrant.whenInUse, .once] {
          let (twelve, thirteen) = use.isInUse ? (row.in12, row.in13) : (row.out12, row.out13)
          #expect(ServiceTable.permission(row.0, grant, use, .twelve) == twelve, "\(row.0) \(use)")
          for generation in [ServiceRules.Generation.thirteen, .thirteenFour] {
            #expect(
              ServiceTable.permission(row.0, grant, use, generation) == thirteen,
              "\(row.0) \(use)")
          }
        }
      }
    }
  }

  @Test(arguments: ServiceRules.Generation.allCases)
  func otherGrantsAreAllOrNothing(generation: ServiceRules.Generation) {
    for service in LocationService.allCases {
      for use in AppUse.allCases {
        for grant in [LocationGrant.undetermined, .restricted, .denied] {
          #expect(ServiceTable.permission(service, grant, use, generation) == .refused)
        }
        #expect(ServiceTable.permission(service, .always, use, generation) == .reported)
        // Provisional: everything may be requested, and is delivered as with when-in-use.
        let provisional = ServiceTable.permission(service, .provisionalAlways, use, generation)
        if use != .complication { #expect(provisional == (use.isInUse ? .reported : .silent)) }
      }
      let onTheFace = ServiceTable.permission(service, .whenInUse, .complication, .thirteen)
      #expect((onTheFace == .reported) == (service == .locationUpdates))
    }
  }

  @Test func rowsMatchTable() {
    for row in ServiceTable.rows {
      #expect(ServiceTable.need(of: row.service, .twelve) == row.twelve)
      #expect(ServiceTable.need(of: row.service, .thirteen) == row.thirteen)
    }
    #expect(Set(ServiceTable.rows.map(\.service)) == Set(LocationService.allCases))
  }

  @Test func smallerDevicesHaveFewerServices() {
    let phone = ServiceRules()
    #expect(LocationService.allCases.allSatisfy(phone.has))
    let player = ServiceRules(platform: .wifiOnly)
    #expect(player.has(.regions) && !player.has(.significantChanges))
    #expect(!player.has(.deferredUpdates))
    let watch = ServiceRules(platform: .watch)
    #expect(watch.has(.locationUpdates) && !watch.has(.regions) && !watch.launchesApps)
    let tv = ServiceRules(platform: .tv)
    #expect(LocationService.allCases.filter(tv.has) == [.singleLocation] && !tv.hasAlways)
  }
}
