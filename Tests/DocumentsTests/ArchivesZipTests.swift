import Documents
import Glibc
import Kernel
import TestSupport
import Testing

@Suite struct ArchivesZipTests {
  /// Written by zipfile of Python 3.11.7: a folder, a deflated file, a stored one with a UTF-8 name.
  private static let plain = decoded(
    "UEsDBBQAAAAAAAAAIQAAAAAAAAAAAAAAAAAFAAAAZGF0YS9QSwMEFAAAAAgAAAAhAAeciFkOAAAApwAAAAoAAABkYXRh"
      + "L2EuY3N2K8nMTdWp4DLUMRrUGABQSwMEFAAACAAAAAAhAAv5Q1YGAAAABgAAAA4AAABkYXRhL8O8YmVyLmNzdnN0b3Jl"
      + "ZFBLAQIUAxQAAAAAAAAAIQAAAAAAAAAAAAAAAAAFAAAAAAAAAAAAEADtQQAAAABkYXRhL1BLAQIUAxQAAAAIAAAAIQAH"
      + "nIhZDgAAAKcAAAAKAAAAAAAAAAAAAACkgSMAAABkYXRhL2EuY3N2UEsBAhQDFAAACAAAAAAhAAv5Q1YGAAAABgAAAA4A"
      + "AAAAAAAAAAAAAKSBWQAAAGRhdGEvw7xiZXIuY3N2UEsFBgAAAAADAAMApwAAAIsAAAAAAA==")

  /// Written to a pipe with `force_zip64`: a descriptor after the data, 64-bit sizes.
  private static let streamed = decoded(
    "UEsDBC0ACAAIAAAAIQAAAAAA//////////8HABQAYmlnLnR4dAEAEAAAAAAAAAAAAAAAAAAAAAAAS0xKThx8CABQSwcI"
      + "0WVYfAgAAAAAAAAAlgAAAAAAAABQSwECLQMtAAgACAAAACEA0WVYfAgAAACWAAAABwAAAAAAAAAAAAAAgAEAAAAAYmln"
      + "LnR4dFBLBQYAAAAAAQABADUAAABZAAAAAAA=")

  private static let text = Array("time,x\n".utf8) + (0..<40).flatMap { _ in Array("1,2\n".utf8) }

  @Test func recordedArchivesAreRead() throws {
    let archive = try ZipArchive(bytes: Self.plain, name: "plain.zip")
    #expect(archive.entries.map(\.name) == ["data", "data/a.csv", "data/über.csv"])
    #expect(archive.entries.map(\.isDirectory) == [true, false, false])
    #expect(try archive.contents(of: "data/a.csv") == Self.text)
    #expect(try archive.contents(of: "data/über.csv") == Array("stored".utf8))
    #expect(archive["data/a.csv"]?.size == 167 && archive["nothing"] == nil)
    for name in ["data", "data/", "nothing"] {
      let error = #expect(throws: ArchiveError.self) { try archive.contents(of: name) }
      #expect(error?.problem == .noSuchEntry && error?.entry == name)
    }
    let streamed = try ZipArchive(bytes: Self.streamed, name: "streamed.zip")
    let expected = (0..<50).flatMap { _ in Array("abc".utf8) }
    #expect(try streamed.contents(of: "big.txt") == expected)
    #expect(problem(Craft([]).bytes) == nil)
  }

