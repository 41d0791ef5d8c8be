import Documents
import Formats
import FuzzTargets
import Testing

/// Inputs found by fuzzing that take paths of their own through readers; read again in every build, and after some
/// changes of their structure.
///
/// `Scripts/fuzz` searches for more.
struct CorpusTests {
  private static let folder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")

  private static func corpus(_ target: String) throws -> [[UInt8]] {
    let path = "/\(folder)/Corpus/\(target).zip"
    let archive = try ZipArchive(bytes: readFile(path, limit: 1 << 24), name: path)
    return try archive.entries.map { try archive.contents(of: $0.name) }
  }

  @Test(arguments: fuzzTargets.keys.sorted()) func corpusNeverTraps(target: String) throws {
    let read = try #require(fuzzTargets[target])
    let inputs = try Self.corpus(target)
    #expect(!inputs.isEmpty)
    for input in inputs { read(input) }
  }

  @Test(arguments: fuzzTargets.keys.sorted()) func changedCorpusNeverTraps(target: String) throws {
    let read = try #require(fuzzTargets[target])
    let inputs = try Self.corpus(target)
    for seed in 0..<64 {
      var mutator = StructureMutator(seed: UInt64(seed))
      read(mutator.mutated(inputs[seed % inputs.count], limit: 1 << 16))
    }
  }

  /// Equal seeds give equal inputs, and most changes keep the form, so that readers get beyond its first bytes.
  @Test(arguments: ["import-imdf", "import-osm", "import-geojson", "replay-fit", "positioning"])
  func mutationsAreDeterministic(target: String) throws {
    let inputs = try Self.corpus(target)
    var changed = 0
    for seed in 0..<100 {
      let input = inputs[seed % inputs.count]
      var (one, other) = (
        StructureMutator(seed: UInt64(seed)), StructureMutator(seed: UInt64(seed))
      )
      let output = one.mutated(input, limit: 1 << 16)
      #expect(output == other.mutated(input, limit: 1 << 16))
      changed += output == input ? 0 : 1
      if input.starts(with: [0x50, 0x4B]) {
        #expect(throws: Never.self) {
          let archive = try ZipArchive(bytes: output, name: target)
          for entry in archive.entries { _ = try archive.contents(of: entry.name) }
        }
      }
    }
    #expect(changed > 80)
  }

  /// The mutator finds traps that a reader had: unchecked conversions of numbers.
  @Test func extremeNumbersAreTried() throws {
    let input = Array(#"{"a": [1, {"lanes": 2}], "b": "3"}"#.utf8)
    var found: Set<String> = []
    for seed in 0..<4000 {
      var mutator = StructureMutator(seed: UInt64(seed))
      let text = String(decoding: mutator.mutated(input, limit: 1 << 16), as: UTF8.self)
      for number in ["9223372036854775808", "-9223372036854775808", "1e308", "nan"]
      where text.contains("\"lanes\": \(number)}") {
        found.insert(number)
      }
      if text.contains("[[[[[[[[") { found.insert("nested") }
      if text.components(of: "lanes") > 8 { found.insert("repeated") }
      if !text.contains("lanes") { found.insert("deleted") }
    }
    #expect(found.count == 7, "\(found)")
  }
}

extension String {
  /// The number of occurrences of a text.
  fileprivate func components(of text: String) -> Int { split(separator: text).count - 1 }
}
