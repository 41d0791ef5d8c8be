/// The part of the specific force's length in which steps show, in short slots and a window of 4 s.
///
/// Two filters of second order (Butterworth, by the bilinear transform at 25 Hz): above 0.6 Hz, so
/// that gravity and turning don't count, and below 3.5 Hz, the fastest step rate of a sprint.
struct GaitSignal: Sendable {
  /// How many values a slot has: 0.2 s.
  static let slotLength = 5
  /// How many values a hop has: 1 s.
  static let hop = 25
  /// How many values the window has: 4 s.
  static let length = 100
  /// How many slots are kept: 12.8 s, a power of two.
  private static let kept = 64

  /// A filter's memory and coefficients, in the transposed direct form II.
  private struct Biquad {
    let b: (Double, Double, Double)
    let a: (Double, Double)
    var state = (0.0, 0.0)

    mutating func filter(_ x: Double) -> Double {
      let y = b.0 * x + state.0
      state.0 = b.1 * x - a.0 * y + state.1
      state.1 = b.2 * x - a.1 * y
      return y
    }
  }

  private var high = Biquad(
    b: (0.898_845_53, -1.797_691_05, 0.898_845_53), a: (-1.787_432_52, 0.807_949_59))
  private var low = Biquad(
    b: (0.117_351_04, 0.234_702_07, 0.117_351_04), a: (-0.825_232_38, 0.294_636_53))
  private var first: Double?
  private var values = [Float](repeating: 0, count: GaitSignal.length)
  private var filled = 0
  private var slots = [Float](repeating: 0, count: GaitSignal.kept)
  private var slotSum: Float = 0
  private var slotFill = 0
  /// How many slots are complete.
  private(set) var slotCount = 0

  /// Takes the next value, in m/s²; true when the window is full and a hop old.
  mutating func add(_ length: Double) -> Bool {
    // The first value is taken off, lest gravity ring in the filter.
    let start = first ?? length
    first = start
    let value = Float(low.filter(high.filter(length - start)))
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
