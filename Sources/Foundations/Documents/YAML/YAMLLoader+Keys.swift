extension YAMLLoader {
  /// Reports duplicate keys of a mapping, with both positions.
  mutating func checkForDuplicateKeys(of mapping: UInt32) {
    let pairs = Int(records[Int(mapping)].count)
    guard pairs > 1 else { return }
    if pairs > 16 {
      checkManyKeys(of: mapping, pairs: pairs)
      return
    }
    var keys = InlineArray<16, UInt32>(repeating: 0)
    var next = mapping + 1
    for position in 0..<pairs {
      let key = resolved(next)
      for earlier in 0..<position where haveSameText(keys[earlier], key) {
        reportDuplicate(next, first: keys[earlier])
        break
      }
      keys[position] = key
      next = records[Int(records[Int(next)].next)].next
    }
  }

  private mutating func checkManyKeys(of mapping: UInt32, pairs: Int) {
    var first: [ExactText: UInt32] = [:]
    first.reserveCapacity(pairs)
    var next = mapping + 1
    for _ in 0..<pairs {
      let key = resolved(next)
      defer { next = records[Int(records[Int(next)].next)].next }
      guard isScalar(key) else { continue }
      let text = ExactText(keyText(key))
      if let earlier = first[text] {
        reportDuplicate(next, first: earlier)
      } else {
        first[text] = key
      }
    }
  }

  private mutating func reportDuplicate(_ key: UInt32, first: UInt32) {
    let (record, original) = (records[Int(key)], records[Int(first)])
    report(
      Diagnostic(
        place: SourcePosition(
          file: source.name, line: Int(record.line) + 1, column: Int(record.column) + 1),
        message: "duplicate key '\(excerpt(keyText(resolved(key))))'; "
          + "first defined at \(original.line + 1):\(original.column + 1)"))
  }

  private func resolved(_ index: UInt32) -> UInt32 {
    let record = records[Int(index)]
    return record.form == .alias ? record.start : index
  }

  private func isScalar(_ index: UInt32) -> Bool {
    let form = records[Int(index)].form
    return form == .plain || form == .quoted
  }

  private func keyText(_ index: UInt32) -> String {
    let record = records[Int(index)]
    let start = Int(record.start)
    return String(decoding: text[start..<start + Int(record.count)], as: UTF8.self)
  }

  private func haveSameText(_ left: UInt32, _ right: UInt32) -> Bool {
    let (first, second) = (records[Int(left)], records[Int(right)])
    guard first.count == second.count, isScalar(left), isScalar(right) else { return false }
    let span = text.span
    for offset in 0..<Int(first.count)
    where span[Int(first.start) + offset] != span[Int(second.start) + offset] {
      return false
    }
    return true
  }
}
