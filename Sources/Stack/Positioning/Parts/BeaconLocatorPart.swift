public import Documents
public import Kernel
public import Maps
import Observations
public import Parts

/// Module of nearest-beacon positioning.
///
/// A phone that is driven under satellites passes beacons, and isn't where they are.
public struct BeaconLocatorPart: StackPart {
  /// Parameters of the locator and of the indoor detection.
  public struct Parameters: ParameterSet {
    /// Locator.
    public var locator = StrongestBeaconLocator.Parameters()
    /// Indoor detection.
    public var longestBreak = SimDuration.seconds(3)
    public var settling = SimDuration.seconds(20)

    public static let parameters: [Parameter<Self>] =
      Parameter.all(of: \.locator) + [
        .time(
          "max_gap", \.longestBreak, 0.1...600,
          "Maximum gap between beacon positions before the phone counts as newly arrived.",
          .estimate),
        .time(
          "settling", \.settling, 0...3600,
          "Duration of beacon positions after which the phone is certainly indoors.",
          .estimate),
      ]

    public init() {}
  }

  private let parameters: Parameters
  private var locator: StrongestBeaconLocator
  private var latest: LocationFix?
  /// Start of the beacon positions without a gap.
  private var since: SimTime?
  private var isDriven = false
  /// Time of the last satellite fix.
  private var skyTime: SimTime?

  /// Creates a module for a map's beacons.
  public init(map: VenueMap, _ parameters: Parameters = Parameters()) {
    self.parameters = parameters
    locator = StrongestBeaconLocator(map: map, parameters: parameters.locator)
  }

  public var subscribes: Topics { [.beacon, .activity, .skyFix, .locate, .plan] }
  public var publishes: Topics { [.nearFix, .presence] }
  public var needs: PartNeeds { locator.knowsBeacons ? .findsIndoors : [] }

  public mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
    switch event {
    case .observation(.beacon(let received)): locator.receive(received)
    case .result(.activity(let report)): isDriven = report.flags.contains(.automotive)
    case .result(.skyFix(let fix)): skyTime = fix.time
    case .locate(let moment):
      guard !isPassing(at: moment), let near = locator.locate(at: moment) else { return }
      if latest.map({ moment - $0.time > parameters.longestBreak }) ?? true { since = moment }
      latest = near
      board.publish(.nearFix(near))
    case .plan:
      board.publish(.presence(VenuePresence(isAtVenue: false, isIndoors: isIndoors(at: time))))
    default: break
    }
  }

  /// True while driven with recent satellite fixes.
  private func isPassing(at time: SimTime) -> Bool {
    isDriven && skyTime.map { time - $0 <= Self.skyMemory } ?? false
  }

  private static let skyMemory = SimDuration.seconds(10)

  private func isIndoors(at time: SimTime) -> Bool {
    guard let latest, let since, latest.floor != nil else { return false }
    return time - latest.time <= parameters.longestBreak && time - since >= parameters.settling
  }
}
