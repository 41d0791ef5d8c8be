public import Kernel
public import Observations

/// A replay that can be paused, copied, and continued with other observations.
///
/// A copy continues independently if the stack is a value type, as the reference stack is.
public struct DeviceReplay {
  private var simulation: Simulation<DeviceModel>

  /// Boots the device; the replay is paused at the start.
  ///
  /// - Parameters:
  ///   - stack: The software under test.
  ///   - recorded: The observations in the order of delivery.
  ///   - isContinuous: True if sensors and scans ran all the time.
  ///   - setup: The device; its script must be empty, because the recording has its events.
  ///   - keepsObservations: True to keep the observations delivered to the stack.
  public init(
    stack: any TrackingStack, recorded: [Delivered<Observation>], isContinuous: Bool,
    setup: DeviceSetup, keepsObservations: Bool = false
  ) {
    simulation = Simulation(
      DeviceModel(
        stack: stack, source: .recorded(recorded, isContinuous: isContinuous), setup: setup,
        keepsObservations: keepsObservations, note: nil))
    simulation.model.boot(&simulation.schedule)
  }

  /// The stack's outputs and requests so far, in order.
  public var outputs: OutputLog { simulation.model.pass.outputs }

  /// The error that stopped the stack; nil if there is none.
  public var failure: (any Error)? { simulation.model.failure }

  /// Continues up to and including a time.
  ///
  /// - Throws: ``Cancelled``.
  public mutating func run(
    until end: SimTime, cancellation: CancellationToken? = nil
  ) throws(Cancelled) {
    try simulation.run(until: end, cancellation: cancellation)
  }

  /// Replaces later observations by index; nil leaves one out.
  public mutating func replace(_ observations: [Int: Observation?]) {
    simulation.model.feed.replacements = observations
  }

  /// Removes and returns the kept observations; no further ones are kept.
  public mutating func takeObservations() -> [Delivered<Observation>] {
    simulation.model.takeObservations()
  }
}

// Only the callback for observations isn't sendable, and a replay of this type has none.
extension DeviceReplay: @unchecked Sendable {}
