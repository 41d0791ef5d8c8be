import Documents
import Kernel

/// YAML reading, CSV writing and reading; one operation is one byte.
let documentBenchmarks: [Benchmark] = [yamlLoad, csvWrite, csvRead]

private let yamlLoad: Benchmark = {
  let entries = (0..<20_000).map { "- {name: n\($0), at: [\($0 % 97) m, 2.5 m], interval: 350 ms}" }
  let bytes = Array((entries.joined(separator: "\n") + "\n").utf8)
  return Benchmark("documents.yaml.load.byte", operations: bytes.count) {
    { UInt64(try YAML.load(bytes, name: "benchmark.yaml").count) }
  }
}()

/// Rows like those of an accelerometer's recording.
private func table(rows: Int) -> CSVWriter {
  var stream = RandomStream(seed: 5, purpose: "table")
  var csv = CSVWriter(columns: ["sequence", "delivered_s", "time_s", "x", "y", "z"])
  for row in 0..<rows {
    csv.field(row / 125)
    csv.field(secondsOf: Int64(row / 125) * 2_500_000_000)
    csv.field(secondsOf: Int64(row) * 20_000_000)
    for _ in 0..<3 { csv.field(Float(stream.gaussian())) }
    csv.endRow()
  }
  return csv
}

private let csvWrite: Benchmark = {
  let size = table(rows: 50_000).bytes.count
  return Benchmark("documents.csv.write.byte", operations: size) {
    { UInt64(table(rows: 50_000).bytes.count) }
  }
}()

private let csvRead: Benchmark = {
  let bytes = table(rows: 50_000).bytes
  return Benchmark("documents.csv.read.byte", operations: bytes.count) {
    {
      var reader = try CSVReader(bytes: bytes, file: "benchmark.csv")
      var sum = 0.0
      while try reader.nextRow() {
        for column in 0..<6 { sum += reader.number(at: column) ?? 0 }
      }
      return sum.bitPattern
    }
  }
}()
