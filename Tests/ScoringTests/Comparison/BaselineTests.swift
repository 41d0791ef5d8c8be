import Documents
import Kernel
import Scoring
import Testing

struct BaselineTests {
  private func baseline() throws -> Baseline {
    var (table, _) = try ComparisonTests.tables(
      "horizontal_error.p95", [(20.1234567891, nil), (nil, nil), (1e-7 / 3, nil)])
    (table.scenarioDigest, table.venueDigest) = ("aa", "bb")
    table.events = [1: "ab12", 2: "cd34", 3: "ef56"]
    (table.stack, table.settings) = ("reference", ["stack.x=1 s", "a=[1, \"2\"]"])
    table.devices = ["visitor", "guide"]
    return Baseline(table, version: "0.1.0", reasons: ["first, \"quoted\"", "second"])
  }

  @Test func baselinesRoundTrip() throws {
    let baseline = try baseline()
    let read = try Baseline(bytes: baseline.csv, file: "b.csv")
    #expect(read.csv == baseline.csv && read.reasons == baseline.reasons)
    #expect(read.platform == Baseline.thisPlatform && !read.platform.isEmpty)
    var expected = baseline.table.asKept
    expected.source = "b.csv"
    #expect(read.table == expected)
    let text = String(decoding: baseline.csv, as: UTF8.self)
    #expect(text.contains("figure,horizontal_error.p95,m,20.1234568,,3.33333333e-08"), "\(text)")
  }

  @Test(arguments: [
    ("figures_version,,1", "figures_version,,2", "version 2, not 1"),
    ("about,figures_version,,1", "about,other,,1", "version unknown"),
    ("20.1234568", "nan", "not a number"), ("20.1234568", "inf", "infinite"),
    ("20.1234568", "much", "expected a number"), ("seed_1", "seed", "'seed_1'"),
    ("horizontal_error.p95", "horizontal_eror.p95", "'horizontal_error.p95'"),
    ("about,scenario,", "about,scene,", "has no scenario"),
    ("scenario_sha256,,aa", "scenario_sha256,,", "scenario_sha256"),
    ("kind,name", "sort,name", "isn't a baseline"), ("figure,", "figures,", "'figures'"),
    ("figure,horizontal_error.p95,m,20.1234568,,3.33333333e-08", "", "is empty"),
  ]) func errorsNameTheMistake(old: String, new: String, complaint: String) throws {
    let text = String(decoding: try baseline().csv, as: UTF8.self)
    #expect(text.contains(old))
    let range = try #require(text.firstRange(of: old))
    let wrong = text.replacingCharacters(range, new)
    do throws(DocumentError) {
      _ = try Baseline(bytes: Array(wrong.utf8), file: "b.csv")
      Issue.record("accepted: \(wrong)")
    } catch {
      #expect("\(error)".contains(complaint), "\(error)")
      #expect("\(error)".contains("b.csv"), "\(error)")
    }
  }

  @Test(arguments: [0, 1, -12.345678912345, 1e300, .leastNonzeroMagnitude, 0.1 + 0.2])
  func figuresKeepNineDigits(value: Double) {
    let kept = Baseline.kept(value)
    #expect(abs(kept - value) <= abs(value) * 5e-9 || abs(value) < 1e-300)
    #expect(Baseline.kept(kept) == kept)
  }

  @Test func restrictsToSeeds() throws {
    let table = try baseline().table.restricted(to: [1, 2])
    #expect(table.seeds == [1, 2] && table.events == [1: "ab12", 2: "cd34"])
    #expect(table.figures.values.map(\.count) == [1])
    #expect(try baseline().table.restricted(to: [2]).figures.isEmpty)
  }
}

extension String {
  fileprivate func replacingCharacters(_ range: Range<Index>, _ new: String) -> String {
    String(self[..<range.lowerBound]) + new + String(self[range.upperBound...])
  }
}
