import Kernel

// The table, continued: regions, beacons and visits. "guide" is the owner's programming guide.

extension ServiceConstants {
  static let circleRows = [
    row(
      "region.cushion", \.circles.cushionMetres, "m", .assumed, 0...10_000,
      "guide: a minimum distance beyond the line; 50 to 100 m are assumed"),
    row(
      "region.inner_share", \.circles.innerShare, "", .assumed, 0...1,
      "the inner cushion as a share of the radius, so that small circles can be entered"),
    row(
      "region.sureness", \.circles.sureness, "", .secondary, 0...10,
      "1 deviation beyond the edge is 84 %, within the 75 to 85 % that Android's geofences ask"),
    row(
      "region.dwell", \.circles.dwell.inSeconds, "s", .documented, 0...86_400,
      "guide: stays beyond the line for at least 20 s"),
    row(
      "region.patience", \.circles.patience.inSeconds, "s", .assumed, 0...86_400,
      "how long a single location must stand when no other comes"),
    row(
      "region.calm", \.circles.calm.inSeconds, "s", .assumed, 0...604_800,
      "guide: rapid crossings are coalesced; within which time is ours"),
    row(
      "region.freshness", \.circles.freshness.inSeconds, "s", .assumed, 0...86_400,
      "how old a location may be"),
    row(
      "region.shortest_interval", \.circles.shortestInterval.inSeconds, "s", .assumed, 0...86_400,
      "guide: reports come within 3 to 5 min; how often is looked near an edge is ours"),
    row(
      "region.longest_interval", \.circles.longestInterval.inSeconds, "s", .assumed, 0...86_400,
      "how seldom is looked far from all edges"),
    row(
      "region.near_span", \.circles.nearSpan.inSeconds, "s", .assumed, 0...86_400,
      "W10-115: a change of cells triggers a closer look; within which reach of an edge is ours"),
  ]

  static let beaconRows = [
    row(
      "beacon.strong_level", \.beacons.strongLevel, "dBm", .assumed, -130...20,
      "15 dB above what phones' chips just decode, -96 to -98 dBm in data sheets"),
    row(
      "beacon.loud_level", \.beacons.loudLevel, "dBm", .assumed, -130...20,
      "a smoothed strength above which a phone isn't at the edge of reach"),
    row(
      "beacon.entry_score", \.beacons.entryScore, "", .assumed, 0...1000,
      "how many weak advertisements of late make an entry"),
    row(
      "beacon.score_span", \.beacons.scoreSpan.inSeconds, "s", .assumed, 0.1...3600,
      "after which an advertisement counts a third"),
    row(
      "beacon.silence", \.beacons.silence.inSeconds, "s", .secondary, 0...86_400,
      "Radius Networks 2015, 2017: exits 20 to 30 s after leaving, 35 to 42 s in the mean"),
    row(
      "beacon.longest_silence", \.beacons.longestSilence.inSeconds, "s", .secondary, 0...86_400,
      "Radius Networks: some exits take over 2 min"),
    row(
      "beacon.edge_silence", \.beacons.edgeSilence.inSeconds, "s", .assumed, 0...86_400,
      "the longest that silence need be for whoever stays at the edge of reach"),
    row(
      "beacon.edge_after", \.beacons.edgeAfter.inSeconds, "s", .assumed, 0...86_400,
      "how long signals must be weak to be at the edge; who leaves is through it sooner"),
    row(
      "beacon.first_silence", \.beacons.firstSilence.inSeconds, "s", .assumed, 0...86_400,
      "after which silence the first state is outside, in use"),
    row(
      "beacon.smoothing", \.beacons.smoothing, "", .assumed, 0...1,
      "how much each advertisement moves the smoothed strength"),
    row(
      "beacon.level_memory", \.beacons.levelMemory.inSeconds, "s", .assumed, 0...86_400,
      "after which silence the smoothed strength begins anew"),
    row(
      "beacon.first_discount", \.beacons.firstDiscount, "dB", .assumed, 0...40,
      "by how much less than what is heard then: it may be a lucky one"),
    row(
      "beacon.mean_gaps", \.beacons.meanGaps, "", .assumed, 0...1000,
      "how many mean silences make an exit"),
    row(
      "beacon.longest_gaps", \.beacons.longestGaps, "", .assumed, 0...1000,
      "how many longest silences make an exit"),
    row(
      "beacon.edge_gaps", \.beacons.edgeGaps, "", .assumed, 0...1000,
      "how many longest silences make an exit at the edge of reach"),
    row(
      "beacon.edge_least", \.beacons.edgeLeast.inSeconds, "s", .assumed, 0...86_400,
      "how long silence must be at the edge at the least while little is known of it"),
  ]

