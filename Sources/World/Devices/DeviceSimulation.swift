public import Kernel
public import Observations
public import Signals
public import Truth

/// The source of a device's observations.
public enum SensorSource: Sendable {
  /// The signals of a simulated world.
  indirect case live(PhoneSignals)
  /// A recording; observations of sensors that the stack has switched off are dropped.
  ///
  /// In a continuous recording sensors and scans ran all the time: motion readings come in the
  /// batches that the stack asks for, and all scans, while it uses Wi-Fi.
  case recorded([Delivered<Observation>], isContinuous: Bool = false)
}

/// The results of one device's run.
public struct DevicePass: Sendable {
  /// The stack's outputs and requests, in order.
  public var outputs = OutputLog()
  /// The stack's decisions and their reasons, in order.
  public var decisions: [StackDecision] = []
  /// The observations delivered to the stack, in order; empty unless kept.
  public var observations: [Delivered<Observation>] = []
  public var battery: [Battery.ChargePoint] = []
  /// Energy by part, state and cause.
  public var energy = EnergyTotals()
  /// The counts of a replay's observations.
  public var replay = ReplayCounts()
  /// The answers to the stack's network requests.
  public var downloads = DownloadCounts()
  /// The intervals in which the phone advertised as a beacon, in order.
  public var advertised: [BeaconShift] = []
  /// The number of events handled.
  public var eventCount = 0
  /// The error that stopped the stack, if any; all outputs are then void.
  public var failure: (any Error)?
}

/// Runs one device with its stack from boot to `end`.
///
/// - Parameters:
///   - stack: The software under test.
///   - source: The source of observations.
///   - setup: The device and its script.
///   - end: The end time.
///   - keepsObservations: True to keep the observations delivered to the stack.
///   - service: The network service for the stack's requests; nil gives no answers.
///   - note: Receives each observation on its delivery to the stack.
///   - cancellation: Stops the work.
/// - Returns: The results.
/// - Throws: ``Cancelled``.
public func runDevice(
  stack: any TrackingStack, source: SensorSource, setup: DeviceSetup, until end: SimTime,
  keepsObservations: Bool = false, service: (any NetworkService)? = nil,
  note: ((Delivered<Observation>) -> Void)? = nil,
  cancellation: CancellationToken? = nil
) throws(Cancelled) -> DevicePass {
  var simulation = Simulation(
    DeviceModel(
      stack: stack, source: source, setup: setup, keepsObservations: keepsObservations,
      service: service, note: note))
  simulation.model.boot(&simulation.schedule)
  try simulation.run(until: end, cancellation: cancellation)
  return finish(&simulation, at: end)
}

/// Runs one live device whose carrier follows the guidance of its apps.
///
/// - Parameters:
///   - stack: The software under test.
///   - signals: The signals along the initial trajectory.
///   - setup: The device and its script.
///   - end: The end time.
///   - look: The interval between calls of `steer`.
///   - service: The network service for the stack's requests; nil gives no answers.
///   - cancellation: Stops the work.
///   - steer: Receives the outputs since its last call, and the time. It returns the carrier's new
///     trajectory, which must not differ from the old one for a while yet, or nil for no change.
/// - Returns: The results, with the observations delivered to the stack.
/// - Throws: ``Cancelled``.
public func runGuidedDevice(
  stack: any TrackingStack, signals: PhoneSignals, setup: DeviceSetup, until end: SimTime,
  look: SimDuration, service: (any NetworkService)? = nil,
  cancellation: CancellationToken? = nil,
  steer: (ArraySlice<Delivered<Output>>, SimTime) throws(Cancelled) -> Trajectory?
) throws(Cancelled) -> DevicePass {
  var simulation = Simulation(
    DeviceModel(
      stack: stack, source: .live(signals), setup: setup, keepsObservations: true,
      service: service, note: nil))
  simulation.model.boot(&simulation.schedule)
  var seen = 0
  var now = SimTime.start
  while now < end {
    now = min(end, now + max(look, .milliseconds(10)))
    try simulation.run(until: now, cancellation: cancellation)
    let reported = Array(simulation.model.pass.outputs[seen...])
    seen = simulation.model.pass.outputs.count
    if let trajectory = try steer(reported[...], now) {
      simulation.model.signals?.follow(trajectory)
    }
  }
  return finish(&simulation, at: end)
}

private func finish(
  _ simulation: inout Simulation<DeviceModel>, at end: SimTime
) -> DevicePass {
  var pass = simulation.model.shutDown(at: end, &simulation.schedule)
  pass.eventCount = simulation.eventCount
  return pass
}