  @Test func writtenArchivesAreReadBack() throws {
    for seed in 0..<60 as Range<UInt64> {
      var random = RandomStream(seed: seed, purpose: "zip")
      var writer = ZipWriter()
      var again = ZipWriter()
      var files: [(String, [UInt8])] = []
      for index in 0..<random.integer(below: 12) {
        let letters = 1 + random.integer(below: 255)
        let contents = (0..<random.integer(below: 5000)).map { _ in
          UInt8(random.integer(below: letters))
        }
        files.append(("folder \(index % 3)/Datei-ä\(index).csv", contents))
      }
      for (name, contents) in files {
        try writer.add(name, contents: contents)
        try again.add(name, contents: contents)
      }
      let bytes = writer.archive
      #expect(again.archive == bytes, "seed \(seed)")
      let archive = try ZipArchive(bytes: bytes, name: "out.zip")
      #expect(archive.entries.map(\.name) == files.map(\.0), "seed \(seed)")
      for (name, contents) in files {
        #expect(try archive.contents(of: name) == contents, "seed \(seed)")
      }
    }
    // Too short to deflate, so that any zlib gives the same bytes, as written by zipfile.
    var stored = ZipWriter()
    try stored.add("a", contents: [0x78])
    let golden =
      "UEsDBBQAAAAAAAAAIQCDFtyMAQAAAAEAAAABAAAAYXhQSwECFAMUAAAAAAAAACEAgxbcjAEAAAABAAAAAQAAAAAAAAAAAAAA"
      + "pIEAAAAAYVBLBQYAAAAAAQABAC8AAAAgAAAAAAA="
    #expect(stored.archive == decoded(golden))
  }

