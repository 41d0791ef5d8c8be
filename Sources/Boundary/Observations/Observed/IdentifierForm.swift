public import Documents

/// The proximity UUID of a beacon.
public let proximityUUIDForm = TextForm(
  "a UUID", pattern: "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$",
  example: "F7826DA6-4FA2-4E98-8024-BC5B71E0893E", accepts: { Identifier128($0) != nil }
).map(placeholder: Identifier128(high: 0, low: 0)) { text throws(DocumentFormError) in
  guard let identifier = Identifier128(text) else { throw DocumentFormError("not a UUID") }
  return identifier
}
