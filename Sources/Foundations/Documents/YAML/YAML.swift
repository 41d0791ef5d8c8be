/// Loader of YAML 1.2 into nodes with source positions.
///
/// Scalars follow the core schema. Anchors and aliases work within limits; merge keys (`<<`) and
/// custom tags are rejected with a diagnostic, as are duplicate keys and keys that aren't text.
public enum YAML {
  /// Limits on the size of a document; exceeding one is a diagnostic, not a crash or a hang.
  public struct Limits: Hashable, Sendable {
    /// Max file size in bytes.
    public var bytes = 64 << 20
    /// Max nesting depth of lists and mappings.
    public var depth = 64
    /// Max number of nodes.
    public var nodes = 20_000_000
    /// Max number of nodes added by aliases, each counted as a copy of its anchor.
    public var aliasedNodes = 1_000_000
    /// Max number of documents per file.
    public var documents = 1

    public init() {}
  }

  /// Loads the only document of a file; an empty file gives a null node.
  public static func load(
    path: String, limits: Limits = Limits()
  ) throws(DocumentError) -> Node {
    try load(try readFile(path, limit: limits.bytes), name: path, limits: limits)
  }

  /// Loads the only document of a text; `name` appears in diagnostics.
  public static func load(
    _ text: String, name: String, limits: Limits = Limits()
  ) throws(DocumentError) -> Node {
    try load(Array(text.utf8), name: name, limits: limits)
  }

  /// Loads the only document of some bytes; `name` appears in diagnostics.
  ///
  /// The bytes are UTF-8, with or without a byte order mark, or UTF-16 with one.
  public static func load(
    _ bytes: [UInt8], name: String, limits: Limits = Limits()
  ) throws(DocumentError) -> Node {
    var limits = limits
    limits.documents = 1
    return try loadAll(bytes, name: name, limits: limits)[0]
  }

  /// Loads every document of some bytes; an empty text gives one null node.
  public static func loadAll(
    _ bytes: [UInt8], name: String, limits: Limits = Limits()
  ) throws(DocumentError) -> [Node] {
    guard bytes.count <= limits.bytes else {
      throw DocumentError(
        "cannot read '\(excerpt(name, limit: 200))': it has \(bytes.count) bytes, "
          + "more than the limit of \(limits.bytes)")
    }
    let source = try SourceText(bytes, name: name)
    var loader = YAMLLoader(source: source, limits: limits)
    return try loader.load()
  }
}
