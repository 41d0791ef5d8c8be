public import Documents
public import Kernel
public import Truth

/// A model of one signal: from where a phone truly is to what it senses there.
///
/// A model is a small value that belongs to one device. What many devices share, such as the walls a
/// ray must cross, is in its surroundings, which are made once and never change. Every random draw
/// is addressed by what it is for, so that a sensor that sleeps reads the same afterwards.
public protocol SignalModel: Sendable {
  /// How the model behaves: the keys of its mapping in a scenario's `signals:` block.
  associatedtype Parameters: SignalParameters
  /// What all devices of one run share.
  associatedtype Surroundings: Sendable
  /// What is sensed at one time.
  associatedtype Reading

  /// Creates the model for one device.
  init(_ parameters: Parameters, in surroundings: Surroundings, for receiver: SignalReceiver)

  /// What the device senses at a moment of its trajectory; nil if nothing.
  mutating func sense(along trajectory: Trajectory, at time: SimTime) -> Reading?
}

/// The parameters of a model of a signal.
public protocol SignalParameters: DocumentObject, Hashable {
  /// Creates the parameters that are as in nature.
  init()
  /// No noise, no errors, nothing in the way: what a stack would see in a perfect world.
  static var ideal: Self { get }
}

/// Who receives: the address of a device's random draws.
public struct SignalReceiver: Hashable, Sendable {
  /// The run's seed.
  public var seed: UInt64
  /// The device's number in random streams.
  public var device: UInt64
  /// What it has in common with others of its make.
  public var make: ReceiverMake

  /// Creates a receiver.
  public init(seed: UInt64, device: UInt64, make: ReceiverMake = ReceiverMake()) {
    self.seed = seed
    self.device = device
    self.make = make
  }

  /// A stream of draws for one purpose of this device.
  public func stream(_ purpose: RandomStream.Purpose, index: UInt64 = 0) -> RandomStream {
    RandomStream(seed: seed, entity: device, purpose: purpose, index: index)
  }
}
