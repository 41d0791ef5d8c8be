extension ObjectReader {
  /// Reads a required key.
  public mutating func required<Form: DocumentForm>(
    _ key: String, _ form: Form, _ description: String = ""
  ) -> Form.Value {
    if let describer {
      describer.add(key, form, description, isRequired: true)
      return form.placeholder
    }
    guard let node else { return form.placeholder }
    guard let value = take(key) else {
      context.report("missing key '\(key)': \(form.expectation)", at: node)
      lacksRequired()
      return form.placeholder
    }
    return complete(form.read(value, in: context), form)
  }

  /// Reads a required key that also has a former name.
  public mutating func required<Form: DocumentForm>(
    _ key: String, formerly former: String, _ form: Form, _ description: String = ""
  ) -> Form.Value {
    if let describer {
      describer.add(key, form, description, isRequired: false)
      describer.add(former, form, "Former name of '\(key)'.", isRequired: false, isDeprecated: true)
      describer.requireOne(of: [key, former])
      return form.placeholder
    }
    guard let (name, value) = take(former, remembering: false) else {
      return required(key, form, description)
    }
    if take(key) != nil {
      context.report("'\(former)' is the former name of '\(key)'; give only '\(key)'", at: name)
    }
    return complete(form.read(value, in: context), form)
  }

  /// A value, or else its placeholder.
  private mutating func complete<Form: DocumentForm>(
    _ value: Form.Value?, _ form: Form
  ) -> Form.Value {
    if value == nil { lacksRequired() }
    return value ?? form.placeholder
  }

  /// Reads an optional key.
  public mutating func optional<Form: DocumentForm>(
    _ key: String, _ form: Form, _ description: String = ""
  ) -> Form.Value? {
    describer?.add(key, form, description, isRequired: false)
    guard let value = take(key) else { return nil }
    return form.read(value, in: context)
  }

  /// Reads an optional key with a default.
  public mutating func optional<Form: DocumentForm>(
    _ key: String, _ form: Form, default defaultValue: @autoclosure () -> Form.Value,
    _ description: String = ""
  ) -> Form.Value {
    describer?.add(key, form, description, isRequired: false, default: defaultValue())
    guard let value = take(key) else { return defaultValue() }
    return form.read(value, in: context) ?? defaultValue()
  }

  /// Reads a required mapping.
  public mutating func required<Object: DocumentObject>(
    _ key: String, _ type: Object.Type, _ description: String = ""
  ) -> Object {
    required(key, ObjectForm<Object>(), description)
  }

  /// Reads an optional mapping.
  public mutating func optional<Object: DocumentObject>(
    _ key: String, _ type: Object.Type, _ description: String = ""
  ) -> Object? {
    optional(key, ObjectForm<Object>(), description)
  }

  /// Reads an optional mapping with a default.
  public mutating func optional<Object: DocumentObject>(
    _ key: String, _ type: Object.Type, default defaultValue: @autoclosure () -> Object,
    _ description: String = ""
  ) -> Object {
    optional(key, ObjectForm<Object>(), default: defaultValue(), description)
  }

  /// Reads a list of mappings; required if it must have elements, else empty by default.
  public mutating func list<Object: DocumentObject>(
    _ key: String, of type: Object.Type, atLeast minimum: Int = 0, atMost maximum: Int = .max,
    _ description: String = ""
  ) -> [Object] {
    list(key, of: ObjectForm<Object>(), atLeast: minimum, atMost: maximum, description)
  }

  /// Reads a list; required if it must have elements, else empty by default.
  public mutating func list<Form: DocumentForm>(
    _ key: String, of element: Form, atLeast minimum: Int = 0, atMost maximum: Int = .max,
    _ description: String = ""
  ) -> [Form.Value] {
    let form = ListForm(element, count: minimum...max(minimum, maximum))
    return minimum > 0
      ? required(key, form, description) : optional(key, form, default: [], description)
  }

  /// Reads a mapping with free keys, in file order; empty by default.
  public mutating func dictionary<Form: DocumentForm>(
    _ key: String, of value: Form, _ description: String = ""
  ) -> [NamedEntry<Form.Value>] {
    optional(key, DictionaryForm(value), default: [], description)
  }

  /// Reads a mapping with free keys to mappings, in file order; empty by default.
  public mutating func dictionary<Object: DocumentObject>(
    _ key: String, of type: Object.Type, _ description: String = ""
  ) -> [NamedEntry<Object>] {
    dictionary(key, of: ObjectForm<Object>(), description)
  }
}
