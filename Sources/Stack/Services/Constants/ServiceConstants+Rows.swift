// The table: where each number comes from. W12-303 and the like are sessions of the owner's
// developer conference by year and number; "header" is its location manager's public header.

extension ServiceConstants {
  /// Every constant with its source, in the order of the services.
  public static let rows: [ServiceConstant] =
    authorizationRows + limitRows + deliveryRows + changeRows + backgroundRows
    + circleRows + beaconRows + rangingRows + visitRows + pauseRows + pauseMotionRows + radioRows

  static func row(
    _ name: String, _ path: any (WritableKeyPath<ServiceConstants, Double> & Sendable),
    _ unit: String,
    _ source: ServiceConstant.Source, _ range: ClosedRange<Double>, _ text: String
  ) -> ServiceConstant {
    ServiceConstant(
      name: name, unit: unit, source: source, text: text, range: range, path: path)
  }

  private static let authorizationRows = [
    row(
      "in_use.grace", \.authorization.grace, "s", .assumed, 0...600,
      "W19-705 says a few seconds, and not to depend on it"),
    row(
      "prompt.quiet", \.authorization.quiet, "s", .assumed, 0...86_400,
      "W19-705: the prompt waits until the user is not busy; how that is told is ours"),
    row(
      "held.age", \.authorization.heldAge, "s", .assumed, 0...604_800,
      "W19-705: events that become too old are dropped; no number told"),
  ]

  private static let limitRows = [
    row(
      "region.limit", \.limits.regions, "", .documented, 0...1000,
      "header: 20 for each app, shared by all its managers and kinds of region"),
    row(
      "region.maximum_radius", \.limits.regionRadius, "m", .assumed, 1...20_000_000,
      "there is a documented limit, but its value is the device's own"),
    row(
      "notification.limit", \.limits.notifications, "", .documented, 0...1000,
      "64 waiting local notifications for each app, from memory of its reference"),
    row(
      "ranging.limit", \.limits.constraints, "", .assumed, 0...1000,
      "none is documented; bounds what an app can make the phone keep"),
    row(
      "app.limit", \.limits.apps, "", .assumed, 1...10_000,
      "bounds what a recording can make the desk keep"),
    row(
      "question.limit", \.limits.requests, "", .assumed, 1...100_000,
      "bounds the questions about regions and the past that wait for an answer"),
  ]

  private static let deliveryRows = [
    row(
      "delivery.better_ratio", \.delivery.betterRatio, "", .assumed, 0...1,
      "W10-115: a better fix is told though the app has not moved; how much better is ours"),
    row(
      "delivery.cached_age", \.delivery.cachedAge, "s", .assumed, 0...604_800,
      "header: the first location may be a cached one; how old is not told"),
    row(
      "delivery.queue", \.delivery.queue, "", .assumed, 1...10_000,
      "W12-303: several locations come as one array; how many at most is ours"),
    row(
      "delivery.clock_jump", \.delivery.clockJump, "s", .assumed, 0...86_400,
      "longer than fixes overtake each other, shorter than a clock that was set"),
    row(
      "deferred.limit", \.delivery.deferred, "", .assumed, 1...100_000,
      "an hour at one a second; W13-307 says only that the buffer is finite"),
    row(
      "request.timeout", \.request.timeout, "s", .assumed, 0...600,
      "W15-714: after some time the best so far is told; how long is not"),
    row(
      "request.best_accuracy", \.request.bestAccuracy, "m", .assumed, 0...1000,
      "what W10-115 and W15-714 call a good satellite fix: 5 to 10 m"),
    row(
      "request.fresh_age", \.request.freshAge, "s", .assumed, 0...600,
      "how old a known location may be to answer at once"),
  ]

  private static let changeRows = [
    row(
      "change.distance", \.change.distance, "m", .documented, 0...1_000_000,
      "reference of the significant-change service: 500 m or more"),
    row(
      "change.interval", \.change.interval, "s", .documented, 0...86_400,
      "reference of the significant-change service: not more often than every 5 min"),
    row(
      "change.heartbeat", \.change.heartbeat, "s", .documented, 0...86_400,
      "energy guide: 15 min even at rest, which the owner's engineers doubt; 0 is off"
    ),
    row(
      "reduced.cell", \.reduced.cell, "m", .assumed, 1...1_000_000,
      "reference: some kilometres, snapped; cells as wide as the accuracy told"),
    row(
      "reduced.accuracy", \.reduced.accuracy, "m", .documented, 1...1_000_000,
      "header: about 5 km"),
    row(
      "reduced.interval", \.reduced.interval, "s", .documented, 0...86_400,
      "header: up to 20 min old"),
  ]

  private static let backgroundRows = [
    row(
      "task.twelve", \.background.taskTwelve, "s", .secondary, 0...86_400,
      "developers' reports for versions 7 to 12, from memory: about 180 s"),
    row(
      "task.thirteen", \.background.taskThirteen, "s", .secondary, 0...86_400,
      "developers' reports from version 13 on, from memory: about 30 s"),
    row(
      "task.suspension", \.background.suspension, "s", .secondary, 0...86_400,
      "developers' reports, from memory: an app that has left the screen goes on for about 5 s"),
    row(
      "indicator.trace", \.indicator.trace, "s", .talk, 0...3600,
      "W12-303: the arrow stays for 10 s"),
    row(
      "indicator.settings_trace", \.indicator.settingsTrace, "s", .talk, 0...86_400,
      "W12-303: the settings show the app for a further minute"),
    row(
      "motion.history", \.motion.history, "s", .documented, 0...604_800,
      "headers of the activity manager and the pedometer: seven days"),
  ]
}
