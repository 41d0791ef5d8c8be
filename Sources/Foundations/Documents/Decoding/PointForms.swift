/// A point as a list of quantities, one per coordinate, such as `[3 m, 4.5 m]`.
public struct PointForm<Point: SIMD & Sendable>: DocumentForm where Point.Scalar == Double {
  let dimension: Dimension

  public var expectation: String {
    let coordinates = Array(repeating: dimension.example, count: Point.scalarCount)
    return "a list of \(Point.scalarCount) such as '[\(coordinates.joined(separator: ", "))]'"
  }

  public var placeholder: Point { Point() }

  public func read(_ node: Node, in context: DecodingContext) -> Point? {
    guard node.kind == .sequence, node.count == Point.scalarCount else {
      let found = node.kind == .sequence ? "a list of \(node.count)" : node.foundText
      context.report("expected \(expectation), found \(found)", at: node)
      return nil
    }
    let coordinate = QuantityForm(dimension: dimension, limits: .none)
    var point = Point()
    var isValid = true
    for (position, child) in node.elements.enumerated() {
      if let value = coordinate.read(child, in: context) {
        point[position] = value
      } else {
        isValid = false
      }
    }
    return isValid ? point : nil
  }

  public func schema(in builder: SchemaBuilder) -> JSONValue {
    let coordinate = QuantityForm(dimension: dimension, limits: .none)
    return ListForm(coordinate, count: Point.scalarCount...Point.scalarCount).schema(in: builder)
  }

  public func json(_ value: Point) -> JSONValue? {
    .array(value.indices.map { .string(Quantity.format(value[$0], as: dimension)) })
  }
}
