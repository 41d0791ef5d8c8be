import Documents
import Testing

struct ReplacingTests {
  @Test(arguments: [
    ("a.b", #"{"a":{"b":9,"c":[1,2]},"d":null,"e":{"f":[1,2]}}"#),
    ("a.c.1", #"{"a":{"b":1,"c":[1,9]},"d":null,"e":{"f":[1,2]}}"#),
    ("a.new", #"{"a":{"b":1,"c":[1,2],"new":9},"d":null,"e":{"f":[1,2]}}"#),
    ("d", #"{"a":{"b":1,"c":[1,2]},"d":9,"e":{"f":[1,2]}}"#),
    ("d.x.y", #"{"a":{"b":1,"c":[1,2]},"d":{"x":{"y":9}},"e":{"f":[1,2]}}"#),
    ("g.h", #"{"a":{"b":1,"c":[1,2]},"d":null,"e":{"f":[1,2]},"g":{"h":9}}"#),
    ("e.f.0", #"{"a":{"b":1,"c":[1,2]},"d":null,"e":{"f":[9,2]}}"#),
    ("", "9"),
  ])
  func replacesAValue(_ path: String, _ expected: String) throws {
    let node = try YAML.load("a: {b: 1, c: &x [1, 2]}\nd:\ne: {f: *x}\n", name: "t")
    let value = try YAML.load("9", name: "--set")
    let steps = path.split(separator: ".").map(String.init)
    let changed = try node.replacing(steps, with: value)
    #expect(JSONValue(changed).text() == expected)
    // Each value has its position.
    guard path == "a.b" else { return }
    let place = changed["a"]?["b"]?.place
    #expect(place?.description == "--set:1:1")
    #expect(changed["e"]?.place == node["e"]?.place)
    let again = try changed.replacing(["d"], with: YAML.load("8", name: "other"))
    #expect(again["d"]?.place == SourcePosition(file: "other", line: 1, column: 1))
    #expect(again["a"]?["b"]?.place == SourcePosition(file: "--set", line: 1, column: 1))
  }

  @Test(arguments: [
    ("a.b.x", "s:1:1: there is no key 'x' below the number 1 at t:1:8"),
    ("a.c.2", "s:1:1: '2' is not an index of the list at t:1:14"),
    ("a.c.x", "s:1:1: 'x' is not an index of the list at t:1:14"),
  ])
  func reportsInvalidPaths(_ path: String, _ expected: String) throws {
    let node = try YAML.load("a: {b: 1, c: [1, 2]}\n", name: "t")
    let value = try YAML.load("9", name: "s")
    let steps = path.split(separator: ".").map(String.init)
    let found = complaints { () throws(DocumentError) in try node.replacing(steps, with: value) }
    #expect(found == [expected])
  }
}
