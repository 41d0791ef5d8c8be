/// One of several mutually exclusive keys, with the conversion of its value.
public struct KeyVariant<Value: Sendable>: Sendable {
  let key: String
  let read: @Sendable (Node, DecodingContext) -> Value?
  let placeholder: @Sendable () -> Value
  let describe: @Sendable (ObjectDescriber) -> Void

  /// A key whose value has a form: `.key("polygon", .list(.point), "…") { .polygon($0) }`.
  public static func key<Form: DocumentForm>(
    _ key: String, _ form: Form, _ description: String = "",
    _ make: @escaping @Sendable (Form.Value) -> Value
  ) -> KeyVariant {
    KeyVariant(
      key: key,
      read: { node, context in form.read(node, in: context).map(make) },
      placeholder: { make(form.placeholder) },
      describe: { $0.add(key, form, description, isRequired: false) })
  }

  /// A key whose value is a mapping.
  public static func key<Object: DocumentObject>(
    _ key: String, _ type: Object.Type, _ description: String = "",
    _ make: @escaping @Sendable (Object) -> Value
  ) -> KeyVariant {
    .key(key, ObjectForm<Object>(), description, make)
  }
}

/// One of several kinds of object, selected by a key such as `kind`.
public struct KindVariant<Value: Sendable>: Sendable {
  let name: String
  let description: String
  let read: @Sendable (inout ObjectReader) -> Value

  /// A kind with keys beside the selector: `.kind("walker", Walker.self) { .walker($0) }`.
  public static func kind<Object: DocumentObject>(
    _ name: String, _ type: Object.Type, _ description: String = "",
    _ make: @escaping @Sendable (Object) -> Value
  ) -> KindVariant {
    KindVariant(name: name, description: description) { make(Object(from: &$0)) }
  }

  /// A kind without keys of its own.
  public static func kind(
    _ name: String, _ value: Value, _ description: String = ""
  ) -> KindVariant {
    KindVariant(name: name, description: description) { _ in value }
  }
}

extension ObjectReader {
  /// Reads exactly one of several keys.
  ///
  /// The first variant provides the placeholder, so it must not contain the value's own type.
  public mutating func oneOf<Value: Sendable>(_ variants: KeyVariant<Value>...) -> Value {
    if let describer {
      for variant in variants { variant.describe(describer) }
      describer.requireOne(of: variants.map(\.key))
    }
    precondition(!variants.isEmpty, "a choice without a variant")
    guard let node else { return variants[0].placeholder() }
    var found: (key: String, value: Value?)?
    for variant in variants {
      guard let (key, value) = take(variant.key, remembering: true) else { continue }
      if let earlier = found {
        context.report(
          "'\(variant.key)' can't be given together with '\(earlier.key)': only one of "
            + "\(listed(variants.map(\.key), "and")) is allowed", at: key)
      } else {
        found = (variant.key, variant.read(value, context))
      }
    }
    if found == nil {
      context.report("missing key: one of \(listed(variants.map(\.key), "or"))", at: node)
    }
    if found?.value == nil { lacksRequired() }
    return found?.value ?? variants[0].placeholder()
  }

  /// Reads a key that selects the kind of this object, and then the keys of that kind.
  ///
  /// Without a default the key is required. The first variant provides the placeholder, so it must not
  /// contain the value's own type.
  public mutating func kind<Value: Sendable>(
    _ key: String = "kind", default defaultName: String? = nil, _ variants: KindVariant<Value>...
  ) -> Value {
    precondition(!variants.isEmpty, "a choice without a variant")
    if let describer { return describe(key, defaultName, variants, describer) }
    guard let node else { return variants[0].read(&self) }
    guard let tag = take(key) else {
      if let variant = variants.first(where: { $0.name == defaultName }) {
        return variant.read(&self)
      }
      context.report("missing key '\(key)': \(listed(variants.map(\.name), "or"))", at: node)
      return placeholder(variants)
    }
    if let variant = variants.first(where: { tag.hasText($0.name) }) {
      return variant.read(&self)
    }
    _ = NameForm(variants.map(\.name)).read(tag, in: context)
    return placeholder(variants)
  }

  /// Returns a substitute for an object of unknown kind; its keys are not checked.
  private mutating func placeholder<Value>(_ variants: [KindVariant<Value>]) -> Value {
    allowsUnknownKeys = true
    lacksRequired()
    var nothing = ObjectReader(nil, in: context)
    return variants[0].read(&nothing)
  }

  private func describe<Value>(
    _ key: String, _ defaultName: String?, _ variants: [KindVariant<Value>],
    _ describer: ObjectDescriber
  ) -> Value {
    var branches: [ObjectDescriber] = []
    var values: [Value] = []
    for variant in variants {
      let branch = ObjectDescriber(describer.builder)
      branch.addKind(
        key, variant.name, variant.description, isRequired: variant.name != defaultName)
      var reader = ObjectReader(nil, in: context, describer: branch)
      values.append(variant.read(&reader))
      branches.append(branch)
    }
    describer.branch(branches)
    return values[0]
  }
}
