/// Loads YAML 1.2 into nodes that know their places.
///
/// Scalars follow the core schema. Anchors and aliases work within limits; merge keys (`<<`) and tags
/// of one's own are refused with a diagnostic, as are duplicate keys and keys that aren't text.
public enum YAML {
  /// How large a document may be; whatever exceeds a limit is a diagnostic, not a crash or a hang.
  public struct Limits: Hashable, Sendable {
    /// The largest file, in bytes.
    public var bytes = 64 << 20
    /// How deep lists and mappings may be nested.
    public var depth = 64
    /// How many nodes there may be.
    public var nodes = 20_000_000
    /// How many nodes aliases may add, if each counts as a copy of what it stands for.
    public var aliasedNodes = 1_000_000
    /// How many documents one file may hold.
    public var documents = 1

    /// Creates the default limits.
    public init() {}
  }

  /// Loads the only document of a file; an empty file gives a node that is null.
  public static func load(
    path: String, limits: Limits = Limits()
  ) throws(DocumentError) -> Node {
    try load(try readFile(path, limit: limits.bytes), name: path, limits: limits)
  }

  /// Loads the only document of some text, which diagnostics will call `name`.
  public static func load(
    _ text: String, name: String, limits: Limits = Limits()
  ) throws(DocumentError) -> Node {
    try load(Array(text.utf8), name: name, limits: limits)
  }

  /// Loads the only document of some bytes, which diagnostics will call `name`.
  ///
  /// The bytes are UTF-8, with or without a byte order mark, or UTF-16 with one.
  public static func load(
    _ bytes: [UInt8], name: String, limits: Limits = Limits()
  ) throws(DocumentError) -> Node {
    var limits = limits
    limits.documents = 1
    return try loadAll(bytes, name: name, limits: limits)[0]
  }

  /// Loads every document of some bytes; at least one, which is null if there is nothing.
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
