package import Geometry
import Kernel

/// Builds a ``MotionPath`` from position samples.
///
/// A moving object is sampled every `step`; a resting one need not be. Missing or repeated samples
/// mean rest.
package struct MotionRecorder: Sendable {
  /// Ticks between samples, for people on foot and for vehicles.
  package static let stepOnFoot = 15
  package static let stepOnWheels = 6
  /// The number of samples at rest after which a stretch of motion ends.
  private static let patience = 7

  package private(set) var path: MotionPath
  private var isOpen = false
  private var last: SIMD4<Double>
  private var lastTick = Int.min / 2
  private var equalSamples = 0
  /// The base of the open span's offsets, as read back.
  private var base: SIMD4<Double>

  package init(position: Vec3, headingRadians: Double) {
    path = MotionPath(origin: SIMD4(position.x, position.y, headingRadians, position.z))
    last = path.origin
    base = last
  }

  /// Adds a sample.
  ///
  /// - Parameters:
  ///   - tick: The moment, at least `step` after the last sample.
  ///   - position: Metres east, north and up.
  ///   - headingRadians: The heading; the turn nearest to the last sample's is taken.
  ///   - step: The ticks between samples of this kind of motion.
  package mutating func sample(tick: Int, position: Vec3, headingRadians: Double, step: Int) {
    let turn = (headingRadians - last.z).remainder(dividingBy: 2 * .pi)
    let value = SIMD4(position.x, position.y, last.z + turn, position.z)
    if isOpen, let span = path.spans.last {
      let gap = tick - lastTick
      let isOnGrid = Int(span.stepTicks) == step && gap.isMultiple(of: step)
      if !isOnGrid || gap > Self.patience * step {
        close()
      } else if gap > 0 {
        for _ in 1..<max(1, gap / step) { append(last) }
        append(value)
        lastTick = tick
        if equalSamples >= Self.patience { close() }
        return
      } else {
        return
      }
    }
    guard isDifferent(value, last) else { return }
    // The path must have come to rest before it moves again.
    if let span = path.spans.last, tick - 2 * step < span.lastTick - Int(span.stepTicks) { return }
    open(tick: tick, step: step, to: value)
  }

  /// Ends the recording and returns the path.
  package mutating func finish() -> MotionPath {
    if isOpen { close() }
    return path
  }

  private func isDifferent(_ one: SIMD4<Double>, _ other: SIMD4<Double>) -> Bool {
    let distance = (one - other) / MotionPath.unit
    return (distance * distance).sum() >= 1
  }

  private mutating func open(tick: Int, step: Int, to value: SIMD4<Double>) {
    let first = MotionPath.Base(firstControl: 0, value: last)
    base = first.value
    path.spans.append(
      MotionPath.MotionSegment(
        firstTick: Int32(tick - 3 * step), stepTicks: Int16(step), hasHeight: false, count: 0,
        firstWord: Int32(path.words.count), firstBase: Int32(path.bases.count)))
    path.bases.append(first)
    isOpen = true
    for _ in 0..<3 { append(last) }
    append(value)
    lastTick = tick
  }

  private mutating func close() {
    for _ in 0..<max(0, 2 - equalSamples) { append(last) }
    isOpen = false
    equalSamples = 0
  }

  private mutating func append(_ value: SIMD4<Double>) {
    let index = path.spans.count - 1
    if !path.spans[index].hasHeight, abs(value.w - base.w) > MotionPath.unit.w / 2 {
      widen(index)
    }
    var offset = ((value - base) / MotionPath.unit).rounded(.toNearestOrEven)
    if offset.max() > 32_767 || offset.min() < -32_767 {
      let next = MotionPath.Base(firstControl: path.spans[index].count, value: value)
      path.bases.append(next)
      base = next.value
      offset = .zero
    }
    path.words.append(Int16(offset.x))
    path.words.append(Int16(offset.y))
    path.words.append(Int16(offset.z))
    if path.spans[index].hasHeight { path.words.append(Int16(offset.w)) }
    path.spans[index].count += 1
    let kept = base + offset * MotionPath.unit
    equalSamples = isDifferent(kept, last) ? 0 : equalSamples + 1
    last = kept
  }

  /// Adds a height of zero offset to the control points of the open span, which was level so far.
  private mutating func widen(_ index: Int) {
    let first = Int(path.spans[index].firstWord)
    let flat = path.words[first...]
    var wide: [Int16] = []
    wide.reserveCapacity(flat.count / 3 * 4 + 64)
    for (number, word) in flat.enumerated() {
      wide.append(word)
      if number % 3 == 2 { wide.append(0) }
    }
    path.words.replaceSubrange(first..., with: wide)
    path.spans[index].hasHeight = true
  }
}
