import Campaigns
import Documents
import Harness
import Kernel
import Testing

struct DeltaDebuggingTests {
  /// Shrinks the numbers below `count` while `fails` holds; returns the rest, and the number of lists tried.
  private func shrunk(
    _ count: Int, minimum: Int = 0, _ fails: ([Int]) -> Bool
  ) -> (left: [Int], tried: Int) {
    var tried = 0
    let left = minimized(Array(0..<count), keepingAtLeast: minimum) { candidates in
      candidates.firstIndex { candidate in
        tried += 1
        return fails(candidate)
      }
    }
    return (left, tried)
  }

  @Test(arguments: [
    [], [0], [7], [99], [3, 4], [0, 99], [10, 40, 41, 90], [0, 20, 40, 60, 80, 99],
  ])
  func findsTheMinimalFailingSet(culprits: [Int]) {
    let (left, tried) = shrunk(100) { Set($0).isSuperset(of: culprits) }
    #expect(left == culprits)
    // At worst n² + 3n, which is 10,300 (Zeller and Hildebrandt); with few culprits, far less.
    #expect(tried <= 20 + culprits.count * 80, "\(tried) for \(culprits)")
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func resultIsOneMinimal(seed: UInt64) {
    // Any of several sets makes it fail, so there is more than one solution; it need not be minimal, but no
    // single element of it can be removed.
    var stream = RandomStream(seed: seed, purpose: "ddmin")
    let sets = (0..<3).map { _ in Set((0..<4).map { _ in stream.integer(below: 30) }) }
    let fails = { (items: [Int]) in sets.contains { $0.isSubset(of: items) } }
    let left = shrunk(30, fails).left
    #expect(fails(left))
    for item in left { #expect(!fails(left.filter { $0 != item })) }
    #expect(left == left.sorted())
  }

  @Test func keepsTheMinimumCount() {
    #expect(shrunk(50, minimum: 1) { _ in true }.left.count == 1)
    #expect(shrunk(50, minimum: 7) { _ in true }.left.count == 7)
    #expect(shrunk(1, minimum: 1) { _ in true }.left == [0])
    #expect(shrunk(0) { _ in true }.left.isEmpty)
    // Parity: odd counts fail, so that no half of an even half fails.
    #expect(shrunk(9) { $0.count % 2 == 1 }.left.count == 1)
  }

  @Test(arguments: [
    "corridor", "museum-visit", "flags-table", "commute-day", "week-of-days", "tile-roaming",
  ])
  func scenariosRoundTrip(name: String) throws {
    let node = try YAML.load(path: "scenarios/\(name).yaml")
    let tree = ScenarioTree(node)
    let again = ScenarioTree(try YAML.load(tree.yaml, name: "again"))
    #expect(again == tree, "\(tree.yaml)")
    #expect(again.yaml == tree.yaml)
    #expect(tree.yaml.split(separator: "\n").allSatisfy { $0.last != " " })
  }

  @Test(arguments: [
    "", "a", "null", "12", "-3", "true", "a: b", "a #b", "- a", "'", "\"", "[a", "a, b", "{", "*a",
    "&a",
    "é\n", "\t", "\\", "it's", "%", "@", "#", "? x", "!x", "|", ">", "a:", " a", "a ", "---",
    "\u{85}",
    "\u{1F600}", "\u{FEFF}", "<script>", "1-20", "0.8..2 m/s",
  ])
  func anyTextRoundTripsAsYAML(text: String) throws {
    let quoted = ScenarioTree.scalar(text, isPlain: false)
    let tree = ScenarioTree.mapping([
      .init("one", quoted), .init(text.isEmpty ? "x" : text, .list([quoted, .mapping([])])),
      .init("three", .list([.mapping([.init("a", quoted), .init("b", .list([quoted]))])])),
    ])
    let again = try YAML.load(tree.yaml, name: "x")
    #expect(again["one"]?.scalar == .text(text), "\(tree.yaml)")
    #expect(again[text.isEmpty ? "x" : text]?.elements.first { _ in true }?.scalar == .text(text))
    let three = again["three"]?.elements.first { _ in true }
    #expect(three?["a"]?.scalar == .text(text), "\(tree.yaml)")
    #expect(three?["b"]?.elements.first { _ in true }?.scalar == .text(text))
    #expect(try YAML.load(tree.flow, name: "x")["one"]?.scalar == .text(text), "\(tree.flow)")
  }
}
