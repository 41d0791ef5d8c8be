import Geometry
import Harness
import Kernel
public import Observations
import Recordings
import Scoring
import Truth

/// The effect of an input on a location: a replay without it.
public struct Pull: Hashable, Sendable {
  public var input: StackInput
  /// The name of the input.
  public var name: String
  /// The time before the moment during which it was left out, in s.
  public var seconds: Double
  /// The number of observations that were left out or changed.
  public var count: Int
  /// The location without it; nil for none.
  public var location: LocationFix?
  /// The way from the reported location to the one without it, in m to the east and to the north.
  public var east, north: Double
  /// The error without it, in m; nil if the true position is unknown.
  public var error: Double?
  /// The distance from the true position to the registered one of a transmitter, in m; nil if unknown.
  public var registeredMetres: Double?
  /// True if it moves the location by no more than chance does.
  public var isWithinScatter = false

  /// The distance by which the location moves without it, in m.
  public var metres: Double { location == nil ? 0 : Vec2(east, north).length }

  /// The change of the error without it, in m: negative if the input made the error larger.
  public func change(from error: Double) -> Double? { self.error.map { $0 - error } }
}

extension CounterfactualReplays {
  /// The number of single transmitters left out, and of those also left out for other times.
  private static let maxTransmitters = 40, maxRefined = 6
  /// The number of transmitters where each replay begins at the start.
  private static let maxOfPrograms = 4

  /// Leaves out one input after the other.
  ///
  /// - Parameters:
  ///   - truth: The true position at the moment; nil if unknown.
  ///   - jobs: The number of concurrent replays.
  ///   - progress: Receives the numbers of finished and of all replays.
  /// - Returns: The effects, the largest reductions of the error first.
  /// - Throws: ``Cancelled``, or a failure of the stack.
  func pulls(
    from truth: Coordinate?, jobs: Int, progress: (_ done: Int, _ total: Int) -> Void
  ) throws -> [Pull] {
    let kinds = receivedKinds
    let windows = device.isCopyable ? Self.windows : [Self.usualWindow]
    let transmitters = receivedTransmitters.prefix(
      device.isCopyable ? Self.maxTransmitters : Self.maxOfPrograms)
    let first =
      kinds.flatMap { kind in windows.map { (StackInput.kind(kind), $0) } }
      + transmitters.map { (StackInput.transmitter($0), Self.usualWindow) }
    let more = device.isCopyable ? min(Self.maxRefined, transmitters.count) * 2 : 0
    let total = first.count + more
    var pulls = try parallelMap(first, jobs: jobs, progress: { progress($0, total) }) {
      try pull(without: $0.0, during: $0.1, from: truth)
    }
    let strongest = Self.sorted(pulls.filter(\.input.isTransmitter)).prefix(more / 2)
    let second = strongest.flatMap { pull in
      Self.windows.filter { $0 != Self.usualWindow }.map { (pull.input, $0) }
    }
    pulls += try parallelMap(second, jobs: jobs, progress: { progress(first.count + $0, total) }) {
      try pull(without: $0.0, during: $0.1, from: truth)
    }
    return Self.sorted(pulls.filter { $0.count > 0 })
  }

  private func pull(
    without input: StackInput, during window: SimDuration, from truth: Coordinate?
  ) throws -> Pull {
    let (fix, count) = try location(without: input, during: window)
    let reported = baseline.locations.last?.item.coordinate
    let way = fix.flatMap { fix in
      reported.flatMap { GroundOffset(from: $0, to: fix.coordinate)?.vector }
    }
    var pull = Pull(
      input: input, name: directory.name(of: input), seconds: window.seconds, count: count,
      location: fix, east: way?.x ?? 0, north: way?.y ?? 0)
    guard let truth else { return pull }
    pull.error = fix.flatMap { GroundOffset(from: truth, to: $0.coordinate)?.distance }
    if case .transmitter(let transmitter) = input {
      pull.registeredMetres = directory.registration(of: transmitter).flatMap {
        GroundOffset(from: truth, to: $0.coordinate)?.distance
      }
    }
    return pull
  }

  /// Orders effects: the smallest error without the input first, or else the longest way; a
  /// transmitter before its kind.
  static func sorted(_ pulls: [Pull]) -> [Pull] {
    pulls.sorted { left, right in
      let (one, two) = (left.error ?? -left.metres, right.error ?? -right.metres)
      if one != two { return one < two }
      if left.metres != right.metres { return left.metres > right.metres }
      if left.input.isTransmitter != right.input.isTransmitter { return left.input.isTransmitter }
      return (left.input, left.seconds) < (right.input, right.seconds)
    }
  }

  /// The kinds of inputs received in the longest period before the moment.
  private var receivedKinds: [InputKind] {
    let start = moment - (Self.windows.last ?? .zero)
    let kinds = baseline.observations.reversed().prefix { $0.time > start }
      .compactMap { InputKind($0.item) }
    return Set(kinds).sorted()
  }

  /// The transmitters received in the usual period, the strongest first.
  private var receivedTransmitters: [SignalSource] {
    var strongest: [SignalSource: Double] = [:]
    func add(_ transmitter: SignalSource, _ strength: Double) {
      strongest[transmitter] = max(strength, strongest[transmitter] ?? -.infinity)
    }
    let start = moment - Self.usualWindow
    for delivered in baseline.observations.reversed().prefix(while: { $0.time > start }) {
      switch delivered.item {
      case .gnss(let epoch):
        // C/N0 has another scale than received power; -174 dBm/Hz is the thermal noise.
        for signal in epoch.measurements {
          add(.satellite(signal.satellite), signal.carrierToNoiseDecibelHertz - 174)
        }
      case .wifi(let scan):
        for reading in scan.readings {
          add(.accessPoint(directory.accessPoint(of: reading)), reading.rssiDecibelMilliwatts)
        }
      case .beacon(let beacon): add(.beacon(beacon.identity), beacon.rssiDecibelMilliwatts)
      default: break
      }
    }
    return strongest.sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }.map(\.key)
  }
}
