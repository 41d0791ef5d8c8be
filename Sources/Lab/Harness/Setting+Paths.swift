public import Documents

extension Setting {
  /// Makes a setting of a key and a value that was read elsewhere, and keeps its place.
  ///
  /// - Parameters:
  ///   - key: The way to the value, with points between its steps.
  ///   - value: The value.
  package init(key: String, value: Node) {
    keys = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    self.value = value
    text = "\(key)=\(ScenarioTree(value).flow)"
  }

  /// Returns a scenario with the value replaced or added.
  ///
  /// A step of the way that meets a list is an index from 0, the name of one of its elements, or `*`
  /// for all of them: `agents.walker.device`.
  ///
  /// - Parameter root: The scenario.
  /// - Returns: The scenario with the value.
  /// - Throws: A diagnostic at the value's place, if the way leads nowhere.
  public func applied(to root: Node) throws(DocumentError) -> Node {
    var root = root
    for path in try Self.paths(keys[...], from: root, for: value) {
      root = try root.replacing(path, with: value)
    }
    return root
  }

  /// The ways that `*` and names stand for, as indices.
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
      // An index that isn't there, and a list without names, are for the replacing to complain of.
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
