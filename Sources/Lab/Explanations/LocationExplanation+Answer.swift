import Geometry
import Kernel
import Observations
import Reporting
import Truth

// The answer in a few sentences.

extension LocationExplanation {
  /// The share of the largest reduction of the error that a single transmitter needs to be named in
  /// place of all inputs of its kind.
  private static let transmitterShare = 0.6
  /// The share of the error by which an input must reduce it to be called its cause.
  private static let causeShare = 0.2

  /// The input that made the error larger than any other; nil if none did by more than chance.
  ///
  /// Without truth, the input that moved the location most.
  public var cause: Pull? {
    let real = pulls.filter { !$0.isWithinScatter }
    guard let error else {
      return real.first
    }
    func reduction(_ pull: Pull) -> Double { -(pull.change(from: error.distance) ?? 0) }
    guard let best = real.first, reduction(best) >= Self.causeShare * error.distance else {
      return nil
    }
    // A transmitter is a more precise answer than its kind.
    return real.first {
      $0.input.isTransmitter && reduction($0) >= Self.transmitterShare * reduction(best)
    } ?? best
  }

  /// The answer in sentences.
  public var answer: [String] {
    [whereReported, smallText, causeText, drawText, onsetText, silenceText].compactMap(\.self)
  }

  private var whereReported: String {
    let accuracy = "within \(figureText(state.location.horizontalAccuracyMetres)) m"
    let source = "\(state.location.source.rawValue), \(accuracy)"
    guard let error else {
      return "At \(moment.brief) \(title) was reported by \(source); the true position is unknown."
    }
    var text =
      "At \(moment.brief) \(title) was reported \(figureText(error.distance)) m "
      + "\(compass(error.east, error.north)) of the true position (by \(source))"
    if let along = error.along, let across = error.across {
      text +=
        ", \(figureText(abs(along))) m \(along < 0 ? "behind" : "ahead") along the path and "
        + "\(figureText(abs(across))) m to the \(across < 0 ? "right" : "left")"
    }
    if let truth = state.truth, truth.known.contains(.floor), truth.floor != state.location.floor {
      text += "; reported \(floorText(state.location.floor)), truly \(floorText(truth.floor))"
    }
    return text + "."
  }

  private var causeText: String {
    guard let cause else {
      let tried = Set(pulls.map(\.input)).count
      guard tried > 0 else { return "No input was received in the 120 s before." }
      let longest = durationText(pulls.map(\.seconds).max() ?? 0)
      return error == nil
        ? "No single input moved it by more than chance."
        : "No single input explains it: leaving out any of \(counted(tried, "input")) for up to "
          + "\(longest) does not reduce the error by a fifth."
    }
    let period = "in the last \(durationText(cause.seconds))"
    guard error != nil, let without = cause.error else {
      return "Without \(cause.name) \(period) it would have been \(figureText(cause.metres)) m "
        + "further \(compass(cause.east, cause.north))."
    }
    return "Without \(cause.name) \(period) the error would have been \(figureText(without)) m."
  }

  /// The other draws, if chance decides about a large part of the error.
  private var drawText: String? {
    guard let draws, let error, let smallest = draws.errors.min(),
      draws.scatter > error.distance / 2
    else { return nil }
    let largest = draws.errors.max() ?? smallest
    return
      "Chance decides here: with \(draws.errors.count) other random draws of the filter the error "
      + "is \(figureText(smallest)) to \(figureText(largest)) m."
  }

  private var smallText: String? {
    guard error != nil, onset == nil else { return nil }
    let usual = usualError.map { " or below the run's median of \(figureText($0)) m" } ?? ""
    return "This is within the reported accuracy\(usual)."
  }

  private var onsetText: String? {
    guard let onset else { return nil }
    guard let good = onset.lastGood else {
      return "The error has been large since the first location, at \(onset.firstBad.brief)."
    }
    let changes = onset.changes.isEmpty ? "" : ": " + onset.changes.joined(separator: ", ")
    return "The error has been larger than the reported accuracy and the run's median since "
      + "\(good.brief)\(changes)."
  }

  /// The kinds of position inputs that are missing for long.
  private var silenceText: String? {
    let silent = state.inputs.compactMap { input -> String? in
      guard [.satellites, .wifi, .beacons].contains(input.kind), let last = input.lastTime,
        moment - last > LocationState.period
      else { return nil }
      return "no \(input.kind.noun) since \(last.brief)"
    }
    guard let first = silent.first else { return nil }
    let text = ([first.prefix(1).uppercased() + first.dropFirst()] + silent.dropFirst())
    return text.joined(separator: ", ") + "."
  }
}

/// The direction of a vector among the eight of a compass card.
package func compass(_ east: Double, _ north: Double) -> String {
  let names = [
    "east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east",
  ]
  let eighths = (Vec2(east, north).angle / (.pi / 4)).rounded()
  return names[(Int(eighths) + 8) % 8]
}

/// A duration in whole seconds.
func durationText(_ seconds: Double) -> String { "\(Int(seconds.rounded())) s" }
