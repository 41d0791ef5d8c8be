public import Documents

/// A statement of a talk that no scenario shows, and why none does.
public struct OutsideEntry: DocumentObject, Hashable {
  /// Which talk.
  public let talk: ClaimEntry.Talk
  /// The sentence, as it is said there.
  public let says: String
  /// Why no scenario shows it.
  public let why: String

  /// Reads a statement.
  public init(from object: inout ObjectReader) {
    talk = object.required("talk", .choice(ClaimEntry.Talk.self), "Which talk says so.")
    says = object.required("says", .string, "The sentence, as it is said there.")
    why = object.required("why", .string, "Why no scenario shows it.")
  }
}

/// A file of statements that no scenario shows.
public struct OutsideFile: DocumentObject {
  /// The statements.
  public let outside: [OutsideEntry]

  /// Reads a file.
  public init(from object: inout ObjectReader) {
    outside = object.list(
      "outside", of: OutsideEntry.self, atMost: 1000, "Statements that no scenario shows.")
  }
}
