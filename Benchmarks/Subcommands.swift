import Glibc

/// Runs what isn't a benchmark, if the first argument asks for it, and says how to exit.
///
/// `rimea [--filter TEXT] [--runs N] [--csv FILE] [--peer FILE]` runs the movement checks;
/// `crowd-hall [--seconds S]` prints the crowd's speed in agent-seconds a second;
/// `traffic [--csv FILE] [--samples N]` the traffic's in vehicle-seconds a second;
/// `scoring [--fixes N]` scores and pools ten million locations, or as many as asked for;
/// `motion-days [--days N]` prints the memory of a stack's motion half, day by day;
/// `tiles [--seeds N] SCENARIO ...` how far fetched access points take phones;
/// `roads DATA [--csv FILE] [--export FOLDER] [--peer NAME=FOLDER]...` how much of real drives' ways is
/// found;
/// `dials [--only TEXT] [--csv FILE]` turns every dial and looks whether a run changes;
/// `peer TASK` does what another program does, too, for `Scripts/bench-peers`;
/// `canyon [--streets N] [--epochs N] [--csv FILE]` how far satellite fixes are off in streets.
func runSubcommand(_ arguments: [String]) -> Int32? {
  if arguments.dropFirst().first == "traffic" {
    return runTrafficSpeed(Array(arguments.dropFirst(2)))
  }
  if arguments.dropFirst().first == "dials" { return runDials(Array(arguments.dropFirst(2))) }
  if arguments.dropFirst().first == "scoring" { return runScoring(Array(arguments.dropFirst(2))) }
  if arguments.dropFirst().first == "motion-days" {
    return runMotionDays(Array(arguments.dropFirst(2)))
  }
  if arguments.dropFirst().first == "tiles" { return runTiles(Array(arguments.dropFirst(2))) }
  if arguments.dropFirst().first == "canyon" { return runCanyon(Array(arguments.dropFirst(2))) }
  if arguments.dropFirst().first == "peer" { return runPeerTask(Array(arguments.dropFirst(2))) }
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
