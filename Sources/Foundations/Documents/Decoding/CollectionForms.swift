/// A mapping decoded as an object.
public struct ObjectForm<Object: DocumentObject>: DocumentForm {
  init() {}

  public var expectation: String { "a mapping" }

  public var placeholder: Object {
    var nothing = ObjectReader(nil, in: DecodingContext())
    return Object(from: &nothing)
  }

  public func read(_ node: Node, in context: DecodingContext) -> Object? {
    guard node.kind == .mapping else {
      // The text of a whole file of another kind may be secret.
      if node.isDocument, node.foundText.hasPrefix("text ") {
        context.report(Diagnostic.textMessage, at: node)
      } else {
        context.reportMismatch(expected: expectation, at: node)
      }
      return nil
    }
    let (before, inconsistencies) = (context.errorCount, context.inconsistencies)
    var reader = ObjectReader(node, in: context)
    let object = Object(from: &reader)
    reader.finish()
    if context.keepsReadable {
      let isConsistent = context.inconsistencies == inconsistencies
      context.inconsistencies = inconsistencies
      return reader.isIncomplete || !isConsistent ? nil : object
    }
    return context.errorCount == before ? object : nil
  }

  public func schema(in builder: SchemaBuilder) -> JSONValue {
    builder.reference(to: Object.self)
  }
}

/// A list of elements of one form.
public struct ListForm<Element: DocumentForm>: DocumentForm {
  let element: Element
  let count: ClosedRange<Int>

  init(_ element: Element, count: ClosedRange<Int>) {
    self.element = element
    self.count = count
  }

  public var expectation: String {
    switch (count.lowerBound, count.upperBound) {
    case (0, .max): "a list"
    case (let minimum, .max): "a list of at least \(minimum)"
    case (let minimum, let maximum) where minimum == maximum: "a list of \(minimum)"
    case (0, let maximum): "a list of at most \(maximum)"
    case (let minimum, let maximum): "a list of \(minimum) to \(maximum)"
    }
  }

  public var placeholder: [Element.Value] {
    Array(repeating: element.placeholder, count: min(count.lowerBound, 16))
  }

  public func read(_ node: Node, in context: DecodingContext) -> [Element.Value]? {
    guard node.kind == .sequence else {
      context.reportMismatch(expected: expectation, at: node)
      return nil
    }
    let before = context.errorCount
    if !count.contains(node.count) {
      context.report("expected \(expectation), found \(node.count)", at: node)
    }
    var result: [Element.Value] = []
    result.reserveCapacity(node.count)
    for child in node.elements {
      if let value = element.read(child, in: context) { result.append(value) }
    }
    if context.keepsReadable { return count.contains(result.count) ? result : nil }
    return context.errorCount == before ? result : nil
  }

  public func schema(in builder: SchemaBuilder) -> JSONValue {
    var schema: JSONObject = ["type": "array", "items": element.schema(in: builder)]
    if count.lowerBound > 0 { schema["minItems"] = .int(Int64(count.lowerBound)) }
    if count.upperBound < .max { schema["maxItems"] = .int(Int64(count.upperBound)) }
    return .object(schema)
  }

  public func json(_ value: [Element.Value]) -> JSONValue? {
    let elements = value.compactMap(element.json)
    return elements.count == value.count ? .array(elements) : nil
  }
}

/// An entry of a mapping with free keys: key, value and source position.
public struct NamedEntry<Value: Sendable>: Sendable {
  public let name: String
  public let value: Value
  /// The source position of the key.
  public let place: SourcePosition
}

extension NamedEntry: Equatable where Value: Equatable {}

/// A mapping with free keys and values of one form, in file order.
public struct DictionaryForm<Element: DocumentForm>: DocumentForm {
  let element: Element

  init(_ element: Element) {
    self.element = element
  }

  public var expectation: String { "a mapping" }
  public var placeholder: [NamedEntry<Element.Value>] { [] }

  public func read(
    _ node: Node, in context: DecodingContext
  ) -> [NamedEntry<Element.Value>]? {
    guard node.kind == .mapping else {
      context.reportMismatch(expected: expectation, at: node)
      return nil
    }
    let before = context.errorCount
    var result: [NamedEntry<Element.Value>] = []
    result.reserveCapacity(node.count)
    for (key, child) in node.pairs {
      guard let value = element.read(child, in: context) else { continue }
      result.append(NamedEntry(name: key.text ?? "", value: value, place: key.place))
    }
    return context.errorCount == before || context.keepsReadable ? result : nil
  }

  public func schema(in builder: SchemaBuilder) -> JSONValue {
    ["type": "object", "additionalProperties": element.schema(in: builder)]
  }

  public func json(_ value: [NamedEntry<Element.Value>]) -> JSONValue? {
    var object = JSONObject()
    for entry in value {
      guard let json = element.json(entry.value) else { return nil }
      object[entry.name] = json
    }
    return .object(object)
  }
}
