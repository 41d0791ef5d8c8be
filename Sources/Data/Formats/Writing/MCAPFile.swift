/// An encoder of MCAP files.
///
/// Messages are grouped in uncompressed, indexed chunks, so a viewer can seek without reading the whole
/// file. Records follow https://mcap.dev/spec; checksums are 0, the format's value for none. The caller
/// removes the bytes as they accumulate; only an index entry per chunk is kept.
struct MCAPFile {
  /// Min size of a chunk's records, in bytes: the default of the format's C++ writer.
  static let chunkSize = 768 << 10
  private static let magic: [UInt8] = [0x89] + Array("MCAP0\r\n".utf8)

  /// Bytes not yet taken.
  private var pending = Self.magic
  /// Number of bytes already taken.
  private var takenCount = 0
  private var schemas: [(name: String, record: [UInt8])] = []
  private var channels: [[UInt8]] = []
  private var counts: [UInt64] = []
  private var times: (first: UInt64, last: UInt64)?
  private var chunk: [UInt8] = []
  private var chunkTimes: (first: UInt64, last: UInt64)?
  /// Times and offsets of each channel's messages in the chunk.
  private var chunkEntries: [[UInt8]] = []
  private var chunkIndexes: [[UInt8]] = []

  /// Creates a file with its header.
  init() { append(0x01, MCAPFields().text("").text("VenueSim")) }

  /// Removes and returns the encoded bytes.
  mutating func takeBytes() -> [UInt8] {
    defer { (takenCount, pending) = (takenCount + pending.count, []) }
    return pending
  }

  /// Adds a channel of JSON messages and returns its index; channels with one schema name share the schema.
  ///
  mutating func addChannel(_ topic: String, schema name: String, _ schema: String) -> Int {
    let known = schemas.firstIndex { $0.name == name }
    let number = known ?? schemas.count
    if known == nil {
      let fields = MCAPFields().integer(UInt16(clamping: number + 1)).text(name)
        .text("jsonschema").text(schema)
      schemas.append((name, Self.record(0x03, fields)))
      pending += schemas[number].record
    }
    let fields = MCAPFields().integer(UInt16(clamping: channels.count))
      .integer(UInt16(clamping: number + 1)).text(topic).text("json").integer(UInt32(0))
    channels.append(Self.record(0x04, fields))
    counts.append(0)
    chunkEntries.append([])
    pending += channels[channels.count - 1]
    return channels.count - 1
  }

  /// Adds a message; call in order of log time.
  ///
  /// - Parameters:
  ///   - text: The message.
  ///   - channel: Index of the channel.
  ///   - logTime: Time shown by viewers, in ns.
  ///   - publishTime: Time of the data, in ns.
  mutating func add(_ text: String, to channel: Int, logTime: UInt64, publishTime: UInt64) {
    chunkEntries[channel] +=
      MCAPFields().integer(logTime).integer(UInt64(chunk.count)).bytes
    let head = MCAPFields().integer(UInt16(clamping: channel))
      .integer(UInt32(truncatingIfNeeded: counts[channel])).integer(logTime).integer(publishTime)
    chunk += Self.record(0x05, MCAPFields(bytes: head.bytes + Array(text.utf8)))
    counts[channel] += 1
    times = (times?.first ?? logTime, logTime)
    chunkTimes = (chunkTimes?.first ?? logTime, logTime)
    if chunk.count >= Self.chunkSize { endChunk() }
  }

  /// Ends the file: copies of schemas and channels, counts, and the chunk index.
  mutating func finish() {
    endChunk()
    append(0x0F, MCAPFields().integer(UInt32(0)))
    let summary = takenCount + pending.count
    for schema in schemas { pending += schema.record }
    for channel in channels { pending += channel }
    var each = MCAPFields()
    for (channel, count) in counts.enumerated() {
      each = each.integer(UInt16(clamping: channel)).integer(count)
    }
    append(
      0x0B,
      MCAPFields().integer(counts.reduce(0, +)).integer(UInt16(clamping: schemas.count))
        .integer(UInt32(clamping: channels.count)).integer(UInt32(0)).integer(UInt32(0))
        .integer(UInt32(clamping: chunkIndexes.count)).integer(times?.first ?? 0)
        .integer(times?.last ?? 0).sized(each))
    for index in chunkIndexes { pending += index }
    append(
      0x02, MCAPFields().integer(UInt64(summary)).integer(UInt64(0)).integer(UInt32(0)))
    pending += Self.magic
  }

  /// Encodes the current chunk and its message index.
  private mutating func endChunk() {
    guard let (first, last) = chunkTimes else { return }
    let size = UInt64(chunk.count)
    let start = takenCount + pending.count
    let head = MCAPFields().integer(first).integer(last).integer(size).integer(UInt32(0)).text("")
      .integer(size)
    append(0x06, MCAPFields(bytes: head.bytes + chunk))
    let length = takenCount + pending.count - start
    var places = MCAPFields()
    for channel in chunkEntries.indices where !chunkEntries[channel].isEmpty {
      let number = UInt16(clamping: channel)
      places = places.integer(number).integer(UInt64(takenCount + pending.count))
      append(0x07, MCAPFields().integer(number).sized(MCAPFields(bytes: chunkEntries[channel])))
      chunkEntries[channel] = []
    }
    let indexLength = takenCount + pending.count - start - length
    let index = MCAPFields().integer(first).integer(last).integer(UInt64(start))
      .integer(UInt64(length)).sized(places).integer(UInt64(indexLength)).text("").integer(size)
      .integer(size)
    chunkIndexes.append(Self.record(0x08, index))
    (chunk, chunkTimes) = ([], nil)
  }

  private mutating func append(_ code: UInt8, _ fields: MCAPFields) {
    pending += Self.record(code, fields)
  }

  private static func record(_ code: UInt8, _ fields: MCAPFields) -> [UInt8] {
    [code] + MCAPFields().integer(UInt64(fields.bytes.count)).bytes + fields.bytes
  }
}

/// The concatenated fields of a record.
private struct MCAPFields {
  var bytes: [UInt8] = []

  /// Appends an integer, little-endian.
  func integer(_ value: some FixedWidthInteger) -> MCAPFields {
    MCAPFields(bytes: bytes + withUnsafeBytes(of: value.littleEndian, Array.init))
  }

  /// Appends a text, prefixed by its length.
  func text(_ value: String) -> MCAPFields { sized(MCAPFields(bytes: Array(value.utf8))) }

  /// Appends bytes, prefixed by their count.
  func sized(_ value: MCAPFields) -> MCAPFields {
    let sized = integer(UInt32(clamping: value.bytes.count))
    return MCAPFields(bytes: sized.bytes + value.bytes)
  }
}
