import Documents
import Kernel
import Motion
import Observations

/// Activity recognition and step counting over recordings: seconds of readings per second, and the steps of
/// each recording.
///
/// Each recording is a table of `time_s,x,y,z` in m/s², as `Scripts/bench-peers` writes them; reading isn't
/// timed.
func peerSteps(_ options: PeerOptions) throws -> PeerResult {
  let names = options["names"].split(separator: ",").map(String.init)
  let recordings = try names.map { try batches(of: "\(options["folder"])/\($0).csv") }
  // A single pass is short compared with the clock's resolution.
  let repeats = options.count("repeats", 20)
  var counts = [Int](repeating: 0, count: names.count)
  let begin = processSeconds()
  for _ in 0..<repeats {
    for (number, recording) in recordings.enumerated() {
      // Like `MotionHalf`, without pedometer records.
      var (activity, pedometer) = (ActivityMonitor(), Pedometer(from: .start))
      for batch in recording {
        activity.receive(batch) { _ in }
        pedometer.hint = MotionHint(activity.current)
        pedometer.receive(accelerometer: batch)
      }
      counts[number] = pedometer.stepCount
    }
  }
  let taken = processSeconds() - begin
  let seconds = recordings.reduce(0.0) { sum, recording in
    sum + ((recording.last?.samples.last?.time ?? .start) - .start).seconds
  }
  return PeerResult(
    perSecond: seconds * Double(repeats) / taken,
    figures: zip(names, counts).map { ($0, Double($1)) })
}

/// Reads batches of 125 samples: 2.5 s at 50 Hz.
private func batches(of path: String) throws -> [InertialBatch] {
  var reader = try CSVReader(path: path)
  var samples: [InertialSample] = []
  while try reader.nextRow() {
    samples.append(
      InertialSample(
        time: SimTime(seconds: reader.number(at: 0) ?? .nan),
        x: Float(reader.number(at: 1) ?? .nan),
        y: Float(reader.number(at: 2) ?? .nan), z: Float(reader.number(at: 3) ?? .nan)))
  }
  return stride(from: 0, to: samples.count, by: 125).map {
    InertialBatch(samples: Array(samples[$0..<min(samples.count, $0 + 125)]))
  }
}
