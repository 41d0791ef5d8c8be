import Documents
import Kernel
import Observations
import Recordings
import Truth

/// The available sensor files of one person and device.
struct WISDMPair: ReplayContent {
  private let content: WISDM
  private let isGyroscope: Bool
  /// The gyroscope's file beside the accelerometer's.
  private let rates: WISDM?

  static func read(_ draft: ReplayDraft) throws -> WISDMPair {
    let (tree, file) = (draft.tree, draft.file)
    func content(_ file: String, _ sensor: WISDM.WISDMSensor) throws(DocumentError) -> WISDM {
      try WISDM.read(tree.open(file), file: tree.title(file), sensor: sensor)
    }
    let isGyroscope = file.contains("gyro")
    let other = isGyroscope ? nil : tree.find(counterpart(file, from: "accel", to: "gyro"))
    return WISDMPair(
      content: try content(file, isGyroscope ? .gyroscope : .accelerometer),
      isGyroscope: isGyroscope,
      rates: try other.flatMap { $0 == file ? nil : try content($0, .gyroscope) })
  }

  func fill(_ draft: inout ReplayDraft) {
    draft.warnings.add(content.report)
    let (samples, truth) = Self.chained(content.segments)
    draft.assembly.truth = truth
    if isGyroscope {
      draft.assembly.add(gyroscope: samples)
    } else {
      draft.assembly.add(accelerometer: samples)
    }
    if let rates {
      draft.warnings.add(rates.report, prefix: "gyroscope: ")
      draft.assembly.add(gyroscope: Self.placed(rates.segments, beside: content.segments))
    }
    let isWatch = draft.title.contains("watch")
    draft.settings = ["placement=\(isWatch ? "hand_swinging" : "front_pocket")"]
    draft.notes = [
      "\(content.segments.count) activities, whose clocks are not related, "
        + "are placed one after the other"
    ]
  }

  /// True if a file begins a recording; a gyroscope's file belongs to the accelerometer's, if there is one.
  static func begins(_ probe: FileProbe) -> Bool {
    guard isWISDM(probe.firstLine) else { return false }
    return !probe.name.contains("gyro")
      || probe.tree.find(counterpart(probe.file, from: "gyro", to: "accel")) == nil
  }

  /// True for a line like `1600,A,252207666810782,-0.36,8.79,1.05;`.
  private static func isWISDM(_ line: Substring) -> Bool {
    let fields = line.split(separator: ",", omittingEmptySubsequences: false)
    return fields.count == 6 && Int(fields[0]) != nil
      && WISDM.Activity(rawValue: String(fields[1])) != nil && Int64(fields[2]) != nil
  }

  /// The name of the other sensor's file, without `.gz`.
  private static func counterpart(_ file: String, from: String, to: String) -> String {
    let plain = file.hasSuffix(".gz") ? String(file.dropLast(3)) : file
    // Also replaces the folder's name: raw/phone/accel/data_1600_accel_phone.txt.
    return plain.split(separator: from, omittingEmptySubsequences: false).joined(separator: to)
  }

  /// Gap between two activities, so that no filter carries over from one to the next; an arbitrary choice.
  private static let pause = SimDuration.seconds(2)

  /// Start times of the concatenated segments.
  private static func starts(_ segments: [WISDM.Segment]) -> [SimTime] {
    var time = SimTime.start
    return segments.map { segment in
      let start = time
      time = start + ((segment.samples.last?.time ?? .start) - .start) + pause
      return start
    }
  }

  private static func chained(
    _ segments: [WISDM.Segment]
  ) -> (samples: [InertialSample], truth: [TruthSample]) {
    var samples: [InertialSample] = []
    var truth: [TruthSample] = []
    for (segment, start) in zip(segments, starts(segments)) {
      truth.append(.doing(segment.activity.trueActivity, from: start))
      for sample in segment.samples {
        samples.append(
          InertialSample(
            time: start + (sample.time - .start), x: sample.x, y: sample.y, z: sample.z))
      }
      if let last = samples.last { truth.append(TruthSample(unknownAt: last.time.next)) }
    }
    return (samples, truth)
  }

  /// The gyroscope's readings, placed at the accelerometer's segments of the same activity.
  private static func placed(
    _ segments: [WISDM.Segment], beside others: [WISDM.Segment]
  ) -> [InertialSample] {
    var samples: [InertialSample] = []
    for (other, start) in zip(others, starts(others)) {
      let length = (other.samples.last?.time ?? .start) - .start
      for segment in segments where segment.activity == other.activity {
        // Both sensors have one clock, in ns.
        let offset = SimDuration(
          nanoseconds: segment.originNanoseconds &- other.originNanoseconds)
        for sample in segment.samples {
          let time = sample.time + offset
          guard time >= .start, time <= .start + length + pause else { continue }
          samples.append(
            InertialSample(
              time: start + (time - .start), x: sample.x, y: sample.y, z: sample.z))
        }
      }
    }
    return samples
  }
}

extension ReplayFormat {
  /// Eighteen activities of one person with one device, concatenated.
  static let wisdm = ReplayFormat(
    "wisdm", "WISDM 51: raw accelerometer files, with the gyroscope's beside",
    of: WISDMPair.self, begins: WISDMPair.begins)
}
