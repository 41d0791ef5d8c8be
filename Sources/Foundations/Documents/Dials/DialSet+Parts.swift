extension DialSet {
  /// The dials of this set as dials of a set that it is a part of, to stand among that one's own.
  ///
  /// Where a part shall have a name before its dials instead, see ``Dial/group(_:_:_:)``.
  ///
  /// - Parameter path: Where the other keeps this one.
  /// - Returns: The dials, in the same order.
  public static func dials<Whole>(at path: Dial<Whole>.Path<Self>) -> [Dial<Whole>] {
    dials.map { dial in
      Dial(
        name: dial.name,
        read: { object, whole in dial.read(&object, &whole[keyPath: path]) },
        rows: { whole, prefix in dial.rows(whole[keyPath: path], prefix) })
    }
  }
}
