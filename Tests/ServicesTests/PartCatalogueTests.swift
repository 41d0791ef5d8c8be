import Documents
import Kernel
import Parts
import Services
import TestSupport
import Testing

/// The parts that scenarios can name, with all their parameters.
struct PartCatalogueTests {
  @Test func parametersOfAllPartsAreUniqueAndReadable() throws {
    var count = ServiceConstants.parameterNames.count
    for kind in PartCatalogue.reference.kinds {
      let rows = kind.alternative.defaults.parameterRows()
      #expect(Set(rows.map(\.name)).count == rows.count, "\(kind.slot) \(kind.name)")
      count += rows.count
      for row in rows {
        #expect(!row.meaning.isEmpty && !row.others.isEmpty, "\(kind.name) \(row.name)")
        for value in [row.value] + row.others {
          let path = row.name.split(separator: ".").map(String.init)
          let nested = path.dropFirst().reversed().reduce(value) { "{\($1): \($0)}" }
          let text = "\(kind.slot.rawValue): {use: \(kind.name), \(path[0]): \(nested)}"
          let found = mistakes { () throws(DocumentError) in
            try decodeDocument(StackSettings.self, bytes: Array(text.utf8), name: "x")
          }
          #expect(found.isEmpty, "\(text): \(found)")
        }
      }
    }
    #expect(count >= 600, "\(count) parameters")
  }

  @Test func everySlotHasADefaultPart() {
    let usual = PartSlot.allCases.map { StackSettings()[$0].name }
    #expect(
      usual == [
        "network", "gait", "tiles", "neighbours", "filter", "strongest-beacon", "filter",
        "matcher", "by-need", "reference",
      ])
  }

  @Test(arguments: [
    ("satellites: {motion: {jerkiness: 0.4}}", "x:1:34:", "m2/s3"),
    ("satellites: {motion: {jerkines: 0.4 m2/s3}}", "x:1:23:", "did you mean 'jerkiness'?"),
    (
      "locator: {use: radio-map, reach: 5 m}", "x:1:27:",
      "'reach' is a parameter of 'strongest-beacon'"
    ),
    ("steps: {threshold: 1 m/s2}", "x:1:9:", "'threshold' is a parameter of 'peaks'"),
    ("locator: {particles: 100}", "x:1:11:", "'particles' is a parameter of 'radio-map'"),
    ("gnss: {use: filter}", "x:1:1:", "unknown key 'gnss'"),
    ("radios: {use: 'cmd:x'}", "x:1:15:", "a program can't fill 'radios'"),
    ("services: {use: 'cmd:x'}", "x:1:17:", "a program can't fill 'services'"),
    ("radios: {use: seldom}", "x:1:15:", "'by-need' or 'always'"),
  ]) func errorsHavePositions(text: String, place: String, cause: String) {
    let found = mistakes { () throws(DocumentError) in
      try decodeDocument(StackSettings.self, bytes: Array(text.utf8), name: "x")
    }
    #expect(found.count == 1 && found[0].hasPrefix(place), "\(found)")
    #expect(found.first?.contains(cause) == true, "\(found)")
  }
}
