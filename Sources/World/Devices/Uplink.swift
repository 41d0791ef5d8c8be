import Kernel
import Observations

/// The phone's network connection and its downloads.
struct Uplink: Sendable {
  /// Delay of a request and of the first byte of its answer; an estimate.
  private static let latency = SimDuration.seconds(0.3)
  /// Delay of the failure without a network; an estimate.
  private static let refusal = SimDuration.seconds(0.05)
  /// Bytes per second: 0.8 Mbit/s over a modem of 2012 and 8 Mbit/s over Wi-Fi; estimates.
  private static let cellularRate = 100_000.0, wifiRate = 1_000_000.0
  /// Max number of awaited answers in a replay.
  private static let maxAwaited = 64
  private static let nowhere = NetworkReachability(route: .none, isExpensive: false)

  private(set) var reachability: NetworkReachability
  private(set) var record = DownloadCounts()

  /// The service that answers the stack's requests.
  private let service: (any NetworkService)?
  /// The network without airplane mode; nil unless that is on.
  private var onGround: NetworkReachability?
  /// Awaited resources: in a replay, those requested and not answered yet.
  private var awaited: [String] = []
  /// The answers under way, with the number of the request and the route.
  private var underWay:
    [(number: Int, download: Download, route: NetworkReachability.ConnectionType)] = []
  private var questionCount = 0

  init(_ profile: DeviceProfile, _ service: (any NetworkService)?) {
    self.service = service
    reachability =
      profile.parts.contains(.cellular)
      ? NetworkReachability(route: .cellular, isExpensive: true) : Self.nowhere
  }

  var isInAir: Bool { onGround != nil }

  /// Switches airplane mode, which stops the modem only; Wi-Fi, Bluetooth and satellites stay on.
  ///
  /// - Returns: True if the reachability changes.
  mutating func setAirplaneMode(_ isOn: Bool) -> Bool {
    guard isOn != isInAir else { return false }
    let before = reachability
    let after = isOn ? Self.nowhere : onGround ?? reachability
    onGround = isOn ? before : nil
    return change(to: after)
  }

  /// Sets the network in range; returns true if the reachability changes.
  mutating func reach(_ new: NetworkReachability) -> Bool {
    if isInAir {
      onGround = new
      // Airplane mode allows Wi-Fi only.
      if new.route == .cellular { return false }
    }
    return change(to: new)
  }

  /// Applies a recorded change.
  mutating func follow(_ new: NetworkReachability) { reachability = new }

  /// Changes the network, and aborts the downloads over the former route.
  private mutating func change(to new: NetworkReachability) -> Bool {
    guard new != reachability else { return false }
    reachability = new
    for index in underWay.indices where underWay[index].route != new.route {
      underWay[index].download.bytes = []
      underWay[index].download.isComplete = false
    }
    return true
  }

  /// Requests a resource; in a replay the answer comes at its recorded time.
  mutating func fetch(
    _ resource: String, isReplay: Bool, _ schedule: inout Schedule<DeviceEvent>
  ) {
    record.asked += 1
    guard !isReplay else {
      if !awaited.contains(resource), awaited.count < Self.maxAwaited { awaited.append(resource) }
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

  /// Removes and returns the answer to a request.
  mutating func takeAnswer(_ number: Int) -> Download? {
    underWay.firstIndex { $0.number == number }.map { underWay.remove(at: $0).download }
  }

  /// Returns true if a recorded answer is awaited, and ends the wait.
  mutating func takeAwaited(_ resource: String) -> Bool {
    guard let index = awaited.firstIndex(of: resource) else { return false }
    awaited.remove(at: index)
    return true
  }

  /// Counts a received answer, live or recorded.
  mutating func count(_ download: Download) {
    record.note(download, over: reachability.route)
  }
}
