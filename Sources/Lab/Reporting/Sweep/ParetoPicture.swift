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
    <style>\(paretoStyle)</style>
    <rect class="paper" width="100%" height="100%"/>
    \(body)</svg>

    """
}

let paretoStyle = """

  svg { --paper: #fbfaf7; --ink: #23272e; --soft: #6b7280; --grid: #e4e2dc; --ring: #23272e }
  @media (prefers-color-scheme: dark) {
    svg { --paper: #14171c; --ink: #e6e8eb; --soft: #9aa3ad; --grid: #2b3038; --ring: #f4f5f7 }
  }
  text { font: 13px system-ui, Helvetica, Arial, sans-serif; fill: var(--ink) }
  .paper { fill: var(--paper) } .grid { stroke: var(--grid); fill: none }
  .title { font-size: 19px; font-weight: 600 } .soft { fill: var(--soft) }
  .figure { font-variant-numeric: tabular-nums }
  .head { font-size: 11px; fill: var(--soft); font-weight: 600 }
  .small { font-size: 12px } .front { fill: none; stroke: var(--soft); stroke-dasharray: 5 4 }
  .lead { stroke: var(--ring); fill: none } .true { stroke: var(--ring) }
  .beaten { fill-opacity: .5; stroke: var(--soft); stroke-width: .6 } .best { stroke: var(--ring); stroke-width: 2 }
  .number { font-size: 11px; font-weight: 700; fill: #fff; text-anchor: middle }
  .number.dark { fill: #1b1f24 }

  """
