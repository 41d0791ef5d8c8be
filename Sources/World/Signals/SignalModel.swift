public import Documents
public import Kernel
public import Truth

/// A model of one signal: from a phone's true pose to a sensor reading.
///
/// A model is a small value that belongs to one device. Shared data, such as the walls for ray casting,
/// are in its surroundings, which are made once and never change. Every random draw is addressed by its
/// purpose, so that a sensor's readings don't depend on earlier ones.
public protocol SignalModel: Sendable {
  /// The parameters: the keys of its mapping in a scenario's `signals:` block.
  associatedtype Parameters: SignalParameters
  /// The data shared by all devices of a run.
  associatedtype Surroundings: Sendable
  /// The reading at one time.
  associatedtype Reading

  /// Creates the model for one device.
  init(_ parameters: Parameters, in surroundings: Surroundings, for receiver: SignalReceiver)

  /// The reading at a moment of the trajectory; nil if there is none.
  mutating func sense(along trajectory: Trajectory, at time: SimTime) -> Reading?
}

/// The parameters of a signal model.
public protocol SignalParameters: DocumentObject, Hashable {
  /// Creates realistic values.
  init()
  /// Perfect signals: no noise, no errors and no obstacles.
  static var ideal: Self { get }
}

/// The address of a device's random draws, and its device model.
public struct SignalReceiver: Hashable, Sendable {
  public var seed: UInt64
  /// The device's number in random streams.
  public var device: UInt64
  /// The offsets of its device model.
  public var make: ReceiverMake

  public init(seed: UInt64, device: UInt64, make: ReceiverMake = ReceiverMake()) {
    self.seed = seed
    self.device = device
    self.make = make
  }

  /// The random stream of one purpose of this device.
  public func stream(_ purpose: RandomStream.Purpose, index: UInt64 = 0) -> RandomStream {
    RandomStream(seed: seed, entity: device, purpose: purpose, index: index)
  }
}
