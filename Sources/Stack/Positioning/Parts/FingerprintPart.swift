public import Documents
public import Kernel
public import Maps
import Observations
public import Parts

/// Module of kNN fingerprinting; inactive without a survey.
public struct FingerprintPart: StackPart {
  /// Parameters of the locator and of the indoor detection.
  public struct Parameters: ParameterSet {
    /// Locator.
    public var locator = FingerprintLocator.Parameters()
    /// Indoor detection.
    public var longestBreak = SimDuration.seconds(10)
    public var settling = SimDuration.seconds(20)

    public static let parameters: [Parameter<Self>] =
      Parameter.all(of: \.locator) + [
        .time(
          "max_gap", \.longestBreak, 0.1...600,
          "Maximum gap between positions before the phone counts as newly arrived.", .estimate),
        .time(
          "settling", \.settling, 0...3600,
          "Duration of positions after which the phone is certainly indoors.", .estimate),
      ]

    public init() {}
  }

  private let parameters: Parameters
  private var map: VenueMap
  private var locator: FingerprintLocator?
  private var latest: LocationFix?
  /// Start of the positions without a gap.
  private var since: SimTime?

  /// Creates a module for a venue.
  public init(map: VenueMap, _ parameters: Parameters = Parameters()) {
    self.map = map
    self.parameters = parameters
    locator = FingerprintLocator(map: map, parameters: parameters.locator)
  }

  public var subscribes: Topics { [.beacon, .wifi, .locate, .plan] }
  public var receivesAfterPass: Topics { .radioMap }
  public var publishes: Topics { [.indoorFix, .presence] }
  public var needs: PartNeeds { locator == nil ? [] : .findsIndoors }

  public mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
    switch event {
    case .result(.radioMap(let radioMap)):
      map.radioMap = radioMap
      locator = FingerprintLocator(map: map, parameters: parameters.locator)
    case .observation(.beacon(let received)): locator?.receive(received)
    case .observation(.wifi(let scan)): locator?.receive(scan)
    case .locate(let moment):
      guard let fix = locator?.locate(at: moment) else { return }
      if latest.map({ moment - $0.time > parameters.longestBreak }) ?? true { since = moment }
      latest = fix
      board.publish(.indoorFix(fix))
    case .plan: board.publish(.presence(presence(at: time)))
    default: break
    }
  }

  private func presence(at time: SimTime) -> VenuePresence {
    guard let latest, let since, time - latest.time <= parameters.longestBreak else {
      return VenuePresence(isAtVenue: false, isIndoors: false)
    }
    let isIndoors = latest.floor != nil && time - since >= parameters.settling
    return VenuePresence(isAtVenue: true, isIndoors: isIndoors)
  }
}
