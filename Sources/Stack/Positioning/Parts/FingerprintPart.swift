public import Documents
public import Kernel
public import Maps
import Observations
public import Parts

/// Finds the phone among a survey's points by k nearest neighbours; nowhere while there is no survey.
public struct FingerprintPart: StackPart {
  /// How the place is found, and when the phone is indoors.
  public struct Dials: DialSet {
    /// How the place is found.
    public var locator = FingerprintLocator.Parameters()
    /// When the phone is indoors beyond doubt.
    public var longestBreak = SimDuration.seconds(10)
    public var settling = SimDuration.seconds(20)

    public static let dials: [Dial<Self>] =
      Dial.all(of: \.locator) + [
        .time(
          "max_gap", \.longestBreak, 0.1...600,
          "How long nothing may be heard before the phone counts as come anew.", .estimate),
        .time(
          "settling", \.settling, 0...3600,
          "For how long places must be found for the phone to be indoors beyond doubt.", .estimate),
      ]

    /// Creates the defaults.
    public init() {}
  }

  private let dials: Dials
  private var map: VenueMap
  private var locator: FingerprintLocator?
  private var latest: LocationFix?
  /// Since when places have been found without a break.
  private var since: SimTime?

  /// Creates a part for a place.
  ///
  /// - Parameters:
  ///   - map: The place, with its radio map, if there is one yet.
  ///   - dials: How it is set.
  public init(map: VenueMap, _ dials: Dials = Dials()) {
    self.map = map
    self.dials = dials
    locator = FingerprintLocator(map: map, parameters: dials.locator)
  }

  public var listens: Topics { [.beacon, .wifi, .locate, .plan] }
  public var hearsAfterwards: Topics { .radioMap }
  public var tells: Topics { [.indoorFix, .presence] }
  public var needs: PartNeeds { locator == nil ? [] : .findsIndoors }

  public mutating func take(_ news: News, at time: SimTime, onto board: inout Board) {
    switch news {
    case .finding(.radioMap(let radioMap)):
      map.radioMap = radioMap
      locator = FingerprintLocator(map: map, parameters: dials.locator)
    case .observation(.beacon(let heard)): locator?.receive(heard)
    case .observation(.wifi(let scan)): locator?.receive(scan)
    case .locate(let moment):
      guard let fix = locator?.locate(at: moment) else { return }
      if latest.map({ moment - $0.time > dials.longestBreak }) ?? true { since = moment }
      latest = fix
      board.tell(.indoorFix(fix))
    case .plan: board.tell(.presence(presence(at: time)))
    default: break
    }
  }

  private func presence(at time: SimTime) -> VenuePresence {
    guard let latest, let since, time - latest.time <= dials.longestBreak else {
      return VenuePresence(isAtVenue: false, isIndoors: false)
    }
    let isIndoors = latest.floor != nil && time - since >= dials.settling
    return VenuePresence(isAtVenue: true, isIndoors: isIndoors)
  }
}
