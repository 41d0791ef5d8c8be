import Documents
import Formats
import Numerics
import Observations
import Scoring
import Signals
import Truth

/// Comparison of walks of three metres from chair to chair, with a phone in the front pocket: shorter than the
/// windows of the other studies, with a start and an end in each.
let motionBoutStudy = ValidationStudy(
  name: "short walks between chairs", sets: [.smartphoneWatch]
) { data, comparison in
  var people: [[MotionWindow]] = []
  var times: [Double] = []
  for path in data.files(under: ValidationSet.smartphoneWatch.rawValue, suffix: "_sp.csv.gz") {
    let file = try SmartphoneWatch.read(try data.bytes(path), file: path)
    var own: [MotionWindow] = []
    for segment in file.segments where segment.activity == .walking {
      // The reader has made the times evenly spaced.
      let windows = MotionWindow.all(
        Array(file.accelerometer[segment.rows]), turning: Array(file.gyroscope[segment.rows]),
        length: boutSeconds)
      own += windows.prefix(1)
      times.append(Double(segment.rows.count) / file.meanRateHertz)
    }
    people.append(own)
  }
  let real = people.flatMap(\.self)
  let rates = real.compactMap(\.boutStepRate)
  guard rates.count >= 3 else { return }
  let situation = MotionSituation(doing: .walking, placement: .frontPocket)
  // Over three metres the speed is not a free choice, for any number of people: it is the distance over
  // the time, with shorter steps than on the street.
  let stepRate = try SortedSample(rates).median
  let pace = boutMetres * Double(times.count) / times.reduce(0, +)
  let made = MotionPeople.windows(
    situation, of: 1, stepRate: stepRate, walkRatio: pace / (stepRate * stepRate * 60)
  )
  .map { $0.first(seconds: boutSeconds) }
  let figures: [(name: String, unit: String, value: (MotionWindow) throws -> Double?)] = [
    ("step rate", "Hz", { $0.boutStepRate }),
    ("magnitude RMS", "m/s²", { $0.magnitudeRMS }),
    ("share above 10 Hz", "", { try $0.shareAbove(10) }),
    ("turning RMS an axis", "rad/s", { $0.axisTurning }),
  ]
  for figure in figures {
    comparison.figures.append(
      try SignalFigure(
        signal: "motion", situation: "walking 3 m, front_pocket", quantity: figure.name,
        unit: figure.unit,
        real: RecordedValues(byRecording: people.map { try $0.compactMap(figure.value) }),
        synthetic: made.compactMap(figure.value), source: "sp-sw-har"))
  }
  comparison.plots.append(
    .distributions(
      signal: "motion", title: "walking 3 m, front_pocket: how strong", xLabel: "RMS, m/s²",
      real: real.map(\.magnitudeRMS), synthetic: made.map(\.magnitudeRMS),
      caption: "Two seconds of each walk between chairs (sp-sw-har), and of steady walks."
    ))
}

/// Distance between the chairs, in m.
private let boutMetres = 3.0

/// Duration used of each walk, in s: the shortest takes 2.1.
private let boutSeconds = 2.0

extension MotionWindow {
  /// The window's first seconds.
  fileprivate func first(seconds: Double) -> MotionWindow {
    let count = Int(seconds * hertz)
    return MotionWindow(
      force: Array(force.prefix(count)), turning: Array(turning.prefix(count)), hertz: hertz)
  }

  /// The RMS of the magnitude about its mean, in m/s².
  fileprivate var magnitudeRMS: Double {
    let values = magnitudes
    return (values.reduce(0) { $0 + $1 * $1 } / Double(max(1, values.count))).squareRoot()
  }

  fileprivate func shareAbove(_ frequency: Double) throws -> Double? {
    let spectrum = try PowerSpectrum(of: magnitudes, rate: hertz)
    var (above, all) = (0.0, 0.0)
    for (bin, density) in spectrum.densities.enumerated().dropFirst() {
      all += density
      if spectrum.frequencies[bin] > frequency { above += density }
    }
    return all > 0 ? above / all : nil
  }

  /// Step rate, in Hz, from the autocorrelation peak of the magnitude between 1.2 and 2.6 Hz.
  fileprivate var boutStepRate: Double? {
    let lags = Array(Int(hertz / 2.6)...Int(hertz / 1.2))
    guard let likeness = try? autocorrelation(of: magnitudes, lags: lags) else { return nil }
    let best = likeness.indices.max { likeness[$0] < likeness[$1] }
    return best.map { hertz / Double(lags[$0]) }
  }
}
