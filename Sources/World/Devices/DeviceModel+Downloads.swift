import Kernel
import Observations

/// What the stack fetches over the network.
extension DeviceModel {
  /// How long a question and the first byte of its answer take; an estimate.
  private static let latency = SimDuration.seconds(0.3)
  /// How long it takes to notice that there is no network; an estimate.
  private static let refusal = SimDuration.seconds(0.05)
  /// How many bytes come in a second: 0.8 Mbit/s over a modem of 2012 and 8 Mbit/s over Wi-Fi;
  /// estimates.
  private static let cellularRate = 100_000.0, wifiRate = 1_000_000.0
  /// How many bytes cost as much as a small exchange; an estimate.
  private static let bytesPerExchange = 50_000.0
  /// What an exchange over Wi-Fi costs of one over a modem; an estimate.
  private static let wifiShare = 0.25

  mutating func fetch(_ resource: String, _ schedule: inout Schedule<DeviceEvent>) {
    guard !isOff else { return }
    pass.downloads.asked += 1
    guard signals != nil else {
      if !awaited.contains(resource), awaited.count < 64 { awaited.append(resource) }
      return
    }
    let isReachable = network.route != .none
    let bytes = isReachable ? service?.answer(to: resource) : nil
    let rate = network.route == .cellular ? Self.cellularRate : Self.wifiRate
    let delay =
      isReachable ? Self.latency + .seconds(Double(bytes?.count ?? 0) / rate) : Self.refusal
    questionCount += 1
    underWay.append(
      (
        questionCount,
        Download(resource: resource, bytes: bytes ?? [], isComplete: bytes != nil), network.route
      ))
    schedule.schedule(.answer(questionCount), after: delay)
  }

  mutating func deliverAnswer(_ number: Int, _ schedule: inout Schedule<DeviceEvent>) {
    guard let place = underWay.firstIndex(where: { $0.number == number }) else { return }
    let download = underWay.remove(at: place).download
    guard !isOff else { return }
    account(for: download, at: schedule.now)
    deliver(.download(download), &schedule)
  }

  /// Books an answer, live or recorded, when it has come: what it costs hangs on its size.
  mutating func account(for download: Download, at time: SimTime) {
    pass.downloads.note(download, over: network.route)
    guard network.route != .none else { return }
    let isCellular = network.route == .cellular
    let exchanges = 1 + Double(download.bytes.count) / Self.bytesPerExchange
    pass.energy.charge(
      isCellular ? .modem : .wifi, "exchange",
      millijoules: power.exchangeMillijoules * (isCellular ? 1 : Self.wifiShare) * exchanges,
      to: ["stack"], at: time)
  }

  /// Breaks off what comes over a route that is no more.
  mutating func breakDownloads(_ schedule: inout Schedule<DeviceEvent>) {
    for place in underWay.indices where underWay[place].route != network.route {
      underWay[place].download.bytes = []
      underWay[place].download.isComplete = false
    }
  }
}
