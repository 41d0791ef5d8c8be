import Documents

/// The times of a film's frames, in the run and on the screen.
struct FilmTiming {
  /// The first and the last moment, in s of the run.
  let start, end: Double
  /// Seconds of the run per second of film.
  let speed: Double
  private let framesPerSecond: Double

  /// Maximum length of a film without a chosen speed, in s.
  private static let usualLength = 18.0
  /// The time for which the last frame stands, in hundredths of a second.
  private static let hold = 150
  static let maxFrames = 3000
  private static let speeds =
    [1, 2, 3, 4, 5, 6, 8].map(Double.init)
    + [10.0, 100, 1000].flatMap { power in [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8].map { $0 * power } }

  /// - Throws: An error if there would be too many frames.
  init(
    from start: Double, to end: Double, speed: Double?, framesPerSecond: Double
  ) throws(DocumentError) {
    self.start = start
    self.end = end
    self.framesPerSecond = framesPerSecond
    let length = end - start
    let fitting = Self.speeds.first { length / $0 <= Self.usualLength }
    self.speed = speed ?? fitting ?? (length / Self.usualLength).rounded(.up)
    guard length / self.speed * framesPerSecond <= Double(Self.maxFrames - 1) else {
      throw DocumentError(
        "the film would have more than \(Self.maxFrames) frames; give a higher --speed, or --from and --to"
      )
    }
  }

  var frameCount: Int { Int(((end - start) / speed * framesPerSecond).rounded(.up)) + 1 }

  /// The time of a frame, in s of the run.
  func time(ofFrame index: Int) -> Double {
    min(end, start + Double(index) * speed / framesPerSecond)
  }

  /// The duration of a frame, in hundredths of a second: rounded so that the sum stays exact.
  func hundredths(ofFrame index: Int) -> Int {
    let step = 100 / framesPerSecond
    let own = (Double(index + 1) * step).rounded() - (Double(index) * step).rounded()
    return max(2, Int(own)) + (index == frameCount - 1 ? Self.hold : 0)
  }
}
