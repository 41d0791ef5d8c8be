/// Makes a zip file in memory, of which equal contents give equal bytes.
///
/// Entries come in the order in which they are added, all dated 1980-01-01, deflated where that makes
/// them smaller. Sizes that would need zip64 are refused.
public struct ZipWriter: Sendable {
  private struct Item {
    let path: String
    let fields: [UInt8]
    let offset: Int
  }

  private let name: String
  private var bytes: [UInt8] = []
  private var items: [Item] = []
  private var names: Set<String> = []
  private var folders: Set<String> = []

  /// Starts an empty archive, which errors will call `name`.
  public init(name: String) {
    self.name = name
  }

  /// Adds a file; `path` must be relative, with "/" between its parts.
  public mutating func add(
    _ path: String, contents: [UInt8]
  ) throws(ArchiveError) {
    func failure(_ problem: ArchiveError.Problem) -> ArchiveError {
      ArchiveError(archive: name, entry: path, problem: problem)
    }
    guard !path.isEmpty, ZipName.isSafe(path) else { throw failure(.unsafeName) }
    let parents = ZipName.parents(of: path)
    guard !names.contains(path), !folders.contains(path), names.isDisjoint(with: parents) else {
      throw failure(.duplicateName)
    }
    let packed: [UInt8]
    do throws(InflateFailure) {
      packed = try contents.withUnsafeBufferPointer { contents throws(InflateFailure) in
        try deflated(contents, format: .bare, level: 6)
      }
    } catch {
      throw failure(error.problem(limit: 0))
    }
    let isDeflated = packed.count < contents.count
    let data = isDeflated ? packed : contents
    let limit = ZipFormat.elsewhere32
    guard contents.count < limit, bytes.count + data.count + 0x2_0000 < limit else {
      throw failure(.limitExceeded("bytes", limit - 1))
    }
    guard items.count < ZipFormat.elsewhere16 - 1 else {
      throw failure(.limitExceeded("entries", ZipFormat.elsewhere16 - 1))
    }

    // The part that both headers of an entry share, from the version needed to the name's length.
    var fields: [UInt8] = []
    let isASCII = path.utf8.allSatisfy { $0 < 0x80 }
    fields.append(20, width: 2)
    fields.append(isASCII ? 0 : ZipFormat.utf8Flag, width: 2)
    fields.append(isDeflated ? ZipFormat.deflated : ZipFormat.stored, width: 2)
    fields.append(0, width: 2)
    fields.append(1 << 5 | 1, width: 2)
    fields.append(Int(contents.withUnsafeBufferPointer { crc32Checksum($0) }), width: 4)
    fields.append(data.count, width: 4)
    fields.append(contents.count, width: 4)
    fields.append(path.utf8.count, width: 2)

    items.append(Item(path: path, fields: fields, offset: bytes.count))
    names.insert(path)
    folders.formUnion(parents)
    bytes.append(ZipFormat.localHeader, width: 4)
    bytes += fields
    bytes.append(0, width: 2)
    bytes += path.utf8
    bytes += data
  }

  /// Returns the finished archive.
  public consuming func finish() throws(ArchiveError) -> [UInt8] {
    let start = bytes.count
    for item in items {
      bytes.append(ZipFormat.directoryHeader, width: 4)
      // Made on Unix, so that the file mode below is understood.
      bytes.append(3 << 8 | 20, width: 2)
      bytes += item.fields
      // No extra field, no comment, the first volume, no internal attributes.
      bytes.append(0, width: 8)
      bytes.append((ZipFormat.regularFile | 0o644) << 16, width: 4)
      bytes.append(item.offset, width: 4)
      bytes += item.path.utf8
    }
    let size = bytes.count - start
    guard bytes.count < ZipFormat.elsewhere32 else {
      throw ArchiveError(
        archive: name, problem: .limitExceeded("bytes", ZipFormat.elsewhere32 - 1))
    }
    bytes.append(ZipFormat.directoryEnd, width: 4)
    bytes.append(0, width: 4)
    bytes.append(items.count, width: 2)
    bytes.append(items.count, width: 2)
    bytes.append(size, width: 4)
    bytes.append(start, width: 4)
    bytes.append(0, width: 2)
    return bytes
  }
}

extension [UInt8] {
  /// Appends the lowest `width` bytes of `value`, lowest first.
  fileprivate mutating func append(_ value: Int, width: Int) {
    for shift in 0..<width {
      append(UInt8(truncatingIfNeeded: value >> (8 * shift)))
    }
  }
}
