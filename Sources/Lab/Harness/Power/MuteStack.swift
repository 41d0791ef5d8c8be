public import Kernel
public import Observations

/// A stack without any outputs or requests: budgets that it satisfies prove nothing.
public struct MuteStack: TrackingStack {
  public init() {}

  public mutating func receive(
    _ observation: Observation, at time: SimTime, into sink: inout StackSink
  ) {}
}
