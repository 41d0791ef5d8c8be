import Devices
import Documents
import Harness
import Kernel
import Observations
import Recordings

/// Writing and reading of recordings, with a byte of CSV as operation; and replay, with a sample as operation.
let recordingBenchmarks: [Benchmark] = [
  Benchmark("recording.write.byte", operations: byteCount(of: motionHour.files)) {
    let recording = motionHour
    return { UInt64(byteCount(of: recording.files)) }
  },
  Benchmark("recording.read.byte", operations: byteCount(of: motionHour.files)) {
    let files = motionHour.files
    return { UInt64(try read(files).observations.count) }
  },
  Benchmark("recording.write.all.byte", operations: byteCount(of: walk.files)) {
    let recording = walk
    return { UInt64(byteCount(of: recording.files)) }
  },
  Benchmark("recording.read.all.byte", operations: byteCount(of: walk.files)) {
    let files = walk.files
    return { UInt64(try read(files).observations.count) }
  },
  // From bytes to the result: the waiting time for the replay of an hour of motion.
  Benchmark("recording.replay.sample", operations: 2 * 360_000) {
    let files = motionHour.files
    return {
      let recording = try read(files)
      let pass = try runDevice(
        stack: Listener(), source: .recorded(recording.observations),
        setup: DeviceSetup(.phone2014),
        until: recording.header.endTime)
      return UInt64(pass.eventCount)
    }
  },
]

/// An hour of accelerometer and gyroscope at 100 Hz, in batches of 2.5 s.
private let motionHour: Recording = {
  var stream = RandomStream(seed: 1, purpose: "recording benchmark")
  var recording = Recording(
    header: RecordingHeader(device: "d", source: "benchmark", endTime: SimTime(seconds: 3600)))
  for batch in 1...1440 {
    for isGyroscope in [false, true] {
      let samples = (0..<250).map { index in
        InertialSample(
          time: SimTime(nanoseconds: Int64((batch - 1) * 250 + index) * 10_000_000),
          x: Float(stream.gaussian()), y: Float(stream.gaussian()), z: Float(stream.gaussian()))
      }
      let batchOfSamples = InertialBatch(samples: samples)
      recording.observations.append(
        Delivered(
          time: SimTime(seconds: Double(batch) * 2.5),
          isGyroscope ? .gyroscope(batchOfSamples) : .accelerometer(batchOfSamples)))
    }
  }
  return recording
}()

/// A recording of the corridor scenario, with outputs and truth.
private let walk: Recording = {
  guard let scenario = try? LoadedScenario(path: "scenarios/corridor.yaml"),
    let result = try? RunUnit(scenario: scenario, seed: 1).run(records: true)
  else { return motionHour }
  return result.recordings[0]
}()

private func byteCount(of files: [(name: String, bytes: [UInt8])]) -> Int {
  files.reduce(0) { $0 + $1.bytes.count }
}

private func read(_ files: [(name: String, bytes: [UInt8])]) throws -> Recording {
  try Recording(name: "benchmark") { name throws(DocumentError) in
    files.first { $0.name == name }?.bytes
  }
}

/// Requests motion sensors and ignores them.
private struct Listener: TrackingStack {
  mutating func start(at time: SimTime, into sink: inout StackSink) {
    sink.request(.start(.accelerometer, period: .zero))
    sink.request(.start(.gyroscope, period: .zero))
  }

  mutating func receive(
    _ observation: Observation, at time: SimTime, into sink: inout StackSink
  ) {}
}
