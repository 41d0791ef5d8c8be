public import Documents

extension Setting {
  /// Creates a setting of a dotted key and a value read elsewhere; keeps the value's place.
  package init(key: String, value: Node) {
    keys = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    self.value = value
    text = "\(key)=\(ScenarioTree(value).flow)"
  }

  /// Returns a scenario with the value replaced or added.
  ///
  /// A key that meets a list is an index from 0, the name of an element, or `*` for all elements:
  /// `agents.walker.device`.
  ///
  /// - Parameter root: The scenario.
  /// - Returns: The changed scenario.
  /// - Throws: A diagnostic at the value's place, if the path leads nowhere.
  public func applied(to root: Node) throws(DocumentError) -> Node {
    var root = root
    for path in try Self.paths(keys[...], from: root, for: value) {
      root = try root.replacing(path, with: value)
    }
    return root
  }

  /// Resolves `*` and names in a path to indices.
  private static func paths(
    _ keys: ArraySlice<String>, from node: Node, for value: Node
  ) throws(DocumentError) -> [[String]] {
    guard let step = keys.first else { return [[]] }
    let rest = keys.dropFirst()
    guard node.kind == .sequence else {
      guard let child = node[step] else { return [Array(keys)] }
      return try paths(rest, from: child, for: value).map { [step] + $0 }
    }
    let elements = Array(node.elements)
    var chosen = Array(elements.indices)
    if step != "*" {
      let names = elements.map { $0["name"]?.text ?? "" }
      // A missing index, and a list without names, are reported by the replacement.
      guard let index = names.firstIndex(of: step) ?? Int(step) ?? unnamed(names) else {
        throw DocumentError(
          "there is no '\(step.prefix(60))' in the list at \(node.place)", at: value.place,
          suggestion: nearestName(to: step, among: names))
      }
      guard elements.indices.contains(index) else { return [Array(keys)] }
      chosen = [index]
    }
    var result: [[String]] = []
    for index in chosen {
      result += try paths(rest, from: elements[index], for: value).map { ["\(index)"] + $0 }
    }
    return result
  }

  private static func unnamed(_ names: [String]) -> Int? {
    names.allSatisfy(\.isEmpty) ? -1 : nil
  }
}
