import Kernel
import Observations
import Signals

/// The network, and what comes over it.
extension DeviceModel {
  /// A round trip over the network, for assistance; an estimate.
  private static let roundTrip = SimDuration.seconds(0.5)

  /// Switches the modem off or on, as the user has it; Wi-Fi, Bluetooth and satellites stay.
  mutating func setAirplaneMode(_ isOn: Bool, _ schedule: inout Schedule<DeviceEvent>) {
    guard signals != nil, isOn != (networkOnGround != nil) else { return }
    let before = network
    if isOn {
      networkOnGround = network
      network = NetworkReachability(route: .none, isExpensive: false)
    } else {
      network = networkOnGround ?? network
      networkOnGround = nil
    }
    guard network != before else { return }
    breakDownloads(&schedule)
    deliver(.network(network), &schedule)
  }

  /// Another network is in reach.
  mutating func setNetwork(
    _ new: NetworkReachability, _ schedule: inout Schedule<DeviceEvent>
  ) {
    if networkOnGround != nil {
      networkOnGround = new
      // Only Wi-Fi can be had in the air.
      if new.route == .cellular { return }
    }
    guard new != network else { return }
    network = new
    breakDownloads(&schedule)
    deliver(.network(new), &schedule)
  }

  mutating func fetchAssistance(_ schedule: inout Schedule<DeviceEvent>) {
    guard network.route != .none, !isOff else { return }
    pass.energy.charge(
      network.route == .cellular ? .modem : .wifi, "exchange",
      millijoules: power.exchangeMillijoules * (network.route == .cellular ? 1 : 0.25),
      to: causes[.gnss], at: schedule.now)
    if signals != nil {
      schedule.schedule(.assistance, after: Self.roundTrip)
    } else {
      isAssistanceAsked = true
      handOnHeld(&schedule)
    }
  }

  /// Lets what a replay has kept back of the satellites' messages come, if there is any.
  mutating func handOnHeld(_ schedule: inout Schedule<DeviceEvent>) {
    if !heldMessages.isEmpty { schedule.schedule(.assistance, after: Self.roundTrip) }
  }

  mutating func deliverAssistance(_ schedule: inout Schedule<DeviceEvent>) {
    guard !isOff else { return }
    if signals == nil { return deliverHeld(&schedule) }
    for message in signals?.assistance(at: schedule.now) ?? [] {
      deliver(.ephemeris(message), &schedule)
    }
  }
}
