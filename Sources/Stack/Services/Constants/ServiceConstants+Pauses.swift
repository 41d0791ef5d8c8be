import Kernel

// The table, continued: pauses and radios. "guide" is the owner's programming guide.

extension ServiceConstants {
  static let pauseRows = [
    row(
      "pause.other.radius", \.pauses.other.radiusMetres, "m", .assumed, 1...100_000,
      "how far one must get to have made progress, beside the location's error"),
    row(
      "pause.other.still", \.pauses.other.stillFor.inSeconds, "s", .secondary, 0...86_400,
      "users' reports: 10 to 20 min, mostly about 15"),
    row(
      "pause.other.no_fix", \.pauses.other.noFixFor.inSeconds, "s", .assumed, 0...86_400,
      "W12-303: no location to be had is a reason; how long is ours"),
    row(
      "pause.other_navigation.radius", \.pauses.otherNavigation.radiusMetres, "m", .assumed,
      1...100_000,
      "how far one must get to have made progress, beside the location's error"),
    row(
      "pause.other_navigation.still", \.pauses.otherNavigation.stillFor.inSeconds, "s", .assumed,
      0...86_400,
      "as other; W12-303 names the type only"),
    row(
      "pause.other_navigation.no_fix", \.pauses.otherNavigation.noFixFor.inSeconds, "s", .assumed,
      0...86_400,
      "W12-303: no location to be had is a reason; how long is ours"),
    row(
      "pause.fitness.radius", \.pauses.fitness.radiusMetres, "m", .assumed, 1...100_000,
      "W13-307: a 100-yard oval isn't standing still; its far ends are 35 m apart"),
    row(
      "pause.fitness.still", \.pauses.fitness.stillFor.inSeconds, "s", .secondary, 0...86_400,
      "users' reports: 10 to 20 min; sooner than others, as workouts are forgotten"),
    row(
      "pause.fitness.no_fix", \.pauses.fitness.noFixFor.inSeconds, "s", .assumed, 0...86_400,
      "W12-303: no location to be had is a reason; how long is ours"),
    row(
      "pause.automotive.radius", \.pauses.automotiveNavigation.radiusMetres, "m", .assumed,
      1...100_000,
      "how far one must get to have made progress, beside the location's error"),
    row(
      "pause.automotive.still", \.pauses.automotiveNavigation.stillFor.inSeconds, "s", .assumed,
      0...86_400,
      "W12-303: later for a navigator in a jam; how much is ours"),
    row(
      "pause.automotive.no_fix", \.pauses.automotiveNavigation.noFixFor.inSeconds, "s", .assumed,
      0...86_400,
      "W12-303: no location to be had is a reason; how long is ours"),
    row(
      "pause.airborne.radius", \.pauses.airborne.radiusMetres, "m", .assumed, 1...100_000,
      "how far one must get to have made progress, beside the location's error"),
    row(
      "pause.airborne.still", \.pauses.airborne.stillFor.inSeconds, "s", .assumed, 0...86_400,
      "only the type is documented"),
    row(
      "pause.airborne.no_fix", \.pauses.airborne.noFixFor.inSeconds, "s", .assumed, 0...86_400,
      "W12-303: no location to be had is a reason; how long is ours"),
  ]

  static let pauseMotionRows = [
    row(
      "pause.in_vehicle", \.pauses.inVehicleFor.inSeconds, "s", .assumed, 0...86_400,
      "how long a driver may stand who is still in the vehicle: more than a jam lasts"),
    row(
      "pause.left_vehicle", \.pauses.leftVehicleFor.inSeconds, "s", .assumed, 0...86_400,
      "how long a driver may be away from the vehicle: dinner, not fuel"),
    row(
      "pause.contradiction", \.pauses.contradictionFor.inSeconds, "s", .assumed, 0...86_400,
      "how long motion must contradict a fitness app; W12-303 has the reason only"),
    row(
      "pause.fast", \.pauses.fastFor.inSeconds, "s", .assumed, 0...86_400,
      "how long a vehicle's speed alone must"),
    row(
      "pause.walk", \.pauses.walkFor.inSeconds, "s", .assumed, 0...86_400,
      "how long a driver must walk on"),
    row(
      "pause.worst_accuracy", \.pauses.worstAccuracyMetres, "m", .assumed, 1...100_000,
      "the worst accuracy of a usable location"),
    row(
      "pause.least_far", \.pauses.leastFar.inSeconds, "s", .assumed, 0...86_400,
      "how long locations must be far before they are progress"),
    row(
      "pause.still_doubt", \.pauses.stillDoubt, "", .assumed, 1...100,
      "how many times farther while motion says that the phone is still"),
    row(
      "pause.settling", \.pauses.settling.inSeconds, "s", .assumed, 0...86_400,
      "when progress is measured anew from where one has stopped"),
    row(
      "pause.least_walk", \.pauses.motion.leastWalk.inSeconds, "s", .assumed, 0...86_400,
      "how long a walk must last to be a way"),
    row(
      "pause.least_run", \.pauses.motion.leastRun.inSeconds, "s", .assumed, 0...86_400,
      "how long a run or ride must"),
    row(
      "pause.least_exit", \.pauses.motion.leastExit.inSeconds, "s", .assumed, 0...86_400,
      "how long one must be on foot to have left a vehicle"),
    row(
      "pause.fast_speed", \.pauses.motion.fastSpeed, "m/s", .assumed, 1...100,
      "above which nobody runs or cycles for long"),
    row(
      "pause.slow_speed", \.pauses.motion.slowSpeed, "m/s", .assumed, 0...100,
      "below which a fast stretch ends"),
  ]

