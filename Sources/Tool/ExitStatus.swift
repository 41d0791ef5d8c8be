/// Exit status of the command.
enum ExitStatus: Int32 {
  /// Success.
  case success = 0
  /// The environment failed: disk full, child process died. Finished work is kept and reported.
  case environment = 1
  /// A wrong invocation or bad input; nothing was written.
  case usage = 2
  /// A metric is worse than its baseline.
  case regression = 3
  /// A budget was missed.
  case budgetMissed = 4
  /// Too little evidence for a verdict.
  case undecided = 5
  /// Stopped by Ctrl-C, numbered as in shells; finished work is kept and reported.
  case interrupted = 130

  /// Help text of the exit status.
  static let explanation = """
    Exit status: 0 all well; 1 the environment failed (what was finished is kept and named);
    2 wrong invocation or bad input (nothing written); 3 a metric got worse than its baseline;
    4 a budget was missed; 5 too little evidence to decide; 130 stopped by Ctrl-C.
    """
}

/// A wrong invocation.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
