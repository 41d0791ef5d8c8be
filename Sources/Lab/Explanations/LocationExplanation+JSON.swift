public import Documents
import Kernel
import Observations
import Truth

// The explanation as JSON; lengths are in m, times in s.

extension LocationExplanation {
  /// The answer and the tables, with all effects.
  public var json: JSONValue {
    [
      "subject": .string(title), "time_s": .number(moment.seconds), "app": .string(app),
      "answer": .array(answer.map { .string($0) }),
      "location": json(state.location), "truth": truthJSON, "error": errorJSON,
      "median_error_m": number(usualError),
      "cause": cause.map(json) ?? .null, "pulls": .array(pulls.map(json)),
      "draws": draws.map { draws in
        [
          "errors_m": .array(draws.errors.map { .number($0) }),
          "scatter_m": .number(draws.scatter),
        ]
      } ?? .null,
      "since": onsetJSON, "inputs": .array(state.inputs.map(json)), "map": .string(state.map),
      "activity": state.activity.map { .string($0.flags.text) } ?? .null,
      "steps": state.steps.map { .int(Int64($0)) } ?? .null, "cloud": cloudJSON,
      "map_matching_m": number(state.matchedMetres), "notes": .array(notes.map { .string($0) }),
    ]
  }

  private func number(_ value: Double?) -> JSONValue {
    value.flatMap { $0.isFinite ? .number($0) : nil } ?? .null
  }

  private func floor(_ floor: Int?) -> JSONValue { floor.map { .int(Int64($0)) } ?? .null }

  private func json(_ fix: LocationFix) -> JSONValue {
    [
      "latitude_deg": .number(fix.coordinate.latitudeDegrees),
      "longitude_deg": .number(fix.coordinate.longitudeDegrees),
      "accuracy_m": number(fix.horizontalAccuracyMetres), "floor": floor(fix.floor),
      "source": .string(fix.source.rawValue), "time_s": .number(fix.time.seconds),
      "transmitters": .int(Int64(fix.transmitterCount)),
    ]
  }

  private var truthJSON: JSONValue {
    guard let truth = state.truth, truth.known.contains(.position) else { return .null }
    return [
      "latitude_deg": .number(truth.coordinate.latitudeDegrees),
      "longitude_deg": .number(truth.coordinate.longitudeDegrees),
      "floor": truth.known.contains(.floor) ? floor(truth.floor) : .null,
      "activity": truth.known.contains(.activity) ? .string(truth.activity.rawValue) : .null,
    ]
  }

  private var errorJSON: JSONValue {
    guard let error else { return .null }
    return [
      "distance_m": .number(error.distance), "east_m": .number(error.east),
      "north_m": .number(error.north), "along_m": number(error.along),
      "across_m": number(error.across),
    ]
  }

  private func json(_ pull: Pull) -> JSONValue {
    [
      "without": .string(pull.name), "kind": .string(pull.input.kind.rawValue),
      "transmitter": .bool(pull.input.isTransmitter), "last_s": .number(pull.seconds),
      "observations": .int(Int64(pull.count)), "east_m": .number(pull.east),
      "north_m": .number(pull.north), "error_m": number(pull.error),
      "change_m": number(error.flatMap { pull.change(from: $0.distance) }),
      "within_scatter": .bool(pull.isWithinScatter), "registered_m": number(pull.registeredMetres),
      "floor": floor(pull.location?.floor),
      "source": pull.location.map { .string($0.source.rawValue) } ?? .null,
    ]
  }

  private var onsetJSON: JSONValue {
    guard let onset else { return .null }
    return [
      "last_good_s": number(onset.lastGood?.seconds),
      "first_bad_s": .number(onset.firstBad.seconds),
      "changes": .array(onset.changes.map { .string($0) }),
    ]
  }

  private func json(_ input: ReceivedInput) -> JSONValue {
    [
      "kind": .string(input.kind.rawValue), "n": .int(Int64(input.count)),
      "last_s": number(input.lastTime?.seconds), "content": .string(input.detail),
    ]
  }

  private var cloudJSON: JSONValue {
    guard let cloud = state.cloud else { return .null }
    return [
      "age_s": .number(cloud.ageSeconds), "spread_m": number(cloud.spread),
      "clusters": .array(
        cloud.clusters.map { cluster in
          [
            "share": .number(cluster.share), "floor": floor(cluster.floor),
            "from_reported_m": number(cluster.fromReported),
            "from_truth_m": number(cluster.fromTruth),
          ]
        }),
    ]
  }
}
