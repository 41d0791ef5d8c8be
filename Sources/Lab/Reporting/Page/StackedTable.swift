import Documents

/// An HTML table that becomes a list of labelled values on a narrow screen, where no column is cut.
struct StackedTable {
  /// A cell's text, and its CSS class; empty for none.
  struct Cell {
    var text: String
    var kind = ""
  }

  let heads: [Cell]
  var rows: [[Cell]] = []

  /// The rules of the narrow form, for pages without the style of a report.
  static let style = """

    @media (max-width: 46rem) { .stacks, .stacks tbody, .stacks tr { display: block; width: auto }
    .stacks thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
    .stacks tr { padding: .5rem 0; border-bottom: 1px solid } .stacks td { display: flex;
    justify-content: space-between; gap: 1rem; border: 0; padding: .1rem 0; text-align: right;
    white-space: normal; overflow-wrap: anywhere } .stacks td::before { content: attr(data-head);
    text-align: left; flex: none; max-width: 55% } .stacks td:empty { display: none } }
    """

  /// The table; roles keep it a table for screen readers in the narrow form, too.
  var html: String {
    let head = heads.map {
      "<th scope=\"col\" role=\"columnheader\"\(Self.attribute($0))>\(inXML($0.text))</th>"
    }
    let lines = rows.map { row in
      let cells = zip(row, heads).map { cell, head in
        "<td role=\"cell\" data-head=\"\(inXML(head.text))\"\(Self.attribute(cell))>\(inXML(cell.text))</td>"
      }
      return "<tr role=\"row\">\(cells.joined())</tr>"
    }
    return """
      <table class="stacks" role="table">
      <thead role="rowgroup"><tr role="row">\(head.joined())</tr></thead>
      <tbody role="rowgroup">
      \(lines.joined(separator: "\n"))
      </tbody>
      </table>
      """
  }

  private static func attribute(_ cell: Cell) -> String {
    cell.kind.isEmpty ? "" : " class=\"\(cell.kind)\""
  }
}