  static let rangingRows = [
    row(
      "ranging.period", \.ranging.period.inSeconds, "s", .secondary, 0.1...3600,
      "developers' measurements: once a second; the reference says only regularly"),
    row(
      "ranging.span", \.ranging.span.inSeconds, "s", .assumed, 0.1...600,
      "after which an advertisement counts half; chosen in the simulated museum of 1 to 8 s"),
    row(
      "ranging.exponent", \.ranging.exponent, "", .secondary, 1...6,
      "2 in the open; Strzoda 2022 measured 2.03 indoors"),
    row(
      "ranging.immediate", \.ranging.immediateMetres, "m", .secondary, 0.01...10,
      "developers' measurements 0.3 to 0.5 m; W13-310 says 10 cm"),
    row(
      "ranging.near", \.ranging.nearMetres, "m", .talk, 0.1...100,
      "W13-310: near is 2 to 3 m"),
    row(
      "ranging.resolvable", \.ranging.resolvableMetres, "m", .assumed, 0.1...1000,
      "farther off the strongest may be on another floor, in the simulated museum"),
    row(
      "ranging.hysteresis", \.ranging.hysteresis, "", .assumed, 1...10,
      "the factor by which a limit between classes must be passed"),
    row(
      "ranging.lead", \.ranging.leadDecibels, "dB", .assumed, 0...40,
      "by how much another must be stronger to be first, twice running"),
    row(
      "ranging.place_scatter", \.ranging.placeScatter, "dB", .secondary, 0...30,
      "Strzoda 2022: 3.5 to 5.9 dB with that from moment to moment"),
    row(
      "ranging.moment_scatter", \.ranging.momentScatter, "dB", .secondary, 0...30,
      "Strzoda 2022: 3.5 to 5.9 dB with that over places"),
    row(
      "ranging.heard_for", \.ranging.heardFor.inSeconds, "s", .assumed, 0...600,
      "how long a beacon counts as heard; afterwards its rssi is 0 (header: unknown)"),
    row(
      "ranging.listed_for", \.ranging.listedFor.inSeconds, "s", .assumed, 0...3600,
      "how long it is listed"),
  ]

  static let visitRows = [
    row(
      "visit.radius", \.visits.radiusMetres, "m", .assumed, 1...10_000,
      "Li and others 2008 have 200 m for stay points, from memory; 100 m for houses"),
    row(
      "visit.dwell", \.visits.dwell.inSeconds, "s", .assumed, 0...86_400,
      "W14-706: told once the dwell is certain; users see 3 to 10 min"),
    row(
      "visit.still_dwell", \.visits.stillDwell.inSeconds, "s", .assumed, 0...86_400,
      "the same while motion is still"),
    row(
      "visit.charging_dwell", \.visits.chargingDwell.inSeconds, "s", .assumed, 0...86_400,
      "W14-706: charging is a hint of an arrival; how much sooner is ours"),
    row(
      "visit.absence", \.visits.absence.inSeconds, "s", .assumed, 0...86_400,
      "how long locations must lie elsewhere before a departure is told"),
    row(
      "visit.far", \.visits.farMetres, "m", .assumed, 1...100_000,
      "how far two locations must lie to be a departure at once"),
    row(
      "visit.ride", \.visits.ride.inSeconds, "s", .assumed, 0...86_400,
      "how long a ride must last to be a departure without locations"),
    row(
      "visit.worst_accuracy", \.visits.worstAccuracyMetres, "m", .assumed, 1...100_000,
      "reference: no worse than a Wi-Fi location; twice one counts here"),
    row(
      "visit.new_memory", \.visits.newMemory.inSeconds, "s", .assumed, 1...86_400,
      "after which locations count half in the middle of a stay not yet told"),
    row(
      "visit.told_memory", \.visits.toldMemory.inSeconds, "s", .assumed, 1...604_800,
      "the same of one that is told"),
    row(
      "visit.restart_after", \.visits.restartAfter.inSeconds, "s", .assumed, 0...86_400,
      "how long locations lie elsewhere before an uncertain stay begins anew"),
  ]
}
