public import Documents

// "guide" is the owner's programming guide; W12-303 and the like are sessions of its developer
// conference by year and number.

extension RadioPlanner.Parameters {
  /// What can be turned.
  public static let dials: [Dial<Self>] = periods + limits

  private static let periods: [Dial<Self>] = [
    .time(
      "gnss", \.gnss, 0.1...3600, "How often satellites are measured for who wants the best.",
      .estimate),
    .time(
      "gnss_at_rest", \.gnssAtRest, 0.1...3600,
      "The same where the phone lies still and its place is known well.", .estimate),
    .time(
      "gnss_indoors", \.gnssIndoors, 0.1...3600, "The same where the phone is known to be indoors.",
      .assumed("W14-708: turned down indoors until one nears an exit; how far is ours")),
    .time(
      "gnss_sparing", \.gnssSparing, 0.1...3600,
      "The same where 100 m would do and nothing else tells them.", .estimate),
    .time(
      "gnss_deferred", \.gnssDeferred, 1...3600,
      "How often measurements are handed on for who has deferred locations.",
      .assumed("W12-303: deferred updates let the processor sleep; how long at a time is ours")),
    .time(
      "wifi_first", \.wifiFirst, 0.1...3600,
      "How often Wi-Fi is scanned for a first or better location.", .estimate),
    .time(
      "wifi_walking", \.wifiWalking, 0.1...3600, "How often Wi-Fi is scanned by who walks.",
      .estimate),
    .time(
      "wifi_driving", \.wifiDriving, 0.1...3600, "How often Wi-Fi is scanned by who drives.",
      .estimate),
    .time(
      "wifi_resting", \.wifiResting, 0.1...3600, "How often Wi-Fi is scanned by who rests.",
      .estimate),
    .time(
      "wifi_beside", \.wifiBeside, 0.1...3600, "How often Wi-Fi is scanned where satellites do.",
      .estimate),
    .time(
      "wifi_venue", \.wifiVenue, 0.1...3600,
      "How often Wi-Fi is scanned in and about a venue that was surveyed.", .estimate),
    .time(
      "wifi_venue_resting", \.wifiVenueResting, 0.1...3600, "The same of who rests there.",
      .estimate),
    .time("cell", \.cell, 0.1...3600, "How often cells are measured.", .estimate),
    .time(
      "cell_resting", \.cellResting, 0.1...3600, "How often cells are measured at rest.",
      .estimate),
    .time(
      "beacon_seldom", \.beaconSeldom, 2...3600,
      "How far apart the windows are in which beacons are heard where nobody looks.", .estimate),
  ]

  private static let limits: [Dial<Self>] = [
    .number(
      "unsure", \.unsureMetres, "m", 0...10_000, "From which radius on satellites are helped out.",
      .estimate),
    .number(
      "rest", \.restSeconds, "s", 0...86_400,
      "How long the phone must rest for satellites to rest, too.", .estimate),
    .number(
      "rest_accuracy", \.restMetres, "m", 0...10_000, "How well its place must be known then.",
      .estimate),
    .time(
      "sure_for", \.sureFor, 0...86_400, "How long a location is sure, or the place known well.",
      .estimate),
    .time(
      "lost_after", \.lostAfter, 0...86_400,
      "After which time without a location the phone is lost.", .estimate),
    .number(
      "lost", \.lostMetres, "m", 1...100_000, "From which radius on the phone is lost.", .estimate),
    .number(
      "wifi_below", \.wifiBelowMetres, "m", 1...100_000,
      "Below which wished accuracy Wi-Fi is scanned.", .estimate),
    .number(
      "gnss_below", \.gnssBelowMetres, "m", 1...100_000,
      "Below which wished accuracy satellites run.", .estimate),
    .number(
      "watched", \.watchedMetres, "m", 1...100_000,
      "The accuracy that regions and visits make do with.",
      .assumed("Wi-Fi tells it, which is what makes them cheap")),
  ]
}
