import Documents
import Kernel
import Testing

/// The XML reader: events in order, text on request, errors with positions.
struct XMLReaderTests {
  /// The events of a text, one word each.
  private func events(_ text: String, keepsText: Bool = true) throws(DocumentError) -> [String] {
    var reader = XMLReader(Array(text.utf8), name: "x", keepsText: keepsText)
    var result: [String] = []
    while let event = try reader.next() {
      switch event {
      case .start(let name, let attributes, let isEmpty):
        let list = attributes.map { " \($0.name)=\($0.value)" }.joined()
        result.append("<\(name)\(list)\(isEmpty ? "/" : "")>")
      case .end(let name): result.append("</\(name)>")
      case .text(let text): result.append(text)
      }
    }
    return result
  }

  @Test func givesEventsInOrder() throws {
    let text = """
      \u{FEFF}<?xml version="1.0"?>
      <!-- <no> -->
      <a b='1' c="&lt;&#x41;&quot;">one &amp; two<d/><![CDATA[<raw> & ]] ]]>
      <e> </e></a>
      """
    #expect(
      try events(text) == [
        "<a b=1 c=<A\">", "one & two", "<d/>", "<raw> & ]] ", "<e>", "</e>", "</a>",
      ])
    #expect(
      try events(text, keepsText: false) == [
        "<a b=1 c=<A\">", "<d/>", "<e>", "</e>", "</a>",
      ])
  }

  @Test(arguments: [
    ("", "x:1:1: there is no element"), ("<a>", "x:1:4: the element 'a' is never closed"),
    ("<a></b>", "x:1:4: '</b>' does not close an open element"),
    ("<a/><b/>", "x:1:5: a second root"),
    ("<a>\n&b;</a>", "x:2:1: unknown reference '&b;'"),
    ("<a>&lt</a>", "x:1:4: '&' that does not begin"),
    ("<a><![CDATA[x</a>", "x:1:4: this text is never closed"),
    ("<a/>text", "x:1:5: text outside"), ("text<a/>", "x:1:1: text outside"),
    ("<a b>", "x:1:5: expected '='"), ("<a b='<'/>", "x:1:7: '<' in a value"),
    ("<!DOCTYPE a><a/>", "x:1:1: document types"),
    ("<a/><![CDATA[x]]>", "x:1:5: text outside"),
  ])
  func reportsMistakesWithPositions(text: String, message: String) {
    do throws(DocumentError) {
      let found = try events(text)
      Issue.record("accepted as \(found)")
    } catch {
      #expect(error.description.hasPrefix(message), "\(error)")
    }
  }

  @Test func refusesUTF16() {
    var reader = XMLReader([0xFF, 0xFE, 0x3C, 0, 0x61, 0], name: "x")
    #expect(throws: DocumentError.self) { try reader.next() }
  }

  @Test func survivesMutations() throws {
    let whole = Array("<a b='1'>x &amp; y<c d=\"2\"/><![CDATA[z]]><e>é</e></a>".utf8)
    let spice = Array("<>/&;'\"=![]-? \0\u{e9}a".utf8)
    var read = 0
    for seed in 0..<3000 as Range<UInt64> {
      var draw = RandomStream(seed: seed, purpose: "test.xml")
      var bytes = whole
      for _ in 0...draw.integer(below: 3) {
        let at = draw.integer(below: bytes.count)
        switch draw.integer(below: 3) {
        case 0: bytes[at] = spice[draw.integer(below: spice.count)]
        case 1: bytes.remove(at: at)
        default: bytes.insert(spice[draw.integer(below: spice.count)], at: at)
        }
      }
      var reader = XMLReader(bytes, name: "x", keepsText: true)
      do throws(DocumentError) {
        while try reader.next() != nil {}
        read += 1
      } catch {
        #expect(error.description.hasPrefix("x:"))
      }
    }
    #expect(read > 100)
  }
}
