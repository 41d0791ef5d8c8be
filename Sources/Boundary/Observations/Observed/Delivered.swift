public import Kernel

/// Something that reached a stack or left it, and when.
public struct Delivered<Item: Hashable & Sendable>: Hashable, Sendable {
  /// When it was delivered.
  public var time: SimTime
  /// What.
  public var item: Item
  /// Which app is told; empty where that is left open, as for all that a phone senses.
  public var app: String

  /// Creates a delivery.
  public init(time: SimTime, _ item: Item, app: String = "") {
    self.time = time
    self.item = item
    self.app = app
  }
}
