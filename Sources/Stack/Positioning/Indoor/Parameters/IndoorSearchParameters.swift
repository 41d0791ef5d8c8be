public import Documents
public import Kernel

/// Parameters of the search for the phone at other positions.
public struct IndoorSearchParameters: ParameterSet {
  public var cells = 24000
  public var coarseCells = 2000
  public var interval = SimDuration.seconds(20)
  public var doubtfulInterval = SimDuration.seconds(4)
  public var stayInterval = SimDuration.seconds(60)
  public var minReadings = 5
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

  public init() {}

  public static let parameters: [Parameter<Self>] = [
    .count(
      "cells", \.cells, 100...1000000,
      "Maximum number of surveyed cells in the search for a start.", .estimate),
    .count(
      "coarse_cells", \.coarseCells, 50...100000,
      "Maximum number of cells in the periodic search.", .estimate),
    .time("interval", \.interval, 0...3600, "Interval of the periodic search.", .estimate),
    .time(
      "doubtful_interval", \.doubtfulInterval, 0...3600,
      "Interval of the search in doubt.", .estimate),
    .time(
      "stay_interval", \.stayInterval, 0...3600,
      "Interval of the search while the phone stays at the spot.", .estimate),
    .count(
      "least_readings", \.minReadings, 1...100, "Minimum number of readings for a search.",
      .estimate),
    .number(
      "doubtful_fit", \.doubtfulFit, "", 0...50,
      "Mean normalised residual squared above which the position is in doubt.", .estimate),
    .count(
      "fit_readings", \.fitReadings, 1...100,
      "Minimum number of readings for the mean residual.", .estimate),
    .number("fit_gain", \.fitGain, "", 0.01...1, "Smoothing gain of the mean residual.", .estimate),
    .number(
      "gain", \.gain, "", -10...50,
      "Minimum log likelihood gain for a relocalisation.", .estimate),
    .number(
      "doubtful_gain", \.doubtfulGain, "", -10...50,
      "Minimum log likelihood gain for a relocalisation in doubt.", .estimate),
    .number(
      "share", \.share, "share", 0...1, "Share of the particles moved by a relocalisation.",
      .estimate),
    .time(
      "settling", \.settling, 0...600,
      "Time after a level change without a search.", .estimate),
    .time(
      "reorienting", \.reorienting, 0...600,
      "Time after a level change in which the position is in doubt.", .estimate),
    .number(
      "fine_scatter", \.fineScatter, "m", 0...20,
      "Sigma of the particles' scatter around a fine cell.", .estimate),
    .number(
      "coarse_scatter", \.coarseScatter, "m", 0...20,
      "Sigma of the particles' scatter around a coarse cell.", .estimate),
    .number(
      "turn_scatter", \.turnScatter, "rad", 0...3.2,
      "Sigma of the particles' heading around one of the tried headings.", .estimate),
    .number(
      "ground_scatter", \.groundScatter, "m", 0...5,
      "Sigma of the barometric ground level of moved particles.", .estimate),
    .number(
      "compass_trust", \.compassTrust, "share", 0...0.99,
      "Probability that the compass is right indoors.", .estimate),
    .number(
      "compass_spread", \.compassSpread, "rad", 0.01...3.2,
      "Sigma of a right compass.", .estimate),
  ]
}
