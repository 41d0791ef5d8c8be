/// A picture of a sweep: energy across, accuracy upwards, latency as colour; the variants that no
/// other beats are numbered and named.
///
/// - Parameters:
///   - comparisons: The sweep's scenarios, each drawn as a panel of its own.
///   - note: What is said below the title, such as how many seeds there were.
/// - Returns: An SVG document, without anything from elsewhere.
public func paretoPicture(_ comparisons: [SweepComparison], note: String) -> String {
  var top = 20.0
  var body = ""
  for comparison in comparisons {
    let panel = ParetoPanel(comparison, top: top, note: note)
    body += panel.svg
    top += panel.height
  }
  let size = "\(Int(ParetoPanel.width)) \(Int(top))"
  return """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size)" width="\(Int(ParetoPanel.width))" \
    height="\(Int(top))" role="img" aria-label="Accuracy, energy and latency of a sweep's variants">
    <style>
    \(PageTexts.paretoStyle)
    </style>
    <rect class="paper" width="100%" height="100%"/>
    \(body)</svg>

    """
}
