public import Kernel

/// A parameter of a module: name, unit, range, meaning, source, and the property that stores it.
///
/// Values are in the given unit. See ``ParameterSet``.
public struct Parameter<Settings: Sendable>: Sendable {
  /// The key path of the property that stores a value.
  public typealias Path<Value> = any WritableKeyPath<Settings, Value> & Sendable

  /// The key in documents.
  public let name: String
  let read: @Sendable (inout ObjectReader, inout Settings) -> Void
  let rows: @Sendable (Settings, _ prefix: String) -> [ParameterRow]

  /// A number.
  ///
  /// - Parameters:
  ///   - name: The key in documents.
  ///   - path: The property that stores the value.
  ///   - unit: `m`, `m2/s3`; empty for a plain number, `share` for one that may be in %.
  ///   - range: The valid values, in the given unit.
  ///   - meaning: The effect, as a sentence.
  ///   - source: The source of the default.
  /// - Returns: The parameter.
  public static func number(
    _ name: String, _ path: Path<Double>, _ unit: String, _ range: ClosedRange<Double>,
    _ meaning: String, _ source: ParameterSource
  ) -> Parameter {
    let form = UnitForm(unit, range)
    return scalar(name, form, path, { $0 }, { $0 }, meaning, source) { value in
      form.row(value, text: "\(value)")
    }
  }

  /// A number of single precision.
  public static func float(
    _ name: String, _ path: Path<Float>, _ unit: String, _ range: ClosedRange<Double>,
    _ meaning: String, _ source: ParameterSource
  ) -> Parameter {
    let form = UnitForm(unit, range)
    return scalar(
      name, form, path, { Float($0) }, { Double("\($0)") ?? Double($0) }, meaning, source
    ) { value in
      form.row(value, text: "\(Float(value))")
    }
  }

  /// A duration; the range is in s.
  public static func time(
    _ name: String, _ path: Path<SimDuration>, _ range: ClosedRange<Double>, _ meaning: String,
    _ source: ParameterSource
  ) -> Parameter {
    let form = DurationForm(limits: .between(range.lowerBound, range.upperBound))
    return scalar(name, form, path, { $0 }, { $0 }, meaning, source) { value in
      var row = UnitForm("s", range).row(value.seconds, text: "\(value.seconds)")
      row.value = Quantity.format(value)
      return row
    }
  }

  /// A whole number.
  public static func count(
    _ name: String, _ path: Path<Int>, _ range: ClosedRange<Int>, _ meaning: String,
    _ source: ParameterSource
  ) -> Parameter {
    scalar(name, IntegerForm(range: range), path, { $0 }, { $0 }, meaning, source) { value in
      let span = range.upperBound.subtractingReportingOverflow(range.lowerBound)
      let step = max(1, (span.overflow ? 100 : span.partialValue) / 4)
      let other = value > range.lowerBound ? max(range.lowerBound, value / 2) : value + step
      let others = [min(other, range.upperBound), range.lowerBound, range.upperBound]
      return (
        value: "\(value)", unit: "", range: "\(range.lowerBound)..\(range.upperBound)",
        others: others.filter { $0 != value }.map { "\($0)" }
      )
    }
  }

  /// A Boolean switch.
  public static func flag(
    _ name: String, _ path: Path<Bool>, _ meaning: String, _ source: ParameterSource = .estimate
  ) -> Parameter {
    scalar(name, BoolForm(), path, { $0 }, { $0 }, meaning, source) { value in
      (value: "\(value)", unit: "", range: "true|false", others: ["\(!value)"])
    }
  }

  /// A case of an enumeration.
  public static func choice<Choice>(
    _ name: String, _ path: Path<Choice>, _ meaning: String, _ source: ParameterSource = .estimate
  ) -> Parameter
  where Choice: CaseIterable & RawRepresentable & Sendable, Choice.RawValue == String {
    let names = Choice.allCases.map(\.rawValue)
    return scalar(name, ChoiceForm<Choice>(), path, { $0 }, { $0 }, meaning, source) { value in
      (
        value: value.rawValue, unit: "", range: names.joined(separator: "|"),
        others: names.filter { $0 != value.rawValue }
      )
    }
  }

  /// The parameters of another set, in a group of their own.
  public static func group<Group: ParameterSet>(
    _ name: String, _ path: Path<Group>, _ meaning: String
  ) -> Parameter {
    Parameter(
      name: name,
      read: { object, settings in
        let defaults = settings[keyPath: path]
        settings[keyPath: path] = object.optional(
          name, ParameterForm(defaults), default: defaults, meaning)
      },
      rows: { settings, prefix in settings[keyPath: path].parameterRows(prefix: "\(prefix)\(name).")
      })
  }

  /// The parameters of another set, inline among those of this one.
  public static func all<Part: ParameterSet>(of path: Path<Part>) -> [Parameter] {
    Part.parameters.map { parameter in
      Parameter(
        name: parameter.name,
        read: { object, settings in parameter.read(&object, &settings[keyPath: path]) },
        rows: { settings, prefix in parameter.rows(settings[keyPath: path], prefix) })
    }
  }

  /// An optional block of texts and names, which isn't listed as a parameter.
  public static func object<Object: DocumentObject>(
    _ name: String, _ path: Path<Object?>, _ meaning: String
  ) -> Parameter {
    Parameter(
      name: name,
      read: { object, settings in
        if let block = object.optional(name, .object(Object.self), meaning) {
          settings[keyPath: path] = block
        }
      },
      rows: { _, _ in [] })
  }

  /// A parameter with one value.
  private static func scalar<Form: DocumentForm, Value>(
    _ name: String, _ form: Form, _ path: Path<Value>,
    _ store: @escaping @Sendable (Form.Value) -> Value,
    _ load: @escaping @Sendable (Value) -> Form.Value,
    _ meaning: String, _ source: ParameterSource,
    _ shown: @escaping @Sendable (Form.Value) -> ShownParameter
  ) -> Parameter {
    Parameter(
      name: name,
      read: { object, settings in
        let description = meaning + " (\(source.phrase))"
        let present = load(settings[keyPath: path])
        // A default that the document doesn't repeat stays bit-identical.
        guard object.describer != nil || object.has(name) else {
          _ = object.optional(name, form, default: present, description)
          return
        }
        settings[keyPath: path] = store(
          object.optional(name, form, default: present, description))
      },
      rows: { settings, prefix in
        let row = shown(load(settings[keyPath: path]))
        return [
          ParameterRow(
            name: prefix + name, value: row.value, unit: row.unit, range: row.range,
            others: row.others, meaning: meaning, source: source)
        ]
      })
  }
}

/// The value of a parameter as shown in lists.
typealias ShownParameter = (value: String, unit: String, range: String, others: [String])