  static let radioRows = [
    row(
      "radio.gnss", \.radios.gnss.inSeconds, "s", .assumed, 0.1...3600,
      "how often satellites are looked at by who wants the best"),
    row(
      "radio.gnss_at_rest", \.radios.gnssAtRest.inSeconds, "s", .assumed, 0.1...3600,
      "the same where the phone lies still and its place is known well"),
    row(
      "radio.gnss_indoors", \.radios.gnssIndoors.inSeconds, "s", .assumed, 0.1...3600,
      "W14-708: turned down indoors until one nears an exit; how far is ours"),
    row(
      "radio.gnss_sparing", \.radios.gnssSparing.inSeconds, "s", .assumed, 0.1...3600,
      "the same where 100 m would do and nothing else tells them"),
    row(
      "radio.gnss_deferred", \.radios.gnssDeferred.inSeconds, "s", .assumed, 1...3600,
      "W12-303: deferred updates let the processor sleep; how long at a time is ours"),
    row(
      "radio.wifi_first", \.radios.wifiFirst.inSeconds, "s", .assumed, 0.1...3600,
      "how often Wi-Fi is scanned for a first or better location"),
    row(
      "radio.wifi_walking", \.radios.wifiWalking.inSeconds, "s", .assumed, 0.1...3600,
      "the same of who walks"),
    row(
      "radio.wifi_driving", \.radios.wifiDriving.inSeconds, "s", .assumed, 0.1...3600,
      "the same of who drives"),
    row(
      "radio.wifi_resting", \.radios.wifiResting.inSeconds, "s", .assumed, 0.1...3600,
      "the same of who rests"),
    row(
      "radio.wifi_beside", \.radios.wifiBeside.inSeconds, "s", .assumed, 0.1...3600,
      "the same where satellites do"),
    row(
      "radio.wifi_venue", \.radios.wifiVenue.inSeconds, "s", .assumed, 0.1...3600,
      "the same in and about a venue that was surveyed"),
    row(
      "radio.wifi_venue_resting", \.radios.wifiVenueResting.inSeconds, "s", .assumed, 0.1...3600,
      "the same of who rests there"),
    row(
      "radio.cell", \.radios.cell.inSeconds, "s", .assumed, 0.1...3600,
      "how often cells are looked at"),
    row(
      "radio.cell_resting", \.radios.cellResting.inSeconds, "s", .assumed, 0.1...3600,
      "the same at rest"),
    row(
      "radio.beacon_seldom", \.radios.beaconSeldom.inSeconds, "s", .assumed, 2...3600,
      "how far apart the windows are in which beacons are heard where nobody looks"),
    row(
      "radio.unsure", \.radios.unsureMetres, "m", .assumed, 0...10_000,
      "from which radius on satellites are helped out"),
    row(
      "radio.rest", \.radios.restSeconds, "s", .assumed, 0...86_400,
      "how long the phone must rest for satellites to rest, too"),
    row(
      "radio.rest_accuracy", \.radios.restMetres, "m", .assumed, 0...10_000,
      "how well its place must be known then"),
  ]
}

extension SimDuration {
  /// The span in s, for rows of the table.
  var inSeconds: Double {
    get { seconds }
    set { self = .seconds(newValue) }
  }
}
