import Reporting

/// A reader of animated GIF 89a, written from the specification: screen, palette, images and their times.
struct GIFReading {
  enum Failure: Error { case isCut, isNoGIF, code(Int), size(Int) }

  /// An image: its rectangle, its duration, and the screen after it.
  struct Image {
    var left, top, width, height: Int
    var hundredths: Int
    var screen: [RasterColor]
  }

  private(set) var width = 0, height = 0
  private(set) var palette: [RasterColor] = []
  private(set) var images: [Image] = []
  /// True if the animation repeats for ever.
  private(set) var repeats = false

  /// The duration of the animation, in hundredths of a second.
  var hundredths: Int { images.reduce(0) { $0 + $1.hundredths } }

  private var bytes: ArraySlice<UInt8>
  private var hundredthsOfNext = 0
  private var transparent: Int?

  init(_ bytes: [UInt8]) throws {
    self.bytes = bytes[...]
    guard try take(6) == Array("GIF89a".utf8) else { throw Failure.isNoGIF }
    (width, height) = (try word(), try word())
    let fields = try take(3)
    let table = try take(3 << (Int(fields[0] & 7) + 1))
    palette = stride(from: 0, to: table.count, by: 3).map {
      RasterColor(UInt32(table[$0]) << 16 | UInt32(table[$0 + 1]) << 8 | UInt32(table[$0 + 2]))
    }
    while true {
      switch try take(1)[0] {
      case 0x21: try readExtension()
      case 0x2C: try readImage()
      case 0x3B:
        guard self.bytes.isEmpty else { throw Failure.isCut }
        return
      default: throw Failure.isNoGIF
      }
    }
  }

  private mutating func take(_ count: Int) throws -> [UInt8] {
    guard bytes.count >= count else { throw Failure.isCut }
    defer { bytes = bytes.dropFirst(count) }
    return Array(bytes.prefix(count))
  }

  private mutating func word() throws -> Int {
    let pair = try take(2)
    return Int(pair[0]) | Int(pair[1]) << 8
  }

  /// The data of sub-blocks up to the terminator.
  private mutating func blocks() throws -> [UInt8] {
    var data: [UInt8] = []
    while true {
      let count = Int(try take(1)[0])
      if count == 0 { return data }
      data += try take(count)
    }
  }

  private mutating func readExtension() throws {
    let kind = try take(1)[0]
    let data = try blocks()
    if kind == 0xF9 {
      hundredthsOfNext = Int(data[1]) | Int(data[2]) << 8
      transparent = data[0] & 1 == 1 ? Int(data[3]) : nil
    } else if kind == 0xFF {
      repeats = data.starts(with: Array("NETSCAPE2.0".utf8)) && data.suffix(2) == [0, 0]
    }
  }

  private mutating func readImage() throws {
    let (left, top, wide, high) = (try word(), try word(), try word(), try word())
    guard left + wide <= width, top + high <= height, try take(1)[0] == 0 else {
      throw Failure.size(left + wide)
    }
    let minCodeSize = Int(try take(1)[0])
    let indexes = try Self.decode(blocks(), minCodeSize: minCodeSize)
    guard indexes.count == wide * high else { throw Failure.size(indexes.count) }
    var screen =
      images.last?.screen ?? Array(repeating: RasterColor(0), count: width * height)
    for (number, index) in indexes.enumerated() where Int(index) != transparent {
      screen[(top + number / wide) * width + left + number % wide] = palette[Int(index)]
    }
    images.append(
      Image(
        left: left, top: top, width: wide, height: high, hundredths: hundredthsOfNext,
        screen: screen))
  }

  /// Decodes LZW data without its sub-blocks.
  static func decode(_ data: [UInt8], minCodeSize: Int) throws -> [UInt8] {
    let (clear, end) = (1 << minCodeSize, 1 << minCodeSize + 1)
    var strings = LZWStrings(clear)
    var last: Int?
    var (size, bits, bitCount) = (minCodeSize + 1, 0, 0)
    for byte in data {
      bits |= Int(byte) << bitCount
      bitCount += 8
      while bitCount >= size {
        let code = bits & (1 << size - 1)
        bits >>= size
        bitCount -= size
        if code == clear {
          strings.clear()
          (size, last) = (minCodeSize + 1, nil)
          continue
        }
        if code == end { return strings.output }
        guard code < strings.count || (code == strings.count && last != nil) else {
          throw Failure.code(code)
        }
        strings.write(code, after: last)
        if strings.count == 1 << size, size < 12 { size += 1 }
        last = code
      }
    }
    throw Failure.isCut
  }
}

/// The strings of an LZW decoder: each is a prefix and an index.
private struct LZWStrings {
  private let roots: Int
  private var prefixes: [Int] = []
  private var ends: [UInt8] = []
  private var starts: [UInt8] = []
  private var lengths: [Int] = []
  private(set) var output: [UInt8] = []

  var count: Int { ends.count }

  init(_ roots: Int) { self.roots = roots }

  /// Leaves the single indexes, and the two codes without a string.
  mutating func clear() {
    let singles = (0..<roots + 2).map { UInt8(truncatingIfNeeded: $0) }
    (ends, starts) = (singles, singles)
    prefixes = Array(repeating: -1, count: roots + 2)
    lengths = Array(repeating: 1, count: roots + 2)
  }

  /// Writes the string of a code, and adds the string of the last code with its first index.
  mutating func write(_ code: Int, after last: Int?) {
    if let last, count < 4096 {
      ends.append(code < count ? starts[code] : starts[last])
      starts.append(starts[last])
      prefixes.append(last)
      lengths.append(lengths[last] + 1)
    }
    var place = output.count + lengths[code]
    output.append(contentsOf: repeatElement(0, count: lengths[code]))
    var rest = code
    while rest >= 0 {
      place -= 1
      output[place] = ends[rest]
      rest = prefixes[rest]
    }
  }
}
