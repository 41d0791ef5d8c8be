import Documents
import Kernel
import TestSupport
import Testing

/// A set with a parameter of each kind.
private struct Smoother: ParameterSet {
  enum Shape: String, CaseIterable, Sendable { case box, bell }

  struct Inner: ParameterSet {
    var depth = 3

    static let parameters: [Parameter<Self>] = [
      .count("depth", \.depth, 1...9, "How deep.", .estimate)
    ]
  }

  var gain = 0.3
  var jerk = 0.4
  var share = 0.5
  var single: Float = 0.35
  var memory = SimDuration.seconds(20)
  var isOn = true
  var shape = Shape.box
  var inner = Inner()

  static let parameters: [Parameter<Self>] = [
    .number("gain", \.gain, "", 0...1, "How much counts.", .read("a paper")),
    .number("jerk", \.jerk, "m2/s3", 0...10, "How it shakes.", .estimate),
    .number("share", \.share, "share", 0...1, "How much.", .estimate),
    .float("single", \.single, "m", 0...2, "How far.", .estimate),
    .time("memory", \.memory, 1...3600, "How long.", .talk("W14-708")),
    .flag("is_on", \.isOn, "Whether."),
    .choice("shape", \.shape, "Which."),
    .group("inner", \.inner, "More."),
  ]
}

/// An alternative set.
private struct Other: ParameterSet {
  var width = 2.0

  static let parameters: [Parameter<Self>] = [
    .number("width", \.width, "m", 0...5, "How wide.", .estimate)
  ]
}

struct ParameterTests {
  private func read(_ text: String) throws(DocumentError) -> Smoother {
    try decodeDocument(
      ParameterForm<Smoother>(), from: try YAML.load(Array(text.utf8), name: "d.yaml"))
  }

  private func choose(_ text: String) throws(DocumentError) -> ParameterChoice {
    let form = ParameterChoiceForm(
      [
        ParameterAlternative("smoother", "Smooths.", Smoother()),
        ParameterAlternative("other", "Doesn't.", Other()),
      ], commandPrefix: "cmd:")
    return try decodeDocument(form, from: try YAML.load(Array(text.utf8), name: "d.yaml"))
  }

  @Test func readsEachKindOfParameter() throws {
    let read = try read(
      """
      gain: 0.25
      jerk: 1.5 m2/s3
      share: 20 %
      single: 40 cm
      memory: 2 min
      is_on: false
      shape: bell
      inner: {depth: 5}
      """)
    var expected = Smoother()
    (expected.gain, expected.jerk, expected.share) = (0.25, 1.5, 0.2)
    (expected.single, expected.memory, expected.isOn) = (0.4, .minutes(2), false)
    (expected.shape, expected.inner.depth) = (.bell, 5)
    #expect(read == expected)
    #expect(try self.read("{}") == Smoother())
  }

  @Test(arguments: [
    ("gain: 2", "d.yaml:1:7:", "at most 1"),
    ("gain: 0.2 m", "d.yaml:1:7:", "a number"),
    ("jerk: 1.5", "d.yaml:1:7:", "did you mean '1.5 m2/s3'?"),
    ("jerk: 1.5 m/s2", "d.yaml:1:7:", "did you mean '1.5 m2/s3'?"),
    ("jerk: 11 m2/s3", "d.yaml:1:7:", "0 to 10 m2/s3"),
    ("memory: 0.5 s", "d.yaml:1:9:", "at least 1 s"),
    ("memory: 5", "d.yaml:1:9:", "a time"),
    ("is_on: 1", "d.yaml:1:8:", "true or false"),
    ("shape: ball", "d.yaml:1:8:", "did you mean 'bell'?"),
    ("inner: {depth: 10}", "d.yaml:1:16:", "from 1 to 9"),
    ("inner: {dept: 5}", "d.yaml:1:9:", "did you mean 'depth'?"),
    ("gains: 0.2", "d.yaml:1:1:", "did you mean 'gain'?"),
    ("gain: .nan", "d.yaml:1:7:", "a number"),
  ]) func reportsThePositionOfAMistake(text: String, place: String, cause: String) throws {
    let found = mistakes { () throws(DocumentError) in try read(text) }
    #expect(found.count == 1 && found[0].hasPrefix(place), "\(found)")
    #expect(found.first?.contains(cause) == true, "\(found)")
  }

  @Test func listsEachParameterWithItsAlternatives() throws {
    let rows = Smoother().parameterRows(prefix: "x.")
    #expect(
      rows.map(\.name) == [
        "x.gain", "x.jerk", "x.share", "x.single", "x.memory", "x.is_on", "x.shape",
        "x.inner.depth",
      ])
    #expect(rows.map(\.value) == ["0.3", "0.4 m2/s3", "0.5", "0.35 m", "20 s", "true", "box", "3"])
    #expect(rows[0].range == "0..1" && rows[0].source.phrase == "read: a paper")
    for row in rows {
      let path = row.name.dropFirst(2).split(separator: ".").map(String.init)
      #expect(!row.others.isEmpty, "\(row.name)")
      for other in row.others {
        let text = path.reversed().reduce(other) { "{\($1): \($0)}" }
        #expect(try read(text) != Smoother(), "\(row.name): \(other)")
      }
      let same = path.reversed().reduce(row.value) { "{\($1): \($0)}" }
      #expect(try read(same) == Smoother(), "\(row.name): \(row.value)")
    }
  }

  @Test func aParameterOfAnotherPartNamesThatPart() throws {
    #expect(try choose("{}").name == "smoother")
    let other = try choose("{use: other, width: 3 m}")
    #expect(other.name == "other" && (other.settings as? Other)?.width == 3)
    let program = try choose("{use: 'cmd:python3 x.py'}")
    #expect(program.name == "cmd:python3 x.py")
    for (text, cause) in [
      ("{use: other, gain: 0.2}", "'gain' is a parameter of 'smoother', which isn't in use here"),
      ("{width: 3 m}", "'width' is a parameter of 'other', which isn't in use here: 'smoother' is"),
      ("{use: 'cmd:x', width: 3 m}", "'width' is a parameter of 'other'"),
      ("{use: mine.py}", "'cmd:PROGRAM', found 'mine.py' (did you mean 'cmd:python3 mine.py'?)"),
      ("{use: ./mine}", "did you mean 'cmd:./mine'?"),
      ("{use: othr}", "did you mean 'other'?"),
      ("{use: other, widt: 3 m}", "did you mean 'width'?"),
    ] {
      let found = mistakes { () throws(DocumentError) in try choose(text) }
      #expect(found.count == 1 && found[0].contains(cause), "\(text): \(found)")
    }
  }
}
