public import Documents
public import Kernel

extension Wayfinder {
  /// What can be set; lengths are in m, speeds in m/s.
  public struct Parameters: DialSet {
    /// When the user has left the way.
    public var offMetres = 10.0
    public var offRadii = 1.5
    public var offGrowth = 5.0
    public var backShare = 0.7
    public var offTime = SimDuration.seconds(6)
    public var wrongLevelTime = SimDuration.seconds(10)
    public var worstAccuracy = 50.0
    /// When the user is there.
    public var arrivalMetres = 5.0
    public var mostArrivalMetres = 8.0
    public var arrivalFixes = 2
    public var endMetres = 1.0
    public var stayTime = SimDuration.seconds(12)
    /// When a direction is given.
    public var leadSeconds = 3.0
    public var leastLeadMetres = 3.0
    public var rideLeadMetres = 0.5
    public var rideShare = 0.5
    public var repeatTime = SimDuration.seconds(12)
    public var longestLook = SimDuration.seconds(3)
    /// How the pace is measured, and what follows from it.
    public var strideSeconds = 10.0
    public var longestStride = SimDuration.seconds(20)
    public var leastSpeed = 0.3
    public var onTime = 0.95
    public var pace = WalkingPace.Parameters()
    public var route = RouteTree.Parameters()

    /// Creates the defaults.
    public init() {}
  }
}

extension Wayfinder.Parameters {
  public static let dials: [Dial<Self>] = offWay + arrival + directions + times

  private static let offWay: [Dial<Self>] = [
    .number(
      "off_distance", \.offMetres, "m", 1...200, "How far off the way the user must seem.",
      .estimate),
    .number(
      "off_radii", \.offRadii, "", 0...10,
      "The same in radii of the location's accuracy; the more of both counts.", .estimate),
    .number(
      "off_growth", \.offGrowth, "m", 0...200,
      "How much farther than when the way was found, as on open floor one may be far from any.",
      .estimate),
    .number(
      "back_share", \.backShare, "share", 0.05...1,
      "Within which share of that distance the user is back on the way.", .estimate),
    .time(
      "off_time", \.offTime, 0...600, "For how long the user must seem off the way.", .estimate),
    .time(
      "wrong_level_time", \.wrongLevelTime, 0...600,
      "The same on a level where the way doesn't lead.", .estimate),
    .number(
      "max_radius", \.worstAccuracy, "m", 1...1000, "Locations with a wider radius are ignored.",
      .estimate),
  ]

  private static let arrival: [Dial<Self>] = [
    .number(
      "arrival_distance", \.arrivalMetres, "m", 0.5...100, "How near the target one is there.",
      .estimate),
    .number(
      "max_arrival_distance", \.mostArrivalMetres, "m", 0.5...200,
      "The most to which that grows with the location's radius.", .estimate),
    .count(
      "arrival_fixes", \.arrivalFixes, 1...60, "How many locations in a row must say so.",
      .estimate),
    .number(
      "end_distance", \.endMetres, "m", 0.1...50,
      "With less than this left of the way one is at its end.", .estimate),
    .time(
      "stay_time", \.stayTime, 0...600,
      "For how long somebody must stay at the way's end, seen beside it, to be there.", .estimate),
  ]

  private static let directions: [Dial<Self>] = [
    .number(
      "lead_time", \.leadSeconds, "s", 0...60,
      "How long before its place a direction is given, by the walking pace.", .estimate),
    .number(
      "min_lead", \.leastLeadMetres, "m", 0...100,
      "How far before its place a direction is given at least.", .estimate),
    .number(
      "ride_lead", \.rideLeadMetres, "m", 0...20,
      "How far before a ride's end the next direction is given.", .estimate),
    .number(
      "ride_share", \.rideShare, "share", 0...2,
      "For what share of a ride's time the user must be seen on its last level to have come there.",
      .assumed("what is left from half way up")),
    .time(
      "repeat_time", \.repeatTime, 1...3600,
      "After how long a direction is given again to who doesn't get on.", .estimate),
    .time(
      "max_gap", \.longestLook, 0...600,
      "For how long the user may be out of sight of the way and still be seen to stand.",
      .estimate),
  ]

  private static let times: [Dial<Self>] = [
    .number(
      "pace_interval", \.strideSeconds, "s", 1...300, "Over how long the pace is measured.",
      .estimate),
    .time(
      "max_pace_interval", \.longestStride, 1...600, "After how long it is measured anew.",
      .estimate),
    .number(
      "min_speed", \.leastSpeed, "m/s", 0...3, "Slower than this nobody walks.", .estimate),
    .number(
      "on_time", \.onTime, "share", 0.5...0.9999, "How sure one wants to be to arrive in time.",
      .estimate),
    .group("pace", \.pace, "How fast people get along."),
    .group("route", \.route, "How ways are found, and cut into directions."),
  ]
}
