public import Documents
public import Kernel
public import Maps
import Observations
public import Parts

/// Finds the phone beside the strongest beacon.
public struct BeaconLocatorPart: StackPart {
  /// How the place is found, and when the phone is indoors.
  public struct Dials: DialSet {
    /// How the place is found.
    public var locator = StrongestBeaconLocator.Parameters()
    /// When the phone is indoors beyond doubt.
    public var longestBreak = SimDuration.seconds(3)
    public var settling = SimDuration.seconds(20)

    public static let dials: [Dial<Self>] =
      Dial.all(of: \.locator) + [
        .time(
          "max_gap", \.longestBreak, 0.1...600,
          "How long beacons may say nothing before the phone counts as come anew.", .estimate),
        .time(
          "settling", \.settling, 0...3600,
          "For how long beacons must tell the place for the phone to be indoors beyond doubt.",
          .estimate),
      ]

    /// Creates the defaults.
    public init() {}
  }

  private let dials: Dials
  private var locator: StrongestBeaconLocator
  private var latest: LocationFix?
  /// Since when beacons have told the place without a break.
  private var since: SimTime?

  /// Creates a part that knows a place's beacons.
  public init(map: VenueMap, _ dials: Dials = Dials()) {
    self.dials = dials
    locator = StrongestBeaconLocator(map: map, parameters: dials.locator)
  }

  public var listens: Topics { [.beacon, .locate, .plan] }
  public var tells: Topics { [.nearFix, .presence] }
  public var needs: PartNeeds { locator.knowsBeacons ? .findsIndoors : [] }

  public mutating func take(_ news: News, at time: SimTime, onto board: inout Board) {
    switch news {
    case .observation(.beacon(let heard)): locator.receive(heard)
    case .locate(let moment):
      guard let near = locator.locate(at: moment) else { return }
      if latest.map({ moment - $0.time > dials.longestBreak }) ?? true { since = moment }
      latest = near
      board.tell(.nearFix(near))
    case .plan:
      board.tell(.presence(VenuePresence(isAtVenue: false, isIndoors: isIndoors(at: time))))
    default: break
    }
  }

  private func isIndoors(at time: SimTime) -> Bool {
    guard let latest, let since, latest.floor != nil else { return false }
    return time - latest.time <= dials.longestBreak && time - since >= dials.settling
  }
}
