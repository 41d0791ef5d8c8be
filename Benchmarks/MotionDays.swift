import Glibc
import Kernel
import Motion
import Observations

/// Feeds alternating hours of walking and rest for days to the motion part of a stack, and prints the
/// resident memory after each day: histories reach seven days back and must not grow.
///
/// - Parameter arguments: `--days N`; 14 by default.
/// - Returns: The exit status.
func runMotionDays(_ arguments: [String]) -> Int32 {
  guard arguments.isEmpty || (arguments.count == 2 && arguments[0] == "--days"),
    let days = arguments.isEmpty ? 14 : Int(arguments[1]), days > 0
  else {
    print("usage: benchmarks motion-days [--days N]")
    return 2
  }
  let (walk, rest) = (motionWalk(), motionRest())
  var engine = MotionHalf()
  var (batch, steps) = (0, 0)
  let batchesADay = 86_400 * 2 / 5
  print("day,steps,resident_mb")
  for day in 1...days {
    for _ in 0..<batchesADay {
      let source = (batch / 1440) % 2 == 0 ? rest : walk
      var moved = source[batch % source.count]
      let shift = SimDuration.seconds(2.5) * Int64(batch - batch % source.count)
      for index in moved.samples.indices { moved.samples[index].time += shift }
      let time = moved.samples.last?.time ?? .start
      steps = engine.receive(moved, at: time) { _ in }?.stepCount ?? steps
      batch += 1
    }
    print("\(day),\(steps),\(decimal(residentMegabytes(), 1))")
    fflush(nil)
  }
  return 0
}

/// Resident memory of the process, in MB of 2^20 bytes; 0 if unknown.
private func residentMegabytes() -> Double {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 128)
  guard fgets(&line, 128, file) != nil else { return 0 }
  let words = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    .split(separator: " ")
  guard words.count > 1, let pages = Double(words[1]) else { return 0 }
  return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
}
