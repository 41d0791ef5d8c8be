/// What a ``GaitBand`` lets through, in short slots and a window of 4 s.
struct GaitSignal: Sendable {
  /// How many values a slot has: 0.2 s.
  static let slotLength = 5
  /// How many values a hop has: 1 s.
  static let hop = 25
  /// How many values the window has: 4 s.
  static let length = 100
  /// How many slots are kept: 12.8 s, a power of two.
  private static let kept = 64

  private var values = [Float](repeating: 0, count: GaitSignal.length)
  private var filled = 0
  private var slots = [Float](repeating: 0, count: GaitSignal.kept)
  private var slotSum: Float = 0
  private var slotFill = 0
  /// How many slots are complete.
  private(set) var slotCount = 0

  /// Takes the next value, in m/s²; true when the window is full and a hop old.
  mutating func add(_ value: Float) -> Bool {
    values[filled] = value
    filled += 1
    slotSum += abs(value)
    slotFill += 1
    if slotFill == Self.slotLength {
      slots[slotCount & (Self.kept - 1)] = slotSum / Float(Self.slotLength)
      slotCount += 1
      slotSum = 0
      slotFill = 0
    }
    return filled == Self.length
  }

  /// The window, oldest first.
  var window: [Float] { values }

  /// Lets go of the window's oldest second.
  mutating func advance() {
    for index in Self.hop..<Self.length { values[index - Self.hop] = values[index] }
    filled = Self.length - Self.hop
  }

  /// The mean size of the signal over the second about a slot, in m/s²; what isn't known counts as 0.
  func level(ofSlot slot: Int) -> Float {
    var sum: Float = 0
    for index in slot - 2...slot + 2
    where index >= 0 && index < slotCount && index >= slotCount - Self.kept {
      sum += slots[index & (Self.kept - 1)]
    }
    return sum / 5
  }
}
