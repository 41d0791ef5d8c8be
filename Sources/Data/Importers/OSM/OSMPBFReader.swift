import Documents

/// Reads OpenStreetMap PBF files: blobs with a header and blocks of elements.
///
/// The limits are those of the format's description: 64 KiB for a header and 32 MiB for a blob, before and
/// after decompression.
struct OSMPBFReader {
  static let maxHeaderBytes = 64 << 10
  static let maxBlobBytes = 32 << 20

  private let bytes: [UInt8]
  private let name: String
  private var position = 0
  private var blobNumber = 0

  init(_ bytes: [UInt8], name: String) {
    self.bytes = bytes
    self.name = name
  }

  /// Passes all elements of the file to a sink.
  ///
  /// - Throws: The fault, with the number of the blob and the byte.
  mutating func read(into sink: inout some OSMSink) throws(DocumentError) {
    var hasHeader = false
    while position < bytes.count {
      let (type, blob) = try nextBlob()
      switch type {
      case "OSMHeader":
        try checkHeader(try unpacked(blob))
        hasHeader = true
      case "OSMData":
        guard hasHeader else { throw error("data before the header") }
        let data = try unpacked(blob)
        do throws(OSMBlockFailure) {
          var block = try OSMBlockReader(data)
          try block.read(into: &sink)
        } catch {
          switch error {
          case .fault(let fault):
            throw self.error("byte \(fault.offset) of its contents: \(fault.reason)")
          case .sink(let cause): throw cause
          }
        }
      default: break
      }
      blobNumber += 1
    }
    guard hasHeader else { throw error("there is no header") }
  }

  private func error(_ message: String) -> DocumentError {
    DocumentError("\(brief(name, limit: 200)): blob \(blobNumber): \(message)")
  }

  private func located(_ fault: ProtoFault) -> DocumentError {
    error("byte \(fault.offset): \(fault.reason)")
  }

  /// Reads a blob's header; returns its type and the range of the blob.
  private mutating func nextBlob() throws(DocumentError) -> (String, Range<Int>) {
    guard bytes.count - position >= 4 else {
      throw error("byte \(position): the file ends within the length of a header")
    }
    let length = bytes[position..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
    guard length <= Self.maxHeaderBytes, length <= bytes.count - position - 4 else {
      throw error("byte \(position): a header of \(length) bytes")
    }
    var reader = ProtoReader(bytes, (position + 4)..<(position + 4 + length))
    var type = ""
    var size: UInt64?
    do throws(ProtoFault) {
      while let field = try reader.nextField() {
        switch field.number {
        case 1: type = String(decoding: bytes[try reader.range(field)], as: UTF8.self)
        case 3: size = try reader.number(field)
        default: try reader.skip(field)
        }
      }
    } catch { throw located(error) }
    position += 4 + length
    guard let size, size <= UInt64(Self.maxBlobBytes), size <= UInt64(bytes.count - position)
    else {
      throw error(
        "byte \(position): a blob of \(size.map { "\($0)" } ?? "unknown size") bytes where "
          + "\(bytes.count - position) are left")
    }
    let start = position
    position += Int(size)
    return (type, start..<position)
  }

  private func unpacked(_ range: Range<Int>) throws(DocumentError) -> [UInt8] {
    var reader = ProtoReader(bytes, range)
    var raw: Range<Int>?
    var packed: Range<Int>?
    var size: UInt64 = 0
    do throws(ProtoFault) {
      while let field = try reader.nextField() {
        switch field.number {
        case 1: raw = try reader.range(field)
        case 2: size = try reader.number(field)
        case 3: packed = try reader.range(field)
        case 4...7:
          throw reader.fault("compressed in a way that is not supported; only zlib is")
        default: try reader.skip(field)
        }
      }
    } catch { throw located(error) }
    if let raw { return Array(bytes[raw]) }
    guard let packed else { throw error("byte \(range.lowerBound): a blob without contents") }
    guard size <= UInt64(Self.maxBlobBytes) else {
      throw error("byte \(range.lowerBound): contents of \(size) bytes")
    }
    do throws(ArchiveError) {
      return try Zlib.decompress(bytes[packed], name: name, size: Int(size))
    } catch {
      throw self.error("byte \(packed.lowerBound): \(error.problem)")
    }
  }

  private func checkHeader(_ data: [UInt8]) throws(DocumentError) {
    let known: Set<String> = ["OsmSchema-V0.6", "DenseNodes"]
    var reader = ProtoReader(data)
    do throws(ProtoFault) {
      while let field = try reader.nextField() {
        guard field.number == 4 else {
          try reader.skip(field)
          continue
        }
        let feature = String(decoding: data[try reader.range(field)], as: UTF8.self)
        guard known.contains(feature) else {
          throw reader.fault("it needs '\(brief(feature, limit: 40))', which is not supported")
        }
      }
    } catch { throw located(error) }
  }
}
