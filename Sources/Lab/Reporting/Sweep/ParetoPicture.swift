/// Draws the Pareto chart of a sweep: energy to the right, accuracy upwards, latency as colour; the
/// Pareto-optimal variants are numbered and named.
///
/// - Parameters:
///   - comparisons: The sweep's scenarios, each with its own panel.
///   - note: The text below the title, such as the number of seeds.
/// - Returns: A self-contained SVG document.
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
