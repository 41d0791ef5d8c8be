import Glibc

/// Runs the subcommand in the first argument, if there is one, and returns the exit status.
///
/// `rimea [--filter TEXT] [--runs N] [--csv FILE] [--peer FILE]` runs the movement checks;
/// `crowd-hall [--seconds S]` prints the crowd's speed in agent-seconds per second;
/// `traffic [--csv FILE] [--samples N]` prints the traffic's speed in vehicle-seconds per second;
/// `scoring [--fixes N]` scores and pools ten million locations, or N;
/// `motion-days [--days N]` prints the memory of a stack's motion part, day by day;
/// `tiles [--seeds N] SCENARIO ...` prints the positioning accuracy with fetched access points;
/// `roads DATA [--csv FILE] [--export FOLDER] [--peer NAME=FOLDER]...` scores map matching on real drives;
/// `parameters [--only TEXT] [--csv FILE]` changes every parameter and tests if a run changes;
/// `judge [--csv FILE] [--only NAME] [--trials N]` measures the errors and the power of the gate's judge;
/// `peer TASK` runs a task of another program, for `Scripts/bench-peers`;
/// `canyon [--streets N] [--epochs N] [--csv FILE]` prints GNSS errors in street canyons.
func runSubcommand(_ arguments: [String]) -> Int32? {
  if arguments.dropFirst().first == "traffic" {
    return runTrafficSpeed(Array(arguments.dropFirst(2)))
  }
  if arguments.dropFirst().first == "parameters" {
    return runParameters(Array(arguments.dropFirst(2)))
  }
  if arguments.dropFirst().first == "scoring" { return runScoring(Array(arguments.dropFirst(2))) }
  if arguments.dropFirst().first == "motion-days" {
    return runMotionDays(Array(arguments.dropFirst(2)))
  }
  if arguments.dropFirst().first == "tiles" { return runTiles(Array(arguments.dropFirst(2))) }
  if arguments.dropFirst().first == "canyon" { return runCanyon(Array(arguments.dropFirst(2))) }
  if arguments.dropFirst().first == "peer" { return runPeerTask(Array(arguments.dropFirst(2))) }
  if arguments.dropFirst().first == "judge" { return runJudge(Array(arguments.dropFirst(2))) }
  if arguments.dropFirst().first == "roads" { return runRoads(Array(arguments.dropFirst(2))) }
  guard arguments.count > 1, ["rimea", "crowd-hall"].contains(arguments[1]) else { return nil }
  var options: [String: String] = [:]
  var rest = arguments.dropFirst(2)
  while let name = rest.popFirst() {
    guard ["--filter", "--runs", "--csv", "--peer", "--seconds"].contains(name),
      let value = rest.popFirst()
    else {
      print("usage: benchmarks rimea [--filter TEXT] [--runs N] [--csv FILE] [--peer FILE]")
      print("       benchmarks crowd-hall [--seconds S]")
      return 2
    }
    options[name] = value
  }
  do {
    if arguments[1] == "crowd-hall" {
      try runCrowdHall(seconds: options["--seconds"].flatMap(Double.init) ?? 30)
      return 0
    }
    let isKept = try runMovementChecks(
      filter: options["--filter"] ?? "", runs: options["--runs"].flatMap { Int($0) },
      csvPath: options["--csv"], peerPath: options["--peer"] ?? "results/rimea_jupedsim.csv")
    return isKept ? 0 : 4
  } catch {
    print("benchmarks: \(error)")
    return 1
  }
}
