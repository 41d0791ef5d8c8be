import Harness
public import Kernel
import Observations
import Reporting

/// The inputs of one kind that a stack received before a moment.
public struct ReceivedInput: Hashable, Sendable {
  public var kind: InputKind
  /// The number of observations in the period; a batch of motion data is one.
  public var count = 0
  /// The content in words; empty for none.
  public var detail = ""
  /// The time of the last one with a content, of any time before; nil for none.
  public var lastTime: SimTime?
}

extension ReceivedInput {
  /// Summarises the inputs before a moment, kind by kind.
  ///
  /// - Parameters:
  ///   - baseline: All that the stack received until then.
  ///   - moment: The moment.
  ///   - period: The period of the counts.
  ///   - directory: The names of the transmitters.
  /// - Returns: A summary of each kind.
  static func all(
    _ baseline: CounterfactualReplays.UnchangedReplay, before moment: SimTime,
    during period: SimDuration, _ directory: TransmitterDirectory
  ) -> [ReceivedInput] {
    let first = baseline.observations.partitioningIndex { $0.time > moment - period }
    var recent = ReceivedContents(directory)
    for delivered in baseline.observations[first...] { recent.add(delivered.item) }
    return InputKind.allCases.map { kind in
      ReceivedInput(
        kind: kind, count: recent.counts[kind] ?? 0, detail: recent.detail(of: kind),
        lastTime: baseline.arrivals[kind]?.last)
    }
  }
}

extension Observation {
  /// True for an epoch or scan without signals.
  var isEmpty: Bool {
    switch self {
    case .gnss(let epoch): epoch.measurements.isEmpty
    case .wifi(let scan): scan.readings.isEmpty
    case .cell(let scan): scan.readings.isEmpty
    default: false
    }
  }
}

/// Accumulator of observations.
private struct ReceivedContents {
  private(set) var counts: [InputKind: Int] = [:]
  private let directory: TransmitterDirectory
  private var strongest: [SignalSource: Double] = [:]
  private var satellites: [Double] = []
  private var carrierToNoise: [Double] = []
  private var fixCount = 0
  private var cells: Set<Int> = []
  private var samples: [InputKind: (count: Int, first: SimTime, last: SimTime)] = [:]
  private var pressures: [Double] = []

  init(_ directory: TransmitterDirectory) {
    self.directory = directory
  }

  mutating func add(_ observation: Observation) {
    guard let kind = InputKind(observation) else { return }
    counts[kind, default: 0] += 1
    switch observation {
    case .gnss(let epoch):
      satellites.append(Double(Set(epoch.measurements.map(\.satellite)).count))
      carrierToNoise += epoch.measurements.map(\.carrierToNoiseDecibelHertz)
    case .fix: fixCount += 1
    case .wifi(let scan):
      for reading in scan.readings {
        note(.accessPoint(directory.accessPoint(of: reading)), reading.rssiDecibelMilliwatts)
      }
    case .beacon(let beacon): note(.beacon(beacon.identity), beacon.rssiDecibelMilliwatts)
    case .cell(let scan): cells.formUnion(scan.readings.map(\.physicalIdentity))
    case .accelerometer(let batch), .magnetometer(let batch): note(batch, kind)
    case .barometer(let sample): pressures.append(sample.pressurePascals)
    default: break
    }
  }

  private mutating func note(_ transmitter: SignalSource, _ strength: Double) {
    strongest[transmitter] = max(strength, strongest[transmitter] ?? -.infinity)
  }

  private mutating func note(_ batch: InertialBatch, _ kind: InputKind) {
    guard let first = batch.samples.first?.time, let last = batch.samples.last?.time else { return }
    let old = samples[kind] ?? (0, first, last)
    samples[kind] = (old.count + batch.samples.count, old.first, last)
  }

  func detail(of kind: InputKind) -> String {
    switch kind {
    case .satellites:
      guard let count = median(satellites) else {
        return fixCount > 0 ? "positions of another receiver" : ""
      }
      guard let strength = median(carrierToNoise) else { return "none tracked" }
      return "median of \(figureText(count)) tracked, C/N0 \(figureText(strength)) dB-Hz"
    case .wifi: return transmitters(.wifi, "access points")
    case .beacons: return transmitters(.beacons, "beacons")
    case .cells: return counts[kind] == nil ? "" : "cells: \(cells.count)"
    case .motion, .magneticField:
      guard let part = samples[kind], part.last > part.first else { return "" }
      let hertz = Double(part.count - 1) / (part.last - part.first).seconds
      return "\(kind.noun): \(part.count) at \(figureText(hertz)) Hz"
    case .pressure:
      guard let first = pressures.first, let last = pressures.last else { return "" }
      // 8.3 m of height for 1 hPa near the ground.
      return "height changed by \(figureText((first - last) / 100 * 8.3)) m"
    }
  }

  private func transmitters(_ kind: InputKind, _ noun: String) -> String {
    let own = strongest.filter { $0.key.kind == kind }
    let best = own.max { ($0.value, $1.key) < ($1.value, $0.key) }
    guard let best else { return counts[kind] == nil ? "" : "none received" }
    let name = directory.name(of: .transmitter(best.key))
    return "\(noun): \(own.count), strongest \(name) at \(figureText(best.value)) dBm"
  }
}

/// An age, to a tenth of a second.
func ageText(_ age: SimDuration) -> String { "\((age.seconds * 10).rounded() / 10) s" }

/// A count with its noun: `3 beacons`.
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

/// The median; nil for no values.
func median(_ values: [Double]) -> Double? {
  guard !values.isEmpty else { return nil }
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
