import Glibc

// `swift run -c release benchmarks [--filter TEXT]... [--csv FILE]`; see also `runSubcommand`.

if let status = runSubcommand(CommandLine.arguments) { exit(status) }

var filters: [String] = []
var csvPath: String?
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  switch argument {
  case "--filter": filters.append(arguments.popFirst() ?? "")
  case "--csv": csvPath = arguments.popFirst()
  default:
    print("usage: benchmarks [--filter TEXT]... [--csv FILE]")
    exit(argument == "--help" ? 0 : 2)
  }
}

var csv = "benchmark,operations,samples,median_ns,spread_share,fastest_ns,operations_per_s\n"
print(
  "benchmark".padded(to: 40), "ns/op".leftPadded(to: 10), "spread".leftPadded(to: 8),
  "best ns".leftPadded(to: 10), "M op/s".leftPadded(to: 10))
for benchmark in allBenchmarks
where filters.isEmpty || filters.contains(where: { benchmark.name.contains($0) }) {
  do {
    let result = try measure(benchmark)
    print(
      result.name.padded(to: 40), decimal(result.median, 2).leftPadded(to: 10),
      (decimal(result.spread * 100, 1) + " %").leftPadded(to: 8),
      decimal(result.fastest, 2).leftPadded(to: 10),
      decimal(1e3 / result.median, 3).leftPadded(to: 10))
    csv +=
      "\(result.name),\(result.operations),\(result.samples.count),\(decimal(result.median, 3)),"
      + "\(decimal(result.spread, 4)),\(decimal(result.fastest, 3)),"
      + "\(decimal(1e9 / result.median, 0))\n"
  } catch {
    print(benchmark.name.padded(to: 40), "failed: \(error)")
    exit(1)
  }
}
if let csvPath {
  guard let file = fopen(csvPath, "w") else {
    print("benchmarks: can't write \(csvPath): \(String(cString: strerror(errno)))")
    exit(1)
  }
  fputs(csv, file)
  fclose(file)
}
