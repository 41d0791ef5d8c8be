public import Kernel

/// An item delivered to or from a stack, with its time.
public struct Delivered<Item: Hashable & Sendable>: Hashable, Sendable {
  /// Delivery time.
  public var time: SimTime
  /// The delivered item.
  public var item: Item
  /// The receiving app; empty if unspecified, as for all sensor data.
  public var app: String

  /// Creates a delivery.
  public init(time: SimTime, _ item: Item, app: String = "") {
    self.time = time
    self.item = item
    self.app = app
  }
}
