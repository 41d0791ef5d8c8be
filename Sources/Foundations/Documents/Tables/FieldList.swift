/// Where a field lies in a text, without its quotes.
@frozen
@usableFromInline
package struct TextField: Sendable {
  /// Where it starts.
  @usableFromInline package var start: Int
  /// Where it ends.
  @usableFromInline package var end: Int
  /// Whether doubled quotes inside stand for single ones.
  @usableFromInline package var hasEscapes: Bool
  /// How many bytes it has.
  @inlinable package var width: Int { end - start }

  @inlinable
  package init(start: Int, end: Int, hasEscapes: Bool = false) {
    (self.start, self.end, self.hasEscapes) = (start, end, hasEscapes)
  }
}

/// The fields of one record after another, in room that is used again.
@frozen
@usableFromInline
package struct FieldList: Sendable {
  /// The fields, and room behind them.
  @usableFromInline var slots: [TextField] = []
  /// How many fields there are.
  @usableFromInline package private(set) var count = 0

  package init() {}

  package init(_ fields: [TextField]) { (slots, count) = (fields, fields.count) }

  /// A field; its index is below the count.
  @inlinable package subscript(index: Int) -> TextField {
    get {
      precondition(index < count)
      return slots[index]
    }
    set {
      precondition(index < count)
      slots[index] = newValue
    }
  }

  /// The fields as they stand.
  package var all: ArraySlice<TextField> { slots[..<count] }

  package mutating func removeAll() { count = 0 }

  /// Leaves so many fields.
  package mutating func shorten(to least: Int) { count = min(count, least) }

  package mutating func append(_ field: TextField) {
    if count < slots.count { slots[count] = field } else { slots.append(field) }
    count += 1
  }

  package mutating func removeLast() -> TextField {
    count -= 1
    return slots[count]
  }

  /// Finds the fields of a record without quotes, eight bytes at a time.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - position: Where the record starts.
  ///   - separator: What stands between fields.
  ///   - quote: What a field may begin with that then reaches beyond separators; nil for nothing.
  ///   - skipsEmpty: Whether empty fields don't count.
  ///   - most: How many fields are kept at most.
  /// - Returns: Where the record's line ends, at LF or CR; nil, with no field kept, where a quote begins a
  ///   field or the text may end, so that a slower way must be gone.
  package mutating func splitByWords(
    _ text: Span<UInt8>, from position: Int, separator: UInt8, quote: UInt8?,
    skipsEmpty: Bool = false, most: Int = .max
  ) -> Int? {
    count = 0
    // No byte is 256.
    let quote = quote.map(UInt16.init) ?? 256
    var (start, index, found) = (position, position, 0)
    guard start < text.count, UInt16(text[start]) != quote else { return nil }
    let separators = eightfold(separator)
    let words = text.bytes
    while index + 8 <= words.byteCount {
      let word = UInt64(
        littleEndian: words.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
      var marks = fieldMarks(word, separators)
      while marks != 0 {
        let place = index + marks.trailingZeroBitCount / 8
        marks &= marks - 1
        let byte = text[place]
        guard byte == separator || byte == 10 || byte == 13 else { continue }
        if !(skipsEmpty && start == place), found < most {
          if found == slots.count { slots.append(TextField(start: 0, end: 0)) }
          slots[found] = TextField(start: start, end: place)
          found += 1
        }
        start = place + 1
        if byte != separator {
          count = found
          return place
        }
        guard start == text.count || UInt16(text[start]) != quote else { return nil }
      }
      index += 8
    }
    return nil
  }
}
