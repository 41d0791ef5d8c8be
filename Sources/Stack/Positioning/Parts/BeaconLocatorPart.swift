public import Kernel
public import Maps
import Observations
public import Parts

/// Finds the phone beside the strongest beacon.
public struct BeaconLocatorPart: StackPart {
  /// How long beacons may say nothing before telling the place counts as begun anew.
  private static let longestBreak = SimDuration.seconds(3)
  /// For how long beacons must tell the place for the phone to be indoors beyond doubt.
  private static let settling = SimDuration.seconds(20)

  private var locator: StrongestBeaconLocator
  private var latest: LocationFix?
  /// Since when beacons have told the place without a break.
  private var since: SimTime?

  /// Creates a part that knows a place's beacons.
  public init(
    map: VenueMap,
    _ parameters: StrongestBeaconLocator.Parameters = StrongestBeaconLocator.Parameters()
  ) {
    locator = StrongestBeaconLocator(map: map, parameters: parameters)
  }

  public var listens: Topics { [.beacon, .locate, .plan] }
  public var tells: Topics { [.nearFix, .presence] }
  public var needs: PartNeeds { locator.knowsBeacons ? .findsIndoors : [] }

  public mutating func take(_ news: News, at time: SimTime, onto board: inout Board) {
    switch news {
    case .observation(.beacon(let heard)): locator.receive(heard)
    case .locate(let moment):
      guard let near = locator.locate(at: moment) else { return }
      if latest.map({ moment - $0.time > Self.longestBreak }) ?? true { since = moment }
      latest = near
      board.tell(.nearFix(near))
    case .plan:
      board.tell(.presence(VenuePresence(isAtVenue: false, isIndoors: isIndoors(at: time))))
    default: break
    }
  }

  private func isIndoors(at time: SimTime) -> Bool {
    guard let latest, let since, latest.floor != nil else { return false }
    return time - latest.time <= Self.longestBreak && time - since >= Self.settling
  }
}
