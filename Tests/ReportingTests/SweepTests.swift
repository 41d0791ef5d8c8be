import Kernel
import Reporting
import Testing

struct SweepTests {
  private let objectives = [
    SweepComparison.Objective(name: "horizontal_error.p95", unit: "m", isBetterLarger: false),
    SweepComparison.Objective(name: "ttff.p95", unit: "s", isBetterLarger: false),
    SweepComparison.Objective(name: "availability.share", unit: "share", isBetterLarger: true),
  ]

  private func comparison(_ values: [[Double?]], labels: [String] = []) -> SweepComparison {
    SweepComparison(
      scenario: "a <b> & \"c\"", objectives: objectives,
      points: values.enumerated().map { number, values in
        SweepComparison.VariantValues(
          label: number < labels.count ? labels[number] : "k=\(number)", values: values)
      })
  }

  @Test func marksParetoOptimalVariants() {
    let found = comparison([
      [5, 1, 0.9], [6, 1, 0.9], [5, 2, 0.95], [5, 1, 0.9], [4, nil, 1], [.nan, 0, 1],
      [9, 0.5, 0.1],
      [5, 1, 0.8],
    ])
    #expect(found.isOptimal == [true, false, true, true, false, false, true, false])
    #expect(found.lines[0].hasSuffix(": 8 variants"))
    #expect(found.lines.filter { $0.hasPrefix("  *  k=") }.count == 4)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func paretoFrontDominatesOtherVariants(seed: UInt64) {
    var stream = RandomStream(seed: seed, purpose: "pareto")
    let values = (0..<60).map { _ in
      (0..<3).map { _ -> Double? in Double(stream.integer(below: 6)) }
    }
    let found = comparison(values)
    func costs(_ index: Int) -> [Double] {
      let values = values[index].compactMap { $0 }
      return [values[0], values[1], -values[2]]
    }
    func dominates(_ one: Int, _ other: Int) -> Bool {
      let pairs = zip(costs(one), costs(other))
      return pairs.allSatisfy { $0 <= $1 } && pairs.contains { $0 < $1 }
    }
    let front = values.indices.filter { found.isOptimal[$0] }
    #expect(!front.isEmpty)
    for index in values.indices {
      let isDominated = front.contains { dominates($0, index) }
      #expect(isDominated != found.isOptimal[index])
    }
  }

  @Test func pictureEscapesLabels() {
    let text = paretoPicture(
      [
        comparison(
          [[5, 1, 0.9], [5, 1, 0.9], [6, 3, 0.2]],
          labels: ["stack.x.use=<script>alert(1)</script>", "a\u{1}&\"b", "]]>"]),
        comparison([]), comparison([[1, 1, 1]]), comparison([[.infinity, 1, 0.5]]),
      ], note: "<i>")
    #expect(!text.contains("<script") && !text.contains("<i>") && !text.contains("\u{1}"))
    #expect(text.contains("&lt;script&gt;") && text.contains("a &lt;b&gt; &amp; &quot;c&quot;"))
    #expect(!text.contains("nan") && !text.contains("http://www.w3.org/1999"))
    #expect(text.hasPrefix("<svg ") && text.hasSuffix("</svg>\n"))
    // Equal numbers of opening and closing tags.
    for name in ["g", "text", "title", "circle"] {
      let opened = text.split(separator: "<\(name)").count - 1
      let closed = text.split(separator: "</\(name)>").count - 1
      #expect(name == "circle" ? opened >= closed : opened >= closed && closed > 0, "\(name)")
    }
  }

  @Test func columnNamesAreUnique() {
    let columns = SweepTable.columns(axes: ["stack.locator.window", "seed"])
    #expect(
      columns == [
        "run", "scenario", "variant", "stack.locator.window", "axis.seed", "seed", "device",
        "metric", "statistic", "value", "unit", "n",
      ])
  }
}
