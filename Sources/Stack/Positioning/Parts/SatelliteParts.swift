public import Kernel
public import Maps
import Observations
public import Parts

/// For how long a location that isn't followed by a filter is told: two of its periods.
private let freshness = SimDuration.seconds(2)

/// Finds the phone by a filter over all epochs, helped by the city's houses if that is wished for.
public struct SatelliteFilterPart: StackPart {
  private var filter: GNSSFilter
  private var receiverFix: LocationFix?

  /// Creates a part.
  ///
  /// - Parameters:
  ///   - parameters: How the filter is set, and whether houses help.
  ///   - map: The map with the houses; nil for a filter that does without.
  public init(_ parameters: GNSSFilter.Parameters = GNSSFilter.Parameters(), map: VenueMap? = nil) {
    filter =
      map.map { GNSSFilter(parameters: parameters, map: $0) } ?? GNSSFilter(parameters: parameters)
  }

  public var listens: Topics { [.ephemeris, .gnss, .receiverFix, .networkFix, .locate] }
  public var tells: Topics { .skyFix }
  public var needs: PartNeeds { .satellites }

  public mutating func take(_ news: News, at time: SimTime, onto board: inout Board) {
    switch news {
    case .observation(.ephemeris(let message)): filter.receive(message)
    case .observation(.gnss(let epoch)): filter.take(epoch)
    case .observation(.fix(let fix)): receiverFix = fix.location
    case .finding(.networkFix(let fix)) where fix.source == .wifi: filter.aid(fix)
    case .locate(let moment):
      if let fix = filter.fix(at: moment) ?? fresh(receiverFix, at: moment) {
        board.tell(.skyFix(fix))
      }
    default: break
    }
  }
}

/// Finds the phone epoch by epoch.
public struct SinglePointPart: StackPart {
  private var solver: SinglePointSolver
  private var (solved, receiverFix): (LocationFix?, LocationFix?)

  /// Creates a part.
  public init(_ parameters: SinglePointSolver.Parameters = SinglePointSolver.Parameters()) {
    solver = SinglePointSolver(parameters: parameters)
  }

  public var listens: Topics { [.ephemeris, .gnss, .receiverFix, .locate] }
  public var tells: Topics { .skyFix }
  public var needs: PartNeeds { .satellites }

  public mutating func take(_ news: News, at time: SimTime, onto board: inout Board) {
    switch news {
    case .observation(.ephemeris(let message)): solver.receive(message)
    case .observation(.gnss(let epoch)): solved = solver.solve(epoch) ?? solved
    case .observation(.fix(let fix)): receiverFix = fix.location
    case .locate(let moment):
      if let fix = fresh(solved, at: moment) ?? fresh(receiverFix, at: moment) {
        board.tell(.skyFix(fix))
      }
    default: break
    }
  }
}

/// A fix that isn't too old to be told.
private func fresh(_ fix: LocationFix?, at time: SimTime) -> LocationFix? {
  fix.flatMap { time - $0.time <= freshness ? $0 : nil }
}
