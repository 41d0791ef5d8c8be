import Harness
public import Kernel
import Maps
public import Observations
import Scoring
public import Truth

/// The inputs and outputs of a stack at the report of a location.
public struct LocationState: Sendable {
  public let location: LocationFix
  /// The truth at the moment; nil if unknown.
  public let truth: TruthSample?
  /// The inputs received before, kind by kind.
  public let inputs: [ReceivedInput]
  /// The map that the stack has, in words.
  public let map: String
  /// The latest reported activity; nil for none.
  public let activity: ActivityReport?
  /// The reported steps in the period before; nil if none were reported.
  public let steps: Int?
  /// The latest particles; nil for none.
  public let cloud: CloudSummary?
  /// The shift by map matching, in m; nil without.
  public let matchedMetres: Double?
  /// The period of the counts.
  public static let period = SimDuration.seconds(30)

  /// The true position; nil if unknown.
  var truePosition: Coordinate? {
    truth.flatMap { $0.known.contains(.position) ? $0.coordinate : nil }
  }

  init(_ replays: CounterfactualReplays, reporting location: LocationFix) {
    let (baseline, moment) = (replays.baseline, replays.moment)
    self.location = location
    let truth = replays.device.truth().map { $0(moment) }
    self.truth = truth
    inputs = ReceivedInput.all(
      baseline, before: moment, during: Self.period, replays.directory)
    map = Self.text(of: replays.device.map)
    activity =
      baseline.others.reversed().lazy.compactMap { output in
        if case .activity(let report) = output.item { report } else { nil }
      }.first
    steps = Self.steps(in: baseline.others, since: moment - Self.period)
    let cloud = baseline.others.reversed().lazy.compactMap { output in
      if case .cloud(let cloud) = output.item { cloud } else { nil }
    }.first
    self.cloud = cloud.map { cloud in
      CloudSummary(
        cloud, ageSeconds: (moment - cloud.time).seconds, reported: location.coordinate,
        truth: truth.flatMap { $0.known.contains(.position) ? $0.coordinate : nil })
    }
    matchedMetres = location.rawCoordinate.flatMap {
      GroundOffset(from: $0, to: location.coordinate)?.distance
    }
  }

  private static func steps(in outputs: [Delivered<Output>], since start: SimTime) -> Int? {
    var (before, last): (Int?, Int?) = (nil, nil)
    for output in outputs {
      guard case .pedometer(let record) = output.item else { continue }
      if output.time <= start { before = record.stepCount }
      last = record.stepCount
    }
    return last.map { $0 - (before ?? 0) }
  }

  private static func text(of map: VenueMap) -> String {
    let parts = [
      ("levels", map.levels.count), ("registered beacons", map.beacons.count),
      ("registered access points", Set(map.accessPoints.map(\.position)).count),
      ("surveyed transmitters", map.radioMap?.senders.count ?? 0),
      ("roads", map.roads.roads.count),
    ].filter { $0.1 > 0 }.map { "\($0.0): \($0.1)" }
    return parts.isEmpty ? "none" : parts.joined(separator: ", ")
  }
}
