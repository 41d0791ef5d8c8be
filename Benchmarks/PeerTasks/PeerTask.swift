import Documents
import Glibc

// What `Scripts/bench-peers` asks of VenueSim, task by task, beside the programs in Benchmarks/Peers.

/// What a task came to.
struct PeerResult {
  /// How much was done a second of processor time, in the task's unit.
  var perSecond: Double
  /// Figures of how well it was done, by name.
  var figures: [(name: String, value: Double)] = []
}

/// `benchmarks peer TASK [--NAME VALUE]...`: does a task that another program does, too, and prints a line of
/// JSON: `per_second`, of processor time in the working part alone, and figures of how well it was done.
///
/// `events --pending N`; `vehicles --vehicles N --seconds S`; `particles --count N --seconds S --draw K [--export FOLDER]`;
/// `inertial --seconds S`; `steps --folder F`; `poses --truth FILE --told FILE`, or
/// `poses --count N --export FOLDER` to write them; `roads --data F --case C [--export FOLDER] [--peer FOLDER]`.
///
/// - Parameter arguments: What follows the subcommand.
/// - Returns: How to exit.
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

/// What a task is given.
struct PeerOptions {
  let values: [String: String]

  /// A whole number, or what it is where none is given.
  func count(_ name: String, _ usual: Int) -> Int {
    max(1, values[name].flatMap { Int($0) } ?? usual)
  }

  /// A text; empty where none is given.
  subscript(name: String) -> String { values[name] ?? "" }
}

extension PeerResult {
  /// As a line of JSON; seventeen digits tell a number from all others.
  fileprivate var line: String {
    let all = [(name: "per_second", value: perSecond)] + figures
    return "{" + all.map { "\"\($0.name)\": \($0.value)" }.joined(separator: ", ") + "}"
  }
}

/// The processor time of this program so far, in s.
func processSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}