  @Test func unsafeNamesAreRefused() {
    let names = [
      "/etc/passwd", "../up", "a/../../up", "a/..", "..", ".", "./a", "a//b", "a\\b", "..\\up",
      "C:\\x", "c:/x", "C:", "a:b", "", "/", "//", "a\u{0}", "a\nb", "\u{7F}",
    ]
    for name in names {
      #expect(problem(Craft(name).bytes) == .unsafeName, "\(name)")
    }
    // Names that aren't UTF-8 are kept, and don't lead out of the archive either.
    #expect(problem(Craft("x") { $0.name = [0x61, 0xFF] }.bytes) == nil)
    for name: [UInt8] in [
      [0x2E, 0x2E, 0x2F, 0xFF], [0xFF, 0x2F, 0x2F], [0xFF, 0x5C], [0x2F, 0xE9],
    ] {
      #expect(problem(Craft("x") { $0.name = name }.bytes) == .unsafeName, "\(name)")
    }
    for name in [
      "a", "a b/c-d.csv", "...", "..a/b..", "日本/ä.csv", String(repeating: "n", count: 999),
    ] {
      #expect(problem(Craft(name).bytes) == nil, "\(name)")
    }
    for (one, other) in [("a", "a"), ("a/b", "a"), ("a", "a/b/c"), ("\u{E9}", "e\u{301}")] {
      #expect(
        problem(Craft([.init(one), .init(other)]).bytes) == .duplicateName, "\(one) \(other)")
    }
  }

  @Test func invalidEntriesAreRefused() {
    func refused(_ change: (inout Craft.Item) -> Void) -> ArchiveError.Problem? {
      problem(Craft("a.csv", change).bytes)
    }
    #expect(refused { _ in } == nil)
    #expect(refused { $0.flags = 1 } == .unsupported("encryption"))
    #expect(refused { $0.flags = 0x2000 } == .unsupported("encryption"))
    #expect(refused { $0.flags = 0x20 } == .unsupported("patched data"))
    #expect(refused { $0.method = 12 } == .unsupported("compression method 12"))
    let special = ArchiveError.Problem.unsupported("an entry that is neither file nor folder")
    for mode in [0o120777, 0o020644, 0o010644, 0o140644, 0o040755] {
      #expect(refused { $0.mode = mode } == special, "\(mode)")
    }
    // On other systems these bits have no meaning.
    #expect(refused { ($0.mode, $0.system) = (0o120777, 0) } == nil)
    #expect(refused { $0.checksum = 1 } == .checksumMismatch)
    #expect(refused { $0.size = 3 } == .corrupt("it is stored, but its two sizes differ"))
    let contradiction = ArchiveError.Problem.corrupt("its two headers contradict each other")
    #expect(refused { $0.localName = Array("b.csv".utf8) } == contradiction)
    #expect(refused { $0.localMethod = 8 } == contradiction)
    let elsewhere = ArchiveError.Problem.corrupt("it is not where the directory says")
    #expect(refused { $0.localOffset = 3 } == elsewhere)
    #expect(refused { $0.localOffset = 0x7FFF_FFFF } == elsewhere)
    #expect(
      refused { $0.localOffset = 0xFFFF_FFFF } == .corrupt("its zip64 record is missing"))
    #expect(
      refused {
        ($0.localOffset, $0.extra) = (
          0xFFFF_FFFF, [1, 0, 8, 0] + [UInt8](repeating: 0xFF, count: 8)
        )
      }
        == .corrupt("its zip64 record is invalid"))
    #expect(
      refused {
        ($0.localOffset, $0.extra) = (
          0xFFFF_FFFF, [9, 9, 1, 0, 7, 1, 0, 8, 0] + [UInt8](repeating: 0, count: 8)
        )
      }
        == nil)
    #expect(
      problem(Craft("folder/") { $0.mode = 0o040755 }.bytes)
        == .corrupt("it is a folder with contents"))
    // Deflated data that end early, late, elsewhere, or never began.
    let deflated: [UInt8] = [0x4B, 0x04, 0x00]
    func packed(_ data: [UInt8], _ size: Int) -> ArchiveError.Problem? {
      refused { ($0.method, $0.data, $0.size, $0.checksum) = (8, data, size, 0xE8B7_BE43) }
    }
    #expect(packed(deflated, 1) == nil)
    let wrongSize = ArchiveError.Problem.corrupt("its size is not the one recorded")
    #expect(packed(deflated, 2) == wrongSize && packed(deflated, 0) == wrongSize)
    #expect(packed(deflated + [0], 1) == .corrupt("its compressed data end early"))
    #expect(packed([0x4B], 1) == .truncated && packed([], 1) == .truncated)
    #expect(packed([0xFF, 0xFF], 1) != nil)
  }

  @Test func invalidArchivesAreRefused() {
    #expect(problem([]) == .notAnArchive && problem([1, 2, 3]) == .notAnArchive)
    #expect(problem(Array(repeating: 0x50, count: 100_000)) == .notAnArchive)
    var craft = Craft("a")
    craft.suffix = [0]
    #expect(problem(craft.bytes) == .corrupt("other bytes follow its end"))
    #expect(problem(Array(craft.bytes.dropLast(2))) == .truncated)
    craft = Craft("a")
    craft.count = 2
    #expect(problem(craft.bytes) == .corrupt("a header of its directory is missing"))
    craft.count = 0
    #expect(problem(craft.bytes) == .corrupt("its directory is shorter than recorded"))
    craft = Craft("a")
    craft.disk = 1
    #expect(problem(craft.bytes) == .unsupported("an archive of several volumes"))
    var one = Craft.Item("a", Array(repeating: 7, count: 90))
    one.localOffset = 0
    var other = Craft.Item("a", Array(repeating: 7, count: 90))
    other.localOffset = 0
    #expect(problem(Craft([one, other]).bytes) == .duplicateName)
    // Two names for the same data: the second's local header is hidden in the first one's data.
    let inner = Craft("b").bytes
    var outer = Craft.Item("a", Array(inner.prefix(35)))
    outer.localOffset = 0
    var hidden = Craft.Item("b")
    hidden.localOffset = 31
    #expect(problem(Craft([outer, hidden]).bytes) == .overlappingEntries)
    for length in 0..<Self.plain.count {
      #expect(problem(Array(Self.plain[..<length])) != nil, "\(length)")
    }
  }

  @Test func decompressionBombsAreRefused() throws {
    var writer = ZipWriter()
    for index in 0..<4 {
      try writer.add("zeros \(index)", contents: Array(repeating: 0, count: 3 << 20))
    }
    let bomb = writer.archive
    #expect(bomb.count < 20_000)
    #expect(problem(bomb) == .limitExceeded("unpacked bytes for each byte", 500))
    var limits = ArchiveLimits()
    limits.ratio = 2000
    #expect(problem(bomb, limits) == nil)
    limits.totalSize = (12 << 20) - 1
    #expect(problem(bomb, limits) == .limitExceeded("unpacked bytes in all", limits.totalSize))
    limits.entrySize = (3 << 20) - 1
    #expect(problem(bomb, limits) == .limitExceeded("unpacked bytes", limits.entrySize))
    limits.entryCount = 3
    #expect(problem(bomb, limits) == .limitExceeded("entries", 3))
    limits.archiveSize = 100
    #expect(problem(bomb, limits) == .limitExceeded("bytes of the archive", 100))
    // More data than the header promises are rejected.
    let error = ArchiveError(archive: "b.zip", entry: "a", problem: .truncated)
    #expect("\(error)" == "b.zip: entry 'a': ends too soon")
  }

  @Test func mutationsNeverCrash() throws {
    var survivors = 0
    for seed in 0..<3000 as Range<UInt64> {
      var random = RandomStream(seed: seed, purpose: "zip.mutation")
      var bytes = seed % 4 == 0 ? Self.streamed : Self.plain
      for _ in 0...random.integer(below: 4) {
        let place = random.integer(below: bytes.count)
        switch random.integer(below: 6) {
        case 0: bytes[place] = UInt8(random.integer(below: 256))
        case 1: bytes[place] ^= 1 << UInt8(random.integer(below: 8))
        case 2: bytes[place] = 0xFF
        case 3: bytes.remove(at: place)
        case 4: bytes.insert(UInt8(random.integer(below: 256)), at: place)
        default:
          let end = min(place + random.integer(below: 40), bytes.count)
          bytes.replaceSubrange(place..<end, with: bytes[..<(end - place)])
        }
      }
      // Data are either read with a correct checksum, or rejected.
      if problem(bytes) == nil {
        survivors += 1
      }
      _ = gzipProblem([0x1F, 0x8B, 8] + bytes)
    }
    #expect(survivors > 100 && survivors < 2000, "\(survivors)")
  }

  @Test func zipFilesAgreeWithPython() throws {
    let error = #expect(throws: DocumentError.self) { try ZipArchive(path: "/nowhere/x.zip") }
    #expect(error.map { "\($0)".contains("no such file") } == true)
    #expect(throws: DocumentError.self) { try ZipArchive(path: "/") }
    var template = Array("/tmp/venuesim-zip-XXXXXX".utf8CString)
    let folder = mkdtemp(&template).map { String(cString: $0) }
    let root = try #require(folder)
    let path = root + "/out.zip"
    defer {
      unlink(path)
      rmdir(root)
    }
    var writer = ZipWriter()
    try writer.add("data/a.csv", contents: Self.text)
    try writer.add("ü.csv", contents: [1, 2, 3])
    let bytes = writer.archive
    let opened = fopen(path, "w")
    let file = try #require(opened)
    #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    fclose(file)
    #expect(try ZipArchive(path: path).contents(of: "data/a.csv") == Self.text)
    var limits = ArchiveLimits()
    limits.archiveSize = bytes.count - 1
    #expect(throws: DocumentError.self) { try ZipArchive(path: path, limits: limits) }

    let script =
      "import zipfile,sys; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; "
      + "print([(i.filename, i.file_size, i.date_time[0]) for i in z.infolist()])"
    let command =
      "python3 -c 'import zipfile' 2>/dev/null || exit 77; export PYTHONIOENCODING=utf-8; "
    let started = popen(command + "python3 -c '\(script)' \(path)", "r")
    let pipe = try #require(started)
    var output = [UInt8](repeating: 0, count: 1000)
    let count = fread(&output, 1, 1000, pipe)
    let status = pclose(pipe)
    guard status != 77 << 8 else {
      print("python3 is absent: the zip file it would have read was not cross-checked")
      return
    }
    #expect(status == 0)
    #expect(
      String(decoding: output[..<count], as: UTF8.self)
        == "[('data/a.csv', 167, 1980), ('ü.csv', 3, 1980)]\n")
  }
}
