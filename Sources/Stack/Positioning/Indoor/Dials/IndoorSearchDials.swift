public import Documents
public import Kernel

/// When and how the phone is looked for elsewhere.
public struct IndoorSearchDials: DialSet {
  public var cells = 24000
  public var coarseCells = 2000
  public var interval = SimDuration.seconds(20)
  public var doubtfulInterval = SimDuration.seconds(4)
  public var stayInterval = SimDuration.seconds(60)
  public var leastReadings = 5
  public var doubtfulFit = 1.3
  public var fitReadings = 3
  public var fitGain = 0.3
  public var gain = 4.0
  public var doubtfulGain = 2.0
  public var share = 0.2
  public var settling = SimDuration.seconds(6)
  public var reorienting = SimDuration.seconds(30)
  public var fineScatter = 1.2
  public var coarseScatter = 2.0
  public var turnScatter = 0.2
  public var groundScatter = 0.3
  public var compassTrust = 0.6
  public var compassSpread = 0.45

  /// Creates the defaults.
  public init() {}

  public static let dials: [Dial<Self>] = [
    .count(
      "cells", \.cells, 100...1000000,
      "How many surveyed places are searched for a start at most.", .estimate),
    .count(
      "coarse_cells", \.coarseCells, 50...100000,
      "How many are searched now and then for whether the phone is elsewhere.", .estimate),
    .time("interval", \.interval, 0...3600, "How often that is done.", .estimate),
    .time(
      "doubtful_interval", \.doubtfulInterval, 0...3600,
      "How often it is done in doubt.", .estimate),
    .time(
      "stay_interval", \.stayInterval, 0...3600,
      "How often it is done where the phone has stayed since.", .estimate),
    .count("least_readings", \.leastReadings, 1...100, "How many readings it takes.", .estimate),
    .number(
      "doubtful_fit", \.doubtfulFit, "", 0...50,
      "From which mean squared error on there is doubt, in standard deviations.", .estimate),
    .count(
      "fit_readings", \.fitReadings, 1...100,
      "How many readings it takes to know that error.", .estimate),
    .number("fit_gain", \.fitGain, "", 0.01...1, "How much of a new error counts.", .estimate),
    .number(
      "gain", \.gain, "", -10...50,
      "How much likelier the phone must be elsewhere, as a log.", .estimate),
    .number("doubtful_gain", \.doubtfulGain, "", -10...50, "The same in doubt.", .estimate),
    .number("share", \.share, "share", 0...1, "How many particles go there then.", .estimate),
    .time(
      "settling", \.settling, 0...600,
      "For how long after a change of level the phone isn't looked for elsewhere.", .estimate),
    .time(
      "reorienting", \.reorienting, 0...600,
      "For how long after one there is doubt.", .estimate),
    .number(
      "fine_scatter", \.fineScatter, "m", 0...20,
      "How far particles are scattered about one of all cells.", .estimate),
    .number(
      "coarse_scatter", \.coarseScatter, "m", 0...20,
      "How far they are scattered about one of few cells.", .estimate),
    .number(
      "turn_scatter", \.turnScatter, "rad", 0...3.2,
      "How far they are turned beside one of few directions.", .estimate),
    .number(
      "ground_scatter", \.groundScatter, "m", 0...5,
      "By how much what the barometer would show on the ground differs.", .estimate),
    .number(
      "compass_trust", \.compassTrust, "share", 0...0.99,
      "How often the compass is right indoors.", .estimate),
    .number(
      "compass_spread", \.compassSpread, "rad", 0.01...3.2,
      "How wrong it is then.", .estimate),
  ]
}
