import Documents

/// The lines of what an operation complains of; none if it succeeds.
func complaints<Result>(_ body: () throws(DocumentError) -> Result) -> [String] {
  do {
    _ = try body()
    return []
  } catch {
    return error.description.split(separator: "\n").map(String.init)
  }
}

/// What an operation on quantities complains of; `nil` if it succeeds.
func complaint<Result>(_ body: () throws(QuantityError) -> Result) -> String? {
  do {
    _ = try body()
    return nil
  } catch {
    return error.description
  }
}
