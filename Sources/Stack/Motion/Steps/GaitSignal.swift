/// Buffer of the ``GaitBand`` output and of the specific force: short slots, and a window of 4 s.
struct GaitSignal: Sendable {
  /// Number of values in a slot: 0.2 s.
  static let slotLength = 5
  /// Number of values in a hop: 1 s.
  static let hop = 25
  /// Number of values in the window: 4 s.
  static let length = 100
  /// Number of slots kept: 12.8 s, a power of two.
  private static let kept = 64

  private var values = [Float](repeating: 0, count: GaitSignal.length)
  /// Specific force of the window, in m/s², oldest first.
  private(set) var forces = [SIMD3<Float>](repeating: .zero, count: GaitSignal.length)
  private var filled = 0
  private var slots = [Float](repeating: 0, count: GaitSignal.kept)
  private var slotSum: Float = 0
  private var slotFill = 0
  /// Number of complete slots.
  private(set) var slotCount = 0

  /// Adds the next value and force, in m/s²; returns true if the window is full.
  mutating func add(_ value: Float, _ force: SIMD3<Float>) -> Bool {
    values[filled] = value
    forces[filled] = force
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

  /// Window values, oldest first.
  var window: [Float] { values }

  /// Discards the window's oldest second.
  mutating func advance() {
    for index in Self.hop..<Self.length {
      values[index - Self.hop] = values[index]
      forces[index - Self.hop] = forces[index]
    }
    filled = Self.length - Self.hop
  }

  /// Returns the mean absolute value over the second around a slot, in m/s²; missing slots count as 0.
  func level(ofSlot slot: Int) -> Float {
    var sum: Float = 0
    for index in slot - 2...slot + 2
    where index >= 0 && index < slotCount && index >= slotCount - Self.kept {
      sum += slots[index & (Self.kept - 1)]
    }
    return sum / 5
  }
}
