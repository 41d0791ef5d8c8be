public import Documents
public import Kernel

extension Wayfinder {
  /// Parameters of the wayfinder; lengths are in m, speeds in m/s.
  public struct Parameters: ParameterSet {
    /// Off-route detection.
    public var offMetres = 10.0
    public var offRadii = 1.5
    public var offGrowth = 5.0
    public var backShare = 0.7
    public var offTime = SimDuration.seconds(6)
    public var wrongLevelTime = SimDuration.seconds(10)
    public var worstAccuracy = 50.0
    /// Arrival.
    public var arrivalMetres = 5.0
    public var maxArrivalMetres = 8.0
    public var arrivalFixes = 2
    public var endMetres = 1.0
    public var stayTime = SimDuration.seconds(12)
    /// Timing of directions.
    public var leadSeconds = 3.0
    public var minLeadMetres = 3.0
    public var rideLeadMetres = 0.5
    public var rideShare = 0.5
    public var repeatTime = SimDuration.seconds(12)
    public var longestLook = SimDuration.seconds(3)
    /// Pace measurement and times.
    public var strideSeconds = 10.0
    public var longestStride = SimDuration.seconds(20)
    public var minSpeed = 0.3
    public var onTime = 0.95
    public var pace = WalkingPace.Parameters()
    public var route = RouteTree.Parameters()

    public init() {}
  }
}

extension Wayfinder.Parameters {
  public static let parameters: [Parameter<Self>] = offWay + arrival + directions + times

  private static let offWay: [Parameter<Self>] = [
    .number(
      "off_distance", \.offMetres, "m", 1...200, "Minimum distance from the route to be off-route.",
      .estimate),
    .number(
      "off_radii", \.offRadii, "", 0...10,
      "Minimum distance from the route to be off-route, in accuracy radii; the larger "
        + "limit applies.", .estimate),
    .number(
      "off_growth", \.offGrowth, "m", 0...200,
      "Margin over the distance at which the route was found, for positions far from "
        + "any pathway on open floors.",
      .estimate),
    .number(
      "back_share", \.backShare, "share", 0.05...1,
      "Share of the off-route distance within which the user is back on the route.", .estimate),
    .time(
      "off_time", \.offTime, 0...600, "Minimum time off the route before rerouting.", .estimate),
    .time(
      "wrong_level_time", \.wrongLevelTime, 0...600,
      "Minimum time on a level without the route before rerouting.", .estimate),
    .number(
      "max_radius", \.worstAccuracy, "m", 1...1000,
      "Maximum accuracy radius of a location; others are ignored.",
      .estimate),
  ]

  private static let arrival: [Parameter<Self>] = [
    .number(
      "arrival_distance", \.arrivalMetres, "m", 0.5...100,
      "Maximum distance to the target for arrival.",
      .estimate),
    .number(
      "max_arrival_distance", \.maxArrivalMetres, "m", 0.5...200,
      "Upper bound of the arrival distance, which grows with the accuracy radius.", .estimate),
    .count(
      "arrival_fixes", \.arrivalFixes, 1...60, "Number of consecutive locations for arrival.",
      .estimate),
    .number(
      "end_distance", \.endMetres, "m", 0.1...50,
      "Remaining route length below which the user is at its end.", .estimate),
    .time(
      "stay_time", \.stayTime, 0...600,
      "Dwell time at the route's end that counts as arrival, with locations beside the "
        + "target.", .estimate),
  ]

  private static let directions: [Parameter<Self>] = [
    .number(
      "lead_time", \.leadSeconds, "s", 0...60,
      "Lead time of a direction at the walking pace.", .estimate),
    .number(
      "min_lead", \.minLeadMetres, "m", 0...100,
      "Minimum lead distance of a direction.", .estimate),
    .number(
      "ride_lead", \.rideLeadMetres, "m", 0...20,
      "Distance before a ride's end at which the next direction is given.", .estimate),
    .number(
      "ride_share", \.rideShare, "share", 0...2,
      "Minimum time on a ride's last level for its completion, as a share of the ride's time.",
      .assumed("the rest of a ride from half-way up")),
    .time(
      "repeat_time", \.repeatTime, 1...3600,
      "Time without progress after which a direction is repeated.", .estimate),
    .time(
      "max_gap", \.longestLook, 0...600,
      "Maximum gap without on-route locations in the detection of a standing user.",
      .estimate),
  ]

  private static let times: [Parameter<Self>] = [
    .number(
      "pace_interval", \.strideSeconds, "s", 1...300, "Interval of the pace measurement.",
      .estimate),
    .time(
      "max_pace_interval", \.longestStride, 1...600,
      "Maximum interval of the pace measurement; longer ones restart it.",
      .estimate),
    .number(
      "min_speed", \.minSpeed, "m/s", 0...3, "Minimum speed that counts as walking.", .estimate),
    .number(
      "on_time", \.onTime, "share", 0.5...0.9999,
      "Probability of timely arrival for the departure time.",
      .estimate),
    .group("pace", \.pace, "Walking pace."),
    .group("route", \.route, "Route search and division into directions."),
  ]
}
