public import Documents

/// A statement of a talk that no scenario verifies, with the reason.
public struct OutsideEntry: DocumentObject, Hashable {
  public let talk: ClaimEntry.Talk
  /// The verbatim statement.
  public let says: String
  /// The reason.
  public let why: String

  public init(from object: inout ObjectReader) {
    talk = object.required("talk", .choice(ClaimEntry.Talk.self), "Talk that makes the statement.")
    says = object.required("says", .string, "Verbatim statement of the talk.")
    why = object.required("why", .string, "Reason why no scenario verifies the statement.")
  }
}

/// A file of statements that no scenario verifies.
public struct OutsideFile: DocumentObject {
  public let outside: [OutsideEntry]

  public init(from object: inout ObjectReader) {
    outside = object.list(
      "outside", of: OutsideEntry.self, atMost: 1000, "Statements that no scenario verifies.")
  }
}
