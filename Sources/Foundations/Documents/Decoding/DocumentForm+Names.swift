// Short names of forms: `object.required("speed", .quantity(.speed))`.

extension DocumentForm where Self == QuantityForm {
  /// A quantity with its unit; the value is in the SI unit.
  public static func quantity(_ dimension: Dimension, _ limits: ValueLimits = .none) -> QuantityForm
  {
    QuantityForm(dimension: dimension, limits: limits)
  }
}

extension DocumentForm where Self == DurationForm {
  /// A duration in whole nanoseconds.
  public static var duration: DurationForm { DurationForm(limits: .none) }

  /// A duration in whole nanoseconds, within limits in seconds.
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
  /// A distribution of a quantity; parameters and draws are within the limits.
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
  /// An undecoded node, to be decoded later.
  public static var node: NodeForm { NodeForm() }
}

extension DocumentForm {
  /// A mapping decoded as an object.
  public static func object<Object>(_ type: Object.Type) -> ObjectForm<Object>
  where Self == ObjectForm<Object> {
    ObjectForm()
  }

  /// A list of elements of one form.
  public static func list<Element>(
    _ element: Element, count: ClosedRange<Int> = 0 ... .max
  ) -> ListForm<Element> where Self == ListForm<Element> {
    ListForm(element, count: count)
  }

  /// A mapping with free keys and values of one form.
  public static func dictionary<Element>(of element: Element) -> DictionaryForm<Element>
  where Self == DictionaryForm<Element> {
    DictionaryForm(element)
  }

  /// A form whose value keeps its source position.
  public static func located<Base>(_ base: Base) -> LocatedForm<Base>
  where Self == LocatedForm<Base> {
    LocatedForm(base: base)
  }

  /// Converts the value, which may fail with a message; the schema is unchanged.
  public func map<Result: Sendable>(
    placeholder: Result, _ make: @escaping @Sendable (Value) throws(DocumentFormError) -> Result
  ) -> MappedForm<Self, Result> {
    MappedForm(base: self, make: make, placeholder: placeholder)
  }

  /// Reads a scalar by this form, and a list or a mapping by another.
  public func or<Collection: DocumentForm, Result: Sendable>(
    _ collection: Collection, scalar: @escaping @Sendable (Value) -> Result,
    collection fromCollection: @escaping @Sendable (Collection.Value) -> Result
  ) -> EitherForm<Self, Collection, Result> {
    EitherForm(
      scalar: self, collection: collection, fromScalar: scalar, fromCollection: fromCollection)
  }
}
