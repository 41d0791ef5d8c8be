public import Kernel
import Observations

// What is left of the way, and when one must leave.

extension Wayfinder {
  /// What is left of the way, in m, lifts not counted; negative before there is one.
  public var metresLeft: Double { left { $0.metres } ?? -1 }

  /// How long that takes, in s, as the user has walked so far; negative before there is a way.
  public var secondsLeft: Double { left { pace.seconds(of: $0) } ?? -1 }

  /// When one must leave from here to be there in time with the probability asked for; nil where no
  /// time was named, or before there is a way.
  ///
  /// Errors of its times are taken as normal, with the spread that the parts walked so far had.
  public var leaveTime: SimTime? {
    guard let arrivalTime, route != nil else { return nil }
    let seconds = secondsLeft
    let lifts = left { $0.means == .lift ? 1 : 0 } ?? 0
    let spread = pace.spread(seconds: seconds, lifts: Int(lifts.rounded(.up)))
    let margin = max(0, normalQuantile(min(max(parameters.onTime, 0.5), 0.9999))) * spread
    return arrivalTime - .seconds(seconds + margin)
  }

  /// A sum over what is left of the way.
  private func left(_ value: (WalkwayRoute.Piece) -> Double) -> Double? {
    guard let route, let place else { return nil }
    var sum = (1 - place.fraction) * value(route.pieces[place.piece])
    for piece in route.pieces[(place.piece + 1)...] { sum += value(piece) }
    return sum
  }
}

extension WalkingPace {
  /// How long a part of a way takes, in s.
  func seconds(of piece: WalkwayRoute.Piece) -> Double {
    seconds(piece.means, metres: piece.metres, rise: piece.rise)
  }
}
