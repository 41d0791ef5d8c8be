/// Decodes a loaded document.
///
/// All errors are counted, and up to `diagnosticLimit` of them are reported.
public func decodeDocument<Object: DocumentObject>(
  _ type: Object.Type, from node: Node, diagnosticLimit: Int = 100
) throws(DocumentError) -> Object {
  try decodeDocument(ObjectForm<Object>(), from: node, diagnosticLimit: diagnosticLimit)
}

/// Decodes a loaded document of any form, such as a list.
public func decodeDocument<Form: DocumentForm>(
  _ form: Form, from node: Node, diagnosticLimit: Int = 100
) throws(DocumentError) -> Form.Value {
  let context = DecodingContext(limit: max(1, diagnosticLimit))
  let value = form.read(node, in: context)
  if let error = context.error { throw error }
  return value ?? form.placeholder
}

/// Decodes as much of a loaded document as is readable, for further checks beside its errors.
///
/// - Returns: The object without wrong elements and optional values, and with placeholders, which have no source
///   file, for wrong required ones; nil if its values contradict each other. And all errors.
public func decodeReadable<Object: DocumentObject>(
  _ type: Object.Type, from node: Node
) -> (value: Object?, error: DocumentError?) {
  let context = DecodingContext(keepsReadable: true)
  guard node.kind == .mapping else {
    _ = ObjectForm<Object>().read(node, in: context)
    return (nil, context.error)
  }
  var reader = ObjectReader(node, in: context)
  let object = Object(from: &reader)
  reader.finish()
  return (context.inconsistencies == 0 ? object : nil, context.error)
}

/// Loads and decodes a file.
public func decodeDocument<Object: DocumentObject>(
  _ type: Object.Type, path: String, limits: YAML.Limits = YAML.Limits()
) throws(DocumentError) -> Object {
  try decodeDocument(type, from: try YAML.load(path: path, limits: limits))
}

/// Loads and decodes bytes; `name` appears in diagnostics.
public func decodeDocument<Object: DocumentObject>(
  _ type: Object.Type, bytes: [UInt8], name: String, limits: YAML.Limits = YAML.Limits()
) throws(DocumentError) -> Object {
  try decodeDocument(type, from: try YAML.load(bytes, name: name, limits: limits))
}
