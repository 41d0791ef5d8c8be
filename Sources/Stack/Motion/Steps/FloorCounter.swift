public import Documents
import Glibc
public import Kernel
public import Observations

/// Counts floors climbed and descended on foot from barometric height and simultaneous steps.
///
/// Pressure and steps are collected in bins of 2.5 s. A bin belongs to a flight of stairs if the
/// height changed across it, it contains steps, and the rise per step is a stair's. A lift and an
/// escalator change the height without steps; the weather changes it a hundred times more slowly; a
/// draught changes it quickly, but not for long. The bins of a flight, including landings, add up to
/// a climb. A climb counts as one floor from 2.2 m on, and otherwise as its height over 3.45 m,
/// rounded.
public struct FloorCounter: Hashable, Sendable {
  /// Parameters of stairs, floors and bins.
  public struct Parameters: ParameterSet {
    /// Minimum climb rate, in m/s: stairs make 0.2 to 0.35 (domain figures, an estimate).
    public var minClimb = 0.1
    /// Minimum and maximum rise per step, in m: stairs have 0.15 to 0.2, taken one or two at a time; the
    /// barometer's noise of 1.3 Pa needs a margin.
    public var minRise = 0.06
    public var maxRise = 0.40
    /// Minimum and maximum mean rise per step over a climb, in m, where noise averages out.
    public var minMeanRise = 0.09
    public var maxMeanRise = 0.3
    /// Minimum number of steps in a bin of a flight.
    public var minSteps = 2
    /// Minimum height of a floor, in m.
    public var minFloor = 2.2
    /// Usual height of a floor, in m.
    ///
    /// It is 2.8 in houses, 3.5 to 4 in offices, 4.5 to 6 in malls (domain, an estimate). Climbs are
    /// rounded, so that a storey of 2.2 to 5.1 m is one floor.
    public var floorHeight = 3.45
    /// Maximum duration of a landing, in s.
    public var longestLanding = 10.0
    /// Delay from a bin's end to its evaluation, in bins of 2.5 s: steps are confirmed only 8 s later.
    public var delay = 5
    /// Backward clock jump that causes a restart, in bins of 2.5 s: ten minutes.
    public var clockJump = 240
    /// Tread depth of a stair, in m, which is the step length there.
    ///
    /// Building codes require 0.25 to 0.32 (an estimate of the middle).
    public var tread = 0.29

    public init() {}
  }

  /// Bin length, in s: two samples of a barometer that is read every 1.3 s.
  private static let binSeconds = 2.5
  /// Number of bins kept, a power of two.
  private static let kept = 16
  /// Height per relative pressure change, in m: R T/(g M) at 15 °C, the standard atmosphere.
  private static let scale = 8_434.5

  private struct Bin: Hashable {
    var number = Int64.min
    var sum = 0.0
    var count = 0
    var steps = 0
  }

