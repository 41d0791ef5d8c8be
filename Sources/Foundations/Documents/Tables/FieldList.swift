/// The byte range of a field in a text, without its quotes.
@frozen
@usableFromInline
package struct TextField: Sendable {
  @usableFromInline package var start: Int
  @usableFromInline package var end: Int
  /// True if the field contains doubled quotes.
  @usableFromInline package var hasEscapes: Bool
  @inlinable package var width: Int { end - start }

  @inlinable
  package init(start: Int, end: Int, hasEscapes: Bool = false) {
    (self.start, self.end, self.hasEscapes) = (start, end, hasEscapes)
  }
}

/// The fields of a record, in a reusable buffer.
@frozen
@usableFromInline
package struct FieldList: Sendable {
  /// The fields, followed by spare slots.
  @usableFromInline var slots: [TextField] = []
  @usableFromInline package private(set) var count = 0

  package init() {}

  package init(_ fields: [TextField]) { (slots, count) = (fields, fields.count) }

  /// The field at an index below the count.
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

  package var all: ArraySlice<TextField> { slots[..<count] }

  package mutating func removeAll() { count = 0 }

  /// Drops all but the first `least` fields.
  package mutating func shorten(to minimum: Int) { count = min(count, minimum) }

  package mutating func append(_ field: TextField) {
    if count < slots.count { slots[count] = field } else { slots.append(field) }
    count += 1
  }

  package mutating func removeLast() -> TextField {
    count -= 1
    return slots[count]
  }

  /// Splits a record without quotes into fields, eight bytes at a time.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - position: The start of the record.
  ///   - separator: The byte between fields.
  ///   - quote: The byte that starts a quoted field; nil for none.
  ///   - skipsEmpty: True to skip empty fields.
  ///   - maximum: Max number of kept fields.
  /// - Returns: The end of the record's line, at LF or CR; nil, with no field kept, if a quote starts a
  ///   field or the text may end, so that a slower parser is needed.
  package mutating func splitByWords(
    _ text: Span<UInt8>, from position: Int, separator: UInt8, quote: UInt8?,
    skipsEmpty: Bool = false, maximum: Int = .max
  ) -> Int? {
    count = 0
    // 256 equals no byte.
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
        if !(skipsEmpty && start == place), found < maximum {
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
