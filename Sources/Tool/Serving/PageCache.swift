import Documents
import Synchronization

/// Made pages, or the errors that prevent them, which are kept while their folders stay unchanged.
final class PageCache: Sendable {
  private struct Entry {
    var key, version: String
    var page: Result<[UInt8], any Error>

    var size: Int { (try? page.get().count) ?? 0 }
  }

  /// Max size of all kept pages, in bytes.
  private static let room = 64 << 20

  /// The latest used last.
  private let entries = Mutex<[Entry]>([])
  /// Held while a page is made: one at a time, as each may need much memory.
  private let making = Mutex(())

  /// The page of a key and a version, kept or made.
  func page(
    _ key: String, version: String, make: () throws -> [UInt8]
  ) throws -> [UInt8] {
    try making.withLock { _ in
      if let page = kept(key, version) { return try page.get() }
      let page = Result(catching: make)
      // Errors of the system may pass without a change of the folder.
      if case .failure(let error) = page, (error as? DocumentError)?.isOfSystem != false {
        throw error
      }
      keep(Entry(key: key, version: version, page: page))
      return try page.get()
    }
  }

  private func kept(_ key: String, _ version: String) -> Result<[UInt8], any Error>? {
    entries.withLock { entries in
      guard let index = entries.firstIndex(where: { $0.key == key && $0.version == version }) else {
        return nil
      }
      let entry = entries.remove(at: index)
      entries.append(entry)
      return entry.page
    }
  }

  private func keep(_ entry: Entry) {
    entries.withLock { entries in
      entries.removeAll { $0.key == entry.key }
      entries.append(entry)
      var total = entries.reduce(0) { $0 + $1.size }
      while total > Self.room, entries.count > 1 { total -= entries.removeFirst().size }
    }
  }
}
