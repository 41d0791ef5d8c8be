import Documents
import Glibc

// The tasks of `Scripts/bench-peers`, for comparison with the programs in Benchmarks/Peers.

/// The result of a task.
struct PeerResult {
  /// Work per second of processor time, in the task's unit.
  var perSecond: Double
  /// Figures of quality, by name.
  var figures: [(name: String, value: Double)] = []
}

/// `benchmarks peer TASK [--NAME VALUE]...`: runs a task that another program runs as well, and prints a line
/// of JSON: `per_second`, of processor time in the working part alone, and figures of quality.
///
/// `events --pending N`; `vehicles --vehicles N --seconds S`; `particles --count N --seconds S --draw K
/// [--export FOLDER]`; `inertial --seconds S`; `steps --folder F`; `poses --truth FILE --told FILE`, or
/// `poses --count N --export FOLDER` to write them; `roads --data F --case C [--export FOLDER] [--peer
/// FOLDER]`.
///
/// - Parameter arguments: The arguments after the subcommand.
/// - Returns: The exit status.
func runPeerTask(_ arguments: [String]) -> Int32 {
  var options: [String: String] = [:]
  var rest = arguments.dropFirst()
  while let name = rest.popFirst() {
    guard name.hasPrefix("--"), let value = rest.popFirst() else { return showPeerUsage() }
    options[String(name.dropFirst(2))] = value
  }
  do {
    let options = PeerOptions(values: options)
    let result: PeerResult
    switch arguments.first {
    case "events": result = peerEvents(options)
    case "particles": result = try peerParticles(options)
    case "inertial": result = peerInertial(options)
    case "steps": result = try peerSteps(options)
    case "poses": result = try peerPoses(options)
    case "roads": result = try peerRoads(options)
    case "vehicles": result = try peerVehicles(options)
    default: return showPeerUsage()
    }
    print(result.line)
    return 0
  } catch {
    print("benchmarks: \(error)")
    return 1
  }
}

private func showPeerUsage() -> Int32 {
  print(
    "usage: benchmarks peer events|particles|inertial|steps|poses|roads|vehicles [--NAME VALUE]...")
  return 2
}

/// The options of a task.
struct PeerOptions {
  let values: [String: String]

  /// A positive integer, with a default.
  func count(_ name: String, _ usual: Int) -> Int {
    max(1, values[name].flatMap { Int($0) } ?? usual)
  }

  /// A text; empty if not given.
  subscript(name: String) -> String { values[name] ?? "" }
}

extension PeerResult {
  /// A line of JSON; numbers have up to seventeen digits, so that they are exact.
  fileprivate var line: String {
    let all = [(name: "per_second", value: perSecond)] + figures
    return "{" + all.map { "\"\($0.name)\": \($0.value)" }.joined(separator: ", ") + "}"
  }
}

/// Processor time of this process, in s.
func processSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}
