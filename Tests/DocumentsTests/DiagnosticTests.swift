import Documents
import Testing

struct DiagnosticTests {
  @Test func readsLikeACompilersMessage() {
    let place = SourcePosition(file: "scenarios/mall.yaml", line: 14, column: 9)
    let diagnostic = Diagnostic(
      place: place, message: "unknown key 'placment'", suggestion: "placement")
    #expect(
      "\(diagnostic)"
        == "scenarios/mall.yaml:14:9: unknown key 'placment' (did you mean 'placement'?)")
    #expect("\(Diagnostic(place: nil, message: "no such file"))" == "no such file")
  }

  @Test func sortsByPosition() {
    func diagnostic(_ line: Int, _ column: Int, _ message: String) -> Diagnostic {
      Diagnostic(place: SourcePosition(file: "f", line: line, column: column), message: message)
    }
    let error = DocumentError(
      [
        diagnostic(10, 1, "a"), diagnostic(9, 7, "b"), diagnostic(9, 7, "c"),
        Diagnostic(place: nil, message: "d"), diagnostic(9, 2, "e"),
      ], unlisted: 3)
    #expect(error.diagnostics.map(\.message) == ["d", "e", "b", "c", "a"])
    #expect("\(error)".hasSuffix("f:10:1: a\nand 3 more"))
  }

  @Test(arguments: [
    ("placment", "placement"), ("palcement", "placement"), ("Placement", "placement"),
    ("naem", "name"), ("nme", "name"), ("agnets", "agents"), ("x", nil), ("nam", "name"),
    ("completely", nil), ("", nil), ("durration", "duration"), ("speed", nil), ("ab", nil),
  ])
  func suggestsTheNearestName(_ name: String, _ expected: String?) {
    let names = ["name", "agents", "placement", "duration", "speed", "game"]
    #expect(nearestName(to: name, among: names) == expected)
  }

  @Test func breaksTiesByOrder() {
    #expect(nearestName(to: "bat", among: ["cat", "bar", "bat"]) == "cat")
    #expect(nearestName(to: "bat", among: ["bar", "cat"]) == "bar")
    #expect(nearestName(to: String(repeating: "a", count: 100_000), among: ["aaa"]) == nil)
  }
}
