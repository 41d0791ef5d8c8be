import Kernel
import Observations

/// The phone's way to the network, and what it fetches over it.
struct Uplink: Sendable {
  /// How long a question and the first byte of its answer take; an estimate.
  private static let latency = SimDuration.seconds(0.3)
  /// How long it takes to notice that there is no network; an estimate.
  private static let refusal = SimDuration.seconds(0.05)
  /// How many bytes come in a second: 0.8 Mbit/s over a modem of 2012 and 8 Mbit/s over Wi-Fi;
  /// estimates.
  private static let cellularRate = 100_000.0, wifiRate = 1_000_000.0
  /// How many answers a replay waits for at most.
  private static let mostAwaited = 64
  private static let nowhere = NetworkReachability(route: .none, isExpensive: false)

  /// How the network is reached.
  private(set) var reachability: NetworkReachability
  /// What came over it.
  private(set) var account = DownloadAccount()

  /// What answers the stack's questions.
  private let service: (any NetworkService)?
  /// What the network is without airplane mode; nil unless that is on.
  private var onGround: NetworkReachability?
  /// The resources that are awaited: in a replay those asked for and not answered yet.
  private var awaited: [String] = []
  /// The answers on their way, by number, and over which route they come.
  private var underWay: [(number: Int, download: Download, route: NetworkReachability.Route)] = []
  private var questionCount = 0

  init(_ profile: DeviceProfile, _ service: (any NetworkService)?) {
    self.service = service
    reachability =
      profile.parts.contains(.cellular)
      ? NetworkReachability(route: .cellular, isExpensive: true) : Self.nowhere
  }

  /// Whether airplane mode is on.
  var isInAir: Bool { onGround != nil }

  /// Switches the modem off or on, as the user has it; Wi-Fi, Bluetooth and satellites stay.
  ///
  /// - Returns: Whether the network is reached otherwise now.
  mutating func setAirplaneMode(_ isOn: Bool) -> Bool {
    guard isOn != isInAir else { return false }
    let before = reachability
    let after = isOn ? Self.nowhere : onGround ?? reachability
    onGround = isOn ? before : nil
    return change(to: after)
  }

  /// Another network is in reach.
  ///
  /// - Returns: Whether it is reached otherwise now.
  mutating func reach(_ new: NetworkReachability) -> Bool {
    if isInAir {
      onGround = new
      // Only Wi-Fi can be had in the air.
      if new.route == .cellular { return false }
    }
    return change(to: new)
  }

  /// Follows a recorded change.
  mutating func follow(_ new: NetworkReachability) { reachability = new }

  /// Takes another network, and breaks off what comes over a route that is no more.
  private mutating func change(to new: NetworkReachability) -> Bool {
    guard new != reachability else { return false }
    reachability = new
    for index in underWay.indices where underWay[index].route != new.route {
      underWay[index].download.bytes = []
      underWay[index].download.isComplete = false
    }
    return true
  }

  /// Asks for a resource; in a replay the answer comes when it was recorded.
  mutating func fetch(
    _ resource: String, isReplay: Bool, _ schedule: inout Schedule<DeviceEvent>
  ) {
    account.asked += 1
    guard !isReplay else {
      if !awaited.contains(resource), awaited.count < Self.mostAwaited { awaited.append(resource) }
      return
    }
    let route = reachability.route
    let bytes = route == .none ? nil : service?.answer(to: resource)
    let rate = route == .cellular ? Self.cellularRate : Self.wifiRate
    let delay =
      route == .none ? Self.refusal : Self.latency + .seconds(Double(bytes?.count ?? 0) / rate)
    questionCount += 1
    let download = Download(resource: resource, bytes: bytes ?? [], isComplete: bytes != nil)
    underWay.append((questionCount, download, route))
    schedule.schedule(.answer(questionCount), after: delay)
  }

  /// Takes the answer to a question off the wire.
  mutating func takeAnswer(_ number: Int) -> Download? {
    underWay.firstIndex { $0.number == number }.map { underWay.remove(at: $0).download }
  }

  /// Whether a recorded answer is one that is awaited, which it is no longer.
  mutating func takeAwaited(_ resource: String) -> Bool {
    guard let index = awaited.firstIndex(of: resource) else { return false }
    awaited.remove(at: index)
    return true
  }

  /// Counts an answer, live or recorded, when it has come.
  mutating func count(_ download: Download) {
    account.note(download, over: reachability.route)
  }
}
