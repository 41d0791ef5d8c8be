import Documents
import Harness
import Kernel
import Programs
import Reporting

extension Option {
  static let stackTimeout = Option(
    "stack-timeout", taking: "TIME",
    "Timeout of a 'cmd:' stack or part for one answer; 60 s by default.")
  static let stackCPU = Option(
    "stack-cpu", taking: "FILE",
    "Write the processor time of 'cmd:' stacks and parts; it differs from run to run.")
}

/// The requested stack, with the options of external programs.
func stackChoice(_ invocation: Invocation) throws -> StackChoice {
  var choice = try invocation.value(.stack).map { try StackChoice($0) } ?? .reference
  choice.options.processorTime = ProcessorTimeAccumulator()
  if let text = invocation.value(.stackTimeout) {
    // A bare number means seconds.
    let seconds = Double(text) ?? (try? Quantity.parseDuration(text))?.seconds ?? .nan
    guard seconds > 0, seconds <= 86_400 else {
      throw UsageError("--stack-timeout takes a time up to a day, such as '10 s', not '\(text)'")
    }
    choice.options.timeoutSeconds = seconds
  }
  return choice
}

/// Reports the processor time of external stacks, and writes it to a file if requested.
///
/// It isn't stored with the results, whose bytes don't depend on the machine.
func reportUse(of choice: StackChoice, _ invocation: Invocation) throws {
  guard let entries = choice.options.processorTime?.entries else { return }
  guard !entries.isEmpty else {
    // Only the scenario shows if a part is an external program.
    for option in [Option.stackTimeout, .stackCPU] where invocation.has(option) {
      complain("venuesim: --\(option.name) had no effect: no stack or part was a program")
    }
    return
  }
  if let path = invocation.value(.stackCPU) {
    var table = CSVWriter(columns: [
      "scenario", "seed", "device", "metric", "statistic", "value", "unit", "n",
    ])
    for entry in entries {
      table.field(entry.user?.scenario ?? "")
      if let seed = entry.user?.seed { table.field(seed) } else { table.emptyField() }
      table.field(entry.user?.device ?? "")
      table.field("stack.cpu")
      table.field("mean")
      table.field(entry.processorSeconds)
      table.field("s")
      table.field(1)
      table.endRow()
    }
    try writeFile(table.takeBytes(), to: path)
  }
  // For parts on request only, because the line would follow every run of a scenario with such a part.
  guard !invocation.has(.quiet), !choice.isOwn || invocation.has(.stackCPU) else { return }
  let total = entries.reduce(0) { $0 + $1.processorSeconds }
  let maximum = entries.map(\.processorSeconds).max() ?? 0
  complain(
    "stack.cpu: \(choice.isOwn ? "parts" : "the stack") took \(figureText(total)) s of processor time on \(entries.count) "
      + "device\(entries.count == 1 ? "" : "s"), at most \(figureText(maximum)) s on one")
}

/// Prints the last lines of a failed external stack's standard error.
func reportLastWords(_ error: any Error) {
  guard let failure = error as? StackFailure, !failure.lastWords.isEmpty else { return }
  let count = failure.lastWords.count
  complain(
    count == 1
      ? "the last line of its standard error:"
      : "the last \(count) lines of its standard error:")
  for line in failure.lastWords { complain("  " + line) }
}
