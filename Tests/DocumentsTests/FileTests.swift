import Documents
import Glibc
import Testing

struct FileTests {
  /// Files of the kernel have no size before they are read.
  @Test func readsFilesOfUnknownSize() throws {
    #expect(try readFile("/proc/self/maps", limit: .max).count > 4096)
  }

  @Test func readsRegularFilesOnly() throws {
    var template = Array("/tmp/documents-XXXXXX".utf8CString)
    let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    defer { for name in ["a.yaml", "pipe", "big"] { unlink("\(folder)/\(name)") }; rmdir(folder) }
    write("a: [1,\n  2]\n", to: "\(folder)/a.yaml")
    #expect(JSONValue(try YAML.load(path: "\(folder)/a.yaml")).text() == #"{"a":[1,2]}"#)

    func reason(_ path: String) -> String? {
      complaints { () throws(DocumentError) in try YAML.load(path: path) }.first
    }
    #expect(reason("\(folder)/none.yaml") == "cannot read '\(folder)/none.yaml': no such file")
    #expect(reason(folder) == "cannot read '\(folder)': it is a folder")
    #expect(mkfifo("\(folder)/pipe", 0o600) == 0)
    #expect(reason("\(folder)/pipe") == "cannot read '\(folder)/pipe': it is a pipe, not a file")
    #expect(reason("/dev/zero") == "cannot read '/dev/zero': it is not a regular file")
    #expect(
      reason("\(folder)/a.yaml/b")
        == "cannot read '\(folder)/a.yaml/b': a part of its path is not a folder")
    #expect(reason("a\0b") == "cannot read 'a\\u{0}b': its name contains a NUL character")

    // A sparse file of 100 MB is rejected by its size.
    write("", to: "\(folder)/big")
    #expect(truncate("\(folder)/big", 100_000_000) == 0)
    #expect(
      reason("\(folder)/big")
        == "cannot read '\(folder)/big': it has 100000000 bytes, more than the limit of 67108864")
    #expect(try readFile("\(folder)/a.yaml", limit: 12).count == 12)
    #expect(throws: DocumentError.self) { try readFile("\(folder)/a.yaml", limit: 11) }
    // The system reports size 0 for this file until it is read.
    #expect(try !readFile("/proc/self/status", limit: 1 << 20).isEmpty)
  }

  /// A device, a pipe and a process's own streams are written to, and never replaced by a file.
  @Test func specialFilesAreNotReplaced() throws {
    var template = Array("/tmp/documents-XXXXXX".utf8CString)
    let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    let pipe = folder + "/pipe"
    defer { for name in ["pipe", "file"] { unlink("\(folder)/\(name)") }; rmdir(folder) }
    #expect(mkfifo(pipe, 0o600) == 0)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try writeFile("told", to: pipe)
    var bytes = [UInt8](repeating: 0, count: 16)
    #expect(read(reader, &bytes, 16) == 4 && bytes.starts(with: "told".utf8))
    try writeFile("nothing", to: "/dev/null")
    for (path, kind) in [(pipe, S_IFIFO), ("/dev/null", S_IFCHR)] {
      var status = stat()
      #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == kind, "\(path)")
    }
    #expect(folderContents(folder) == ["pipe"])
    #expect(throws: FileWriteError.self) { try writeFile("lost", to: "/dev/full") }
    let file = open(folder + "/file", O_WRONLY | O_CREAT, 0o600)
    defer { close(file) }
    try writeFile("streamed", to: "/proc/self/fd/\(file)")
    #expect(try readFile(folder + "/file", limit: 100) == Array("streamed".utf8))
  }

  @Test func outputIsReplacedAtomically() throws {
    var template = Array("/tmp/documents-XXXXXX".utf8CString)
    let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    let path = folder + "/table.csv"
    defer { unlink(path); rmdir(folder) }
    func contents() throws -> String {
      String(decoding: try readFile(path, limit: 1 << 20), as: UTF8.self)
    }

    // Text written after a mark can be removed, whether it is on the disk or not.
    let file = try OutputFile(path: path)
    try file.write(Array("one\n".utf8))
    try file.flush()
    file.mark()
    try file.write(Array("two\n".utf8))
    file.rewind()
    try file.write(Array(repeating: UInt8(ascii: "x"), count: 100_000))
    file.rewind()
    try file.reserve(50_000)
    file.rewind()
    try file.write(Array("three\n".utf8))
    try file.complete()
    #expect(folderContents(folder) == [".table.csv.partial"])
    try file.finish()
    #expect(folderContents(folder) == ["table.csv"])
    #expect(try contents() == "one\nthree\n")

    // An abandoned file, with or without checksum, leaves no trace.
    for seals in [false, true] {
      var other: OutputFile? = try OutputFile(path: path)
      try other?.write([0])
      if seals { try other?.complete() }
      if !seals { other?.discard() }
      other = nil
      #expect(folderContents(folder) == ["table.csv"])
    }
    #expect(try contents() == "one\nthree\n")
    let lost = try OutputFile(path: path)
    lost.discard()
    #expect(throws: FileWriteError.self) { try lost.finish() }
    #expect(throws: FileWriteError.self) { try OutputFile(path: path + "/below") }
  }

  @Test(arguments: ["symbolic link", "second name", "pipe"])
  func hiddenFileNeverReplacesAnotherFile(kind: String) throws {
    var template = Array("/tmp/documents-XXXXXX".utf8CString)
    let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    let (path, hidden) = (folder + "/page.html", folder + "/.page.html.partial")
    let other = folder + "/other.txt"
    defer { for name in [path, hidden, other] { unlink(name) }; rmdir(folder) }
    write("precious", to: other)
    let made =
      switch kind {
      case "symbolic link": symlink(other, hidden)
      case "second name": link(other, hidden)
      default: mkfifo(hidden, 0o600)
      }
    #expect(made == 0)
    try writeFile("page", to: path)
    #expect(try readFile(other, limit: 100) == Array("precious".utf8))
    #expect(try readFile(path, limit: 100) == Array("page".utf8))
    #expect(folderContents(folder) == [".page.html.partial", "other.txt", "page.html"])
  }

  @Test func writersOfOneFileLeaveItWhole() throws {
    var template = Array("/tmp/documents-XXXXXX".utf8CString)
    let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    let path = folder + "/page.html"
    defer { unlink(path); rmdir(folder) }
    let (first, second) = (try OutputFile(path: path), try OutputFile(path: path))
    try first.write(Array(repeating: UInt8(ascii: "a"), count: 200_000))
    try second.write(Array(repeating: UInt8(ascii: "b"), count: 100_000))
    try first.complete()
    let third = try OutputFile(path: path)
    try third.write([UInt8(ascii: "c")])
    try first.finish()
    #expect(
      try readFile(path, limit: 1 << 20) == Array(repeating: UInt8(ascii: "a"), count: 200_000))
    try second.finish()
    #expect(
      try readFile(path, limit: 1 << 20) == Array(repeating: UInt8(ascii: "b"), count: 100_000))
    try third.finish()
    #expect(try readFile(path, limit: 1 << 20) == [UInt8(ascii: "c")])
    #expect(folderContents(folder) == ["page.html"])
  }

  private func write(_ text: String, to path: String) {
    guard let file = fopen(path, "w") else { return }
    fputs(text, file)
    fclose(file)
  }
}
