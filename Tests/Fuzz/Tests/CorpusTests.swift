import Documents
import Formats
import FuzzTargets
import Testing

/// Inputs found by fuzzing that take paths of their own through readers; read again in every build.
///
/// `Scripts/fuzz` searches for more.
struct CorpusTests {
  private static let folder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")

  @Test(arguments: fuzzTargets.keys.sorted()) func corpusNeverTraps(target: String) throws {
    let path = "/\(Self.folder)/Corpus/\(target).zip"
    let archive = try ZipArchive(bytes: readFile(path, limit: 1 << 24), name: path)
    let read = try #require(fuzzTargets[target])
    #expect(!archive.entries.isEmpty)
    for entry in archive.entries { read(try archive.contents(of: entry.name)) }
  }
}