  let parameters: Parameters
  private var bins = [Bin](repeating: Bin(), count: FloorCounter.kept)
  private var judged: Int64?
  private var climb = 0.0
  private var climbSteps = 0
  private var level = 0
  private var counted = 0
  private var hasPressure = false
  /// Floors climbed; nil before the first pressure.
  public var ascended: Int? { hasPressure ? up : nil }
  /// Floors descended; nil before the first pressure.
  public var descended: Int? { hasPressure ? down : nil }
  private var up = 0
  private var down = 0

  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
  }

  /// Processes a pressure reading; values outside of Earth's range are rejected.
  public mutating func receive(_ sample: PressureSample) {
    guard sample.pressurePascals > 20_000, sample.pressurePascals < 120_000 else { return }
    hasPressure = true
    let number = Self.bin(of: sample.time)
    guard let index = open(number) else { return }
    bins[index].sum += sample.pressurePascals
    bins[index].count += 1
    judge(before: number - Int64(parameters.delay))
  }

  /// Processes a step, which may be some seconds old.
  public mutating func receive(stepAt time: SimTime) {
    guard let index = open(Self.bin(of: time)) else { return }
    bins[index].steps += 1
  }

  private static func bin(of time: SimTime) -> Int64 {
    Int64((time.seconds / binSeconds).rounded(.down))
  }

  /// Returns the index of a bin, cleared if it held an older one; nil if it is too old.
  private mutating func open(_ number: Int64) -> Int? {
    let index = Int(number & Int64(Self.kept - 1))
    if bins[index].number == number { return index }
    if let judged {
      // A clock that jumped far back causes a restart; a late sample is dropped.
      if number < judged - Int64(parameters.clockJump) {
        restart()
      } else if number <= judged {
        return nil
      }
    }
    bins[index] = Bin(number: number)
    return index
  }

  private mutating func restart() {
    bins = [Bin](repeating: Bin(), count: Self.kept)
    judged = nil
    closeClimb()
  }

  private mutating func judge(before newest: Int64) {
    var number = judged.map { $0 + 1 } ?? newest
    if newest - number > Int64(Self.kept) { number = newest }
    while number <= newest {
      judge(number)
      judged = number
      number += 1
    }
  }

  private func mean(of number: Int64) -> Double? {
    let bin = bins[Int(number & Int64(Self.kept - 1))]
    return bin.number == number && bin.count > 0 ? bin.sum / Double(bin.count) : nil
  }

  /// Returns the climb rate at a time, in m/s; nil without pressure.
  ///
  /// It is the smaller of two spans of 5 s that end then and one bin later, and 0 where their signs
  /// differ.
  func climbRate(at time: SimTime) -> Double? {
    let number = Self.bin(of: time)
    guard let first = mean(of: number - 2), let second = mean(of: number - 1),
      let here = mean(of: number)
    else { return nil }
    let early = Self.rise(from: first, to: here)
    let late = mean(of: number + 1).map { Self.rise(from: second, to: $0) } ?? early
    guard early * late > 0 else { return 0 }
    return (abs(early) < abs(late) ? early : late) / (2 * Self.binSeconds)
  }

  /// Returns the height difference, in m, between two pressures in Pa (hypsometric equation,
  /// linearised).
  private static func rise(from before: Double, to after: Double) -> Double {
    scale * 2 / (before + after) * (before - after)
  }

  private func steps(in number: Int64) -> Int {
    let bin = bins[Int(number & Int64(Self.kept - 1))]
    return bin.number == number ? bin.steps : 0
  }

  /// Evaluates a bin from the pressure before and after it and the steps in it.
  private mutating func judge(_ number: Int64) {
    guard let before = mean(of: number - 1), let after = mean(of: number + 1) else {
      pause()
      return
    }
    let taken = steps(in: number)
    let rise = Self.rise(from: before, to: after) / 2
    let each = abs(rise) / Double(max(taken, 1))
    guard taken >= parameters.minSteps, abs(rise) >= parameters.minClimb * Self.binSeconds,
      each >= parameters.minRise, each <= parameters.maxRise
    else {
      pause()
      return
    }
    if rise * climb < 0 { closeClimb() }
    level = 0
    climb += rise
    climbSteps += taken
    count()
  }

  /// Handles a bin outside of a flight: a landing, or the end of the climb.
  private mutating func pause() {
    guard climb != 0 else { return }
    level += 1
    if Double(level) * Self.binSeconds > parameters.longestLanding { closeClimb() }
  }

  private mutating func closeClimb() {
    climb = 0
    climbSteps = 0
    counted = 0
    level = 0
  }

  /// Counts the floors of the climb, if its steps match.
  private mutating func count() {
    let height = abs(climb)
    guard height >= parameters.minFloor else { return }
    let rise = height / Double(max(climbSteps, 1))
    guard rise >= parameters.minMeanRise, rise <= parameters.maxMeanRise else { return }
    let floors = max(1, Int((height / parameters.floorHeight).rounded()))
    guard floors > counted else { return }
    if climb > 0 { up += floors - counted } else { down += floors - counted }
    counted = floors
  }
}
