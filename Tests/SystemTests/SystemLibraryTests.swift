import CGSL
import CSQLite
import CYAML
import CZlib
import Testing

/// Debian's libraries can be linked, and are recent enough.
@Suite struct SystemLibraryTests {
  @Test func librariesHaveMinimumVersions() throws {
    let sqlite = sqlite3_libversion_number()
    #expect(sqlite >= 3_040_000, "SQLite \(sqlite)")
    var (major, minor, patch): (Int32, Int32, Int32) = (0, 0, 0)
    yaml_get_version(&major, &minor, &patch)
    #expect((major, minor, patch) >= (0, 2, 5), "libyaml \(major).\(minor).\(patch)")
    let zlib = try #require(zlibVersion().map { String(cString: $0) })
    let parts = zlib.split(separator: ".").map { Int($0) ?? 0 }
    #expect(!parts.lexicographicallyPrecedes([1, 2, 13]), "zlib \(zlib)")
    // GSL's version is in a variable, which Swift 6 can't read; that of the headers suffices.
    #expect(GSL_MAJOR_VERSION == 2 && GSL_MINOR_VERSION >= 7)
    #expect(gsl_strerror(Int32(GSL_EDOM)) != nil)
  }
}
