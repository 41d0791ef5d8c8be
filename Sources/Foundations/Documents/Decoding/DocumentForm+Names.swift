// The names under which forms are used: `object.required("speed", .quantity(.speed))`.

extension DocumentForm where Self == QuantityForm {
  /// A quantity with its unit; the value is in the SI unit.
  public static func quantity(_ dimension: Dimension, _ limits: ValueLimits = .none) -> QuantityForm
  {
    QuantityForm(dimension: dimension, limits: limits)
  }
}

extension DocumentForm where Self == DurationForm {
  /// A time in whole nanoseconds.
  public static var duration: DurationForm { DurationForm(limits: .none) }

  /// A time in whole nanoseconds, within limits in seconds.
  public static func duration(_ limits: ValueLimits) -> DurationForm {
    DurationForm(limits: limits)
  }
}

extension DocumentForm where Self == RangeForm {
  /// A range such as `3..8 min`; the ends are in the SI unit.
  public static func range(_ dimension: Dimension, _ limits: ValueLimits = .none) -> RangeForm {
    RangeForm(dimension: dimension, limits: limits)
  }
}

extension DocumentForm where Self == DistributionForm {
  /// A distribution of a quantity; its parameters must keep the limits, and its draws will.
  public static func distribution(
    _ dimension: Dimension, _ limits: ValueLimits = .none
  ) -> DistributionForm {
    DistributionForm(dimension: dimension, limits: limits)
  }
}

extension DocumentForm where Self == PointForm<SIMD2<Double>> {
  /// A point in the plane, in metres: `[3 m, 4.5 m]`.
  public static var point: PointForm<SIMD2<Double>> { PointForm(dimension: .length) }
}

extension DocumentForm where Self == PointForm<SIMD3<Double>> {
  /// A point in space, in metres: `[3 m, 4.5 m, 1.2 m]`.
  public static var point3: PointForm<SIMD3<Double>> { PointForm(dimension: .length) }
}

extension DocumentForm where Self == NodeForm {
  /// A node as it is, to be decoded once it is known how.
  public static var node: NodeForm { NodeForm() }
}

extension DocumentForm {
  /// A mapping that is read as an object.
  public static func object<Object>(_ type: Object.Type) -> ObjectForm<Object>
  where Self == ObjectForm<Object> {
    ObjectForm()
  }

  /// A list whose elements all have one form.
  public static func list<Element>(
    _ element: Element, count: ClosedRange<Int> = 0 ... .max
  ) -> ListForm<Element> where Self == ListForm<Element> {
    ListForm(element, count: count)
  }

  /// A mapping with free keys, whose values all have one form.
  public static func dictionary<Element>(of element: Element) -> DictionaryForm<Element>
  where Self == DictionaryForm<Element> {
    DictionaryForm(element)
  }

  /// A form whose value keeps its place.
  public static func located<Base>(_ base: Base) -> LocatedForm<Base>
  where Self == LocatedForm<Base> {
    LocatedForm(base: base)
  }

  /// Makes something else of the value, which may fail with a message; the schema stays.
  public func map<Result: Sendable>(
    placeholder: Result, _ make: @escaping @Sendable (Value) throws(DocumentFormError) -> Result
  ) -> MappedForm<Self, Result> {
    MappedForm(base: self, make: make, placeholder: placeholder)
  }

  /// Reads a scalar by this form and a list or a mapping by another.
  public func or<Collection: DocumentForm, Result: Sendable>(
    _ collection: Collection, scalar: @escaping @Sendable (Value) -> Result,
    collection fromCollection: @escaping @Sendable (Collection.Value) -> Result
  ) -> EitherForm<Self, Collection, Result> {
    EitherForm(
      scalar: self, collection: collection, fromScalar: scalar, fromCollection: fromCollection)
  }
}
