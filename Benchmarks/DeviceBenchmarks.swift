import Devices
import Harness
import Kernel
import Observations

/// The device's event loop, with an event as operation; and the pipe to external stacks, with an observation
/// as operation.
let deviceBenchmarks: [Benchmark] = [
  // Without signals and stack, only the queue, the bookkeeping and the call remain.
  Benchmark("device.event.recorded", operations: pressures.count) {
    let recorded = pressures
    return {
      try eventCount(Quiet(wants: .barometer), recorded, seconds: Double(recorded.count) / 1000)
    }
  },
  Benchmark("device.event.unwanted", operations: pressures.count) {
    let recorded = pressures
    return { try eventCount(Quiet(), recorded, seconds: Double(recorded.count) / 1000) }
  },
  Benchmark("device.event.timer", operations: 1_000_000) {
    { try eventCount(Quiet(ticks: .milliseconds(1)), [], seconds: 1000) }
  },
  // A child process that reads the JSON of every observation, a thousand per line.
  Benchmark("stack.pipe.observation", operations: pressures.count) {
    let recorded = pressures
    let (stage, choice) = (try ReplayStage(), try StackChoice("cmd:python3 -c '\(countingChild)'"))
    return {
      let stack = stage.makeStack(choice)
      return try eventCount(stack, recorded, seconds: Double(recorded.count) / 1000)
    }
  },
]

/// Pressure samples at 1 kHz.
private let pressures: [Delivered<Observation>] = (1...500_000).map { number in
  let time = SimTime(nanoseconds: Int64(number) * 1_000_000)
  return Delivered(
    time: time, .barometer(PressureSample(time: time, pressurePascals: 101_325)))
}

private func eventCount(
  _ stack: any TrackingStack, _ recorded: [Delivered<Observation>], seconds: Double
) throws -> UInt64 {
  let pass = try runDevice(
    stack: stack, source: .recorded(recorded), setup: DeviceSetup(.phone2014),
    until: SimTime(seconds: seconds))
  return UInt64(pass.eventCount)
}

/// Accepts batches, reads every message, and returns nothing.
private let countingChild = """
  import json, sys
  sys.stdin.readline()
  print(json.dumps({"hello": {"version": 1, "batch": {"messages": 1000, "span_s": 60}}}), flush=True)
  n = 0
  for line in sys.stdin:
      m = json.loads(line)
      n += len(m.get("batch", [m]))
      ask = {"request": [{"request": "start", "sensor": "barometer", "period_s": 0}]}
      print(json.dumps(ask) if "start" in m else "{}", flush=True)
  """

/// A minimal stack.
private struct Quiet: TrackingStack {
  var wants: RadioRequest.Sensor?
  var ticks: SimDuration?

  mutating func start(at time: SimTime, into sink: inout StackSink) {
    if let wants { sink.request(.start(wants, period: .zero)) }
    if let ticks { sink.setTimer(StackTimer(1), at: time + ticks) }
  }

  mutating func receive(
    _ observation: Observation, at time: SimTime, into sink: inout StackSink
  ) {}

  mutating func timerFired(
    _ timer: StackTimer, at time: SimTime, into sink: inout StackSink
  ) {
    if let ticks { sink.setTimer(timer, at: time + ticks) }
  }
}
