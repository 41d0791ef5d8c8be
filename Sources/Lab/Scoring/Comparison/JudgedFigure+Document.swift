public import Documents

// The figures to judge in scenario files and manifests: names with the least changes that matter.

/// The form of `judge:`, a mapping such as `{horizontal_error.p50: 5 %, region.latency.p95: 10 s}`.
public struct JudgedFiguresForm: DocumentForm {
  public init() {}

  public var expectation: String { "a mapping such as {horizontal_error.p50: 5 %}" }
  public var placeholder: [JudgedFigure] { [] }

  public func read(_ node: Node, in context: DecodingContext) -> [JudgedFigure]? {
    guard node.kind == .mapping else {
      context.reportMismatch(expected: expectation, at: node)
      return nil
    }
    let before = context.errorCount
    var judged: [JudgedFigure] = []
    for (key, value) in node.pairs {
      let name = key.text ?? ""
      guard let figure = GatedFigure(name: name) else {
        let message =
          MetricCatalogue.metric(name).map { metric in
            "'\(name)' needs a statistic, such as \(metric.name).\(metric.statistics[0].rawValue)"
          } ?? "unknown metric '\(name.prefix(60))'"
        context.report(
          message, at: key,
          suggestion: MetricCatalogue.metric(name) == nil
            ? nearestName(to: name, among: MetricCatalogue.names) : nil)
        continue
      }
      guard let text = value.text else {
        context.reportMismatch(expected: "a change such as 5 %", at: value)
        continue
      }
      do throws(DocumentFormError) {
        judged.append(JudgedFigure(figure, margin: try EquivalenceMargin(text, of: figure.metric)))
      } catch {
        context.report(error.message, at: value, suggestion: error.suggestion)
      }
    }
    return context.errorCount == before ? judged : nil
  }

  public func schema(in builder: SchemaBuilder) -> JSONValue {
    [
      "type": "object",
      "additionalProperties": ["anyOf": [["type": "string"], ["type": "number"]]],
    ]
  }

  public func json(_ value: [JudgedFigure]) -> JSONValue? {
    var object = JSONObject()
    for entry in value { object[entry.figure.name] = .string(entry.changeText) }
    return .object(object)
  }
}

extension JudgedFigure {
  /// The least change as in scenario files; the metric's own where none is given.
  var changeText: String {
    let text = (margin ?? figure.metric.margin).text(of: figure.metric)
    return figure.metric.dimension == .ratio ? text.prefix { $0 != " " } + " %" : text
  }
}

extension JudgedFigures {
  /// The primary figures, for a run's manifest.
  public var json: JSONValue { JudgedFiguresForm().json(primary) ?? .null }

  /// Reads the primary figures of a manifest; nil without any.
  public init?(_ json: JSONValue?) {
    guard case .object(let object)? = json else { return nil }
    let named = object.members.compactMap { member -> JudgedFigure? in
      guard let figure = GatedFigure(name: member.key) else { return nil }
      let margin = member.value.text.flatMap { try? EquivalenceMargin($0, of: figure.metric) }
      return JudgedFigure(figure, margin: margin)
    }
    self.init(named: named, budgets: [])
  }
}
