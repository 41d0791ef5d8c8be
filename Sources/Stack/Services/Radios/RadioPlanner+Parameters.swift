public import Documents

// "guide" is the platform vendor's programming guide; W12-303 and the like are sessions of its
// developer conference, by year and number.

extension RadioPlanner.Parameters {
  /// Configurable parameters.
  public static let parameters: [Parameter<Self>] = periods + limits

  private static let periods: [Parameter<Self>] = [
    .time(
      "gnss", \.gnss, 0.1...3600, "GNSS period at best accuracy.",
      .estimate),
    .time(
      "gnss_at_rest", \.gnssAtRest, 0.1...3600,
      "GNSS period while stationary at a well-known position.", .estimate),
    .time(
      "gnss_indoors", \.gnssIndoors, 0.1...3600, "GNSS period indoors.",
      .assumed("W14-708: reduced indoors until the phone nears an exit; how far is ours")),
    .time(
      "gnss_sparing", \.gnssSparing, 0.1...3600,
      "GNSS period where 100 m suffice, but no other source has them.", .estimate),
    .time(
      "gnss_deferred", \.gnssDeferred, 1...3600,
      "GNSS batch period for deferred updates.",
      .assumed("W12-303: deferred updates let the processor sleep; how long at a time is ours")),
    .time(
      "wifi_first", \.wifiFirst, 0.1...3600,
      "Wi-Fi scan period for a first or better location.", .estimate),
    .time(
      "wifi_walking", \.wifiWalking, 0.1...3600, "Wi-Fi scan period while walking.",
      .estimate),
    .time(
      "wifi_driving", \.wifiDriving, 0.1...3600, "Wi-Fi scan period while driving.",
      .estimate),
    .time(
      "wifi_resting", \.wifiResting, 0.1...3600, "Wi-Fi scan period at rest.",
      .estimate),
    .time(
      "wifi_beside", \.wifiBeside, 0.1...3600, "Wi-Fi scan period beside GNSS.",
      .estimate),
    .time(
      "wifi_venue", \.wifiVenue, 0.1...3600,
      "Wi-Fi scan period in and near a surveyed venue.", .estimate),
    .time(
      "wifi_venue_resting", \.wifiVenueResting, 0.1...3600, "Wi-Fi scan period at rest in a venue.",
      .estimate),
    .time("cell", \.cell, 0.1...3600, "Cell measurement period.", .estimate),
    .time(
      "cell_resting", \.cellResting, 0.1...3600, "Cell measurement period at rest.",
      .estimate),
    .time(
      "beacon_often", \.beaconOften, 0...3600,
      "Interval of beacon scan windows for regions in use.", .estimate),
    .time(
      "beacon_seldom", \.beaconSeldom, 2...3600,
      "Interval of beacon scan windows for regions out of use.", .estimate),
  ]

  private static let limits: [Parameter<Self>] = [
    .number(
      "unsure", \.unsureMetres, "m", 0...10_000, "Accuracy from which Wi-Fi assists GNSS.",
      .estimate),
    .number(
      "rest", \.restSeconds, "s", 0...86_400,
      "Minimum duration of rest for the GNSS period at rest.", .estimate),
    .number(
      "rest_accuracy", \.restMetres, "m", 0...10_000,
      "Maximum accuracy for the GNSS period at rest.",
      .estimate),
    .time(
      "sure_for", \.confirmedFor, 0...86_400, "Maximum age of an accurate location.",
      .estimate),
    .time(
      "lost_after", \.lostAfter, 0...86_400,
      "Age of a location from which the phone is lost.", .estimate),
    .number(
      "lost", \.lostMetres, "m", 1...100_000, "Accuracy from which the phone is lost.", .estimate),
    .number(
      "wifi_below", \.wifiBelowMetres, "m", 1...100_000,
      "Requested accuracy below which Wi-Fi scans.", .estimate),
    .number(
      "gnss_below", \.gnssBelowMetres, "m", 1...100_000,
      "Requested accuracy below which GNSS runs.", .estimate),
    .number(
      "watched", \.watchedMetres, "m", 1...100_000,
      "Accuracy for regions and visits.",
      .assumed("that of Wi-Fi, which makes them cheap")),
  ]
}
