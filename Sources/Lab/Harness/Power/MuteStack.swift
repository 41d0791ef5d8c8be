public import Kernel
public import Observations

/// A stack that says nothing, and asks for nothing: whatever it keeps, anything keeps.
public struct MuteStack: TrackingStack {
  /// Creates one.
  public init() {}

  public mutating func receive(
    _ observation: Observation, at time: SimTime, into sink: inout StackSink
  ) {}
}
