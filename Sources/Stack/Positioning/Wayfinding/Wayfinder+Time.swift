public import Kernel
import Observations

// Remaining route and departure time.

extension Wayfinder {
  /// Remaining distance, in m, without lifts; negative without a route.
  public var metresLeft: Double { left { $0.metres } ?? -1 }

  /// Remaining time at the user's pace, in s; negative without a route.
  public var secondsLeft: Double { left { pace.seconds(of: $0) } ?? -1 }

  /// Latest departure time for a timely arrival; nil without an arrival time or a route.
  ///
  /// Errors of the time are taken as normal, with the spread of the parts walked so far.
  public var leaveTime: SimTime? {
    guard let arrivalTime, route != nil else { return nil }
    let seconds = secondsLeft
    let lifts = left { $0.means == .lift ? 1 : 0 } ?? 0
    let spread = pace.spread(seconds: seconds, lifts: Int(lifts.rounded(.up)))
    let margin = max(0, normalQuantile(min(max(parameters.onTime, 0.5), 0.9999))) * spread
    return arrivalTime - .seconds(seconds + margin)
  }

  /// Sums a value over the remaining route.
  private func left(_ value: (WalkwayRoute.Piece) -> Double) -> Double? {
    guard let route, let place else { return nil }
    var sum = (1 - place.fraction) * value(route.pieces[place.piece])
    for piece in route.pieces[(place.piece + 1)...] { sum += value(piece) }
    return sum
  }
}

extension WalkingPace {
  /// Returns the time for a piece, in s.
  func seconds(of piece: WalkwayRoute.Piece) -> Double {
    seconds(piece.means, metres: piece.metres, rise: piece.rise)
  }
}
