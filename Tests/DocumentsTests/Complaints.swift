import Documents

/// The error lines of an operation; none if it succeeds.
func complaints<Result>(_ body: () throws(DocumentError) -> Result) -> [String] {
  do {
    _ = try body()
    return []
  } catch {
    return error.description.split(separator: "\n").map(String.init)
  }
}

/// The error of an operation on quantities; `nil` if it succeeds.
func complaint<Result>(_ body: () throws(QuantityError) -> Result) -> String? {
  do {
    _ = try body()
    return nil
  } catch {
    return error.description
  }
}
