public import Documents

/// Creates one self-contained HTML page of a run, or of several side by side, without network
/// access or other files.
///
/// All data from files are in one block of JSON without any `<`, and the page's script shows them
/// as text, never as markup.
///
/// - Parameters:
///   - run: The run.
///   - others: The runs it is compared with.
///   - plans: Images of floor plans, floor by floor.
///   - comparisons: The comparison of each of the others with the run, in their order.
///   - live: The script that reloads a served page; nil for a page in a file.
/// - Returns: The page, with identical bytes for identical runs.
/// - Throws: An error if the plans are of another venue.
public func reportPage(
  _ run: RunReport, against others: [RunReport] = [], plans: FloorPlans? = nil,
  comparisons: [ComparisonReport] = [], live: LiveScript? = nil
) throws(DocumentError) -> [UInt8] {
  let runs = [run] + others
  let data: JSONValue = [
    "runs": .array(runs.map(\.json)), "plans": try plans?.json(for: run) ?? [],
    "comparisons": .array(comparisons.map(\.json)), "tints": PageColors.tints,
    "error_steps": [
      "limits": .array(ColorSteps.radius.limits.map { .number($0) }),
      "colors": .array(ColorSteps.radius.colors.map { .string($0) }),
      "labels": .array(ColorSteps.radius.labels.map { .string($0) }),
      "fewest": .int(Int64(ErrorMap.minimum)),
    ],
  ]
  let name = run.scenarios.prefix(3).joined(separator: ", ")
  let title = "\(name.isEmpty ? "a run" : name) · VenueSim report"
  var page = Array(pageHead(title: title, isServed: live != nil).utf8)
  page += Array(PageTexts.frame.utf8)
  page += Array("<script type=\"application/json\" id=\"data\">".utf8)
  page += inert(Array(data.text().utf8))
  page += Array("</script>\n<script>\n".utf8)
  page += Array(PageTexts.script.utf8)
  page += Array("</script>\n\(live?.element ?? "")</body>\n</html>\n".utf8)
  return page
}

/// Escapes JSON so that nothing in it can end a script or begin a comment.
func inert(_ json: [UInt8]) -> [UInt8] {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(json.count + 64)
  for byte in json {
    switch byte {
    case UInt8(ascii: "<"): bytes += Array("\\u003c".utf8)
    case UInt8(ascii: ">"): bytes += Array("\\u003e".utf8)
    case UInt8(ascii: "&"): bytes += Array("\\u0026".utf8)
    default: bytes.append(byte)
    }
  }
  return bytes
}

func pageHead(title: String, style: String = "", isServed: Bool = false) -> String {
  """
  <!doctype html>
  <html lang="en">
  <head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
  style-src 'unsafe-inline'; script-src 'unsafe-inline'\(isServed ? " 'self'; connect-src 'self'" : ""); \
  img-src data:">
  <link rel="icon" href="data:,">
  <title>\(inXML(title))</title>
  <style>
  \(PageTexts.style)\(style)
  </style>
  </head>

  """
}

extension RunReport {
  /// The page's data of the run.
  var json: JSONValue {
    let known = PackedScene.scenarios(scene)
    let entries = scenarios.map { name -> JSONValue in
      let place = known.first { $0.name == name }?.value
      return ["name": .string(name), "scene": place ?? .null]
    }
    let seeds = (manifest["finished"]?.listValue ?? []).map { range -> JSONValue in
      [
        range["scenario"] ?? "", range["first_seed"] ?? "", range["last_seed"] ?? "",
      ]
    }
    let tracks = tracks.map { track in
      track.json(scenario: scenarios.firstIndex(of: track.key.scenario) ?? 0)
    }
    return [
      "run": .string(run), "version": manifest["venuesim"] ?? "",
      "stack": manifest["stack"] ?? "", "settings": manifest["settings"] ?? [],
      "complete": manifest["complete"] ?? true, "seeds": .array(seeds),
      "scenarios": .array(entries), "venues": PackedScene.venues(scene),
      "budgets": .array(budgets), "figures": .array(figures),
      "figures_left_out": .int(Int64(figuresLeftOut)), "curves": curvesJSON,
      "errors": errorsJSON, "latencies": latenciesJSON, "worst": worstJSON,
      "words": .array(words.words.map { .string($0) }),
      "tracks": .array(tracks), "tracks_left_out": .int(Int64(leftOut)),
      "opening": opening?.json ?? .null,
      "missing": .array(missing.map { .string($0) }),
    ]
  }

  /// The curves of scenarios, then those of devices, limited to a distinguishable number.
  private var curvesJSON: JSONValue {
    var rows: [JSONValue] = []
    for (number, scenario) in scenarios.enumerated() {
      var pooled = ErrorCurve()
      for curve in curves where curve.scenario == scenario { pooled.add(curve.curve) }
      guard pooled.count > 0 else { continue }
      rows.append([.int(Int64(number)), .null, .int(Int64(pooled.count)), pooled.json])
    }
    for (scenario, device, curve) in curves.prefix(60) where curve.count > 0 {
      let number = scenarios.firstIndex(of: scenario) ?? 0
      rows.append([.int(Int64(number)), .string(device), .int(Int64(curve.count)), curve.json])
    }
    return .array(rows)
  }

  private var latenciesJSON: JSONValue {
    .array(
      latencies.filter(\.wasReported).map { bins in
        bins.json(scenario: scenarios.firstIndex(of: bins.scenario) ?? 0)
      })
  }

  private var worstJSON: JSONValue {
    .array(
      worst.all.map { moment in
        let track = tracks.firstIndex { $0.key == moment.key }
        return [
          "kind": .string(moment.kind.rawValue), "track": track.map { .int(Int64($0)) } ?? .null,
          "scenario": .string(moment.key.scenario), "seed": .string(moment.key.seed),
          "device": .string(moment.key.device), "t": .number(moment.time),
          "value": moment.value.isFinite ? .number(moment.value) : .null,
          "detail": .string(moment.detail),
        ]
      })
  }
}
