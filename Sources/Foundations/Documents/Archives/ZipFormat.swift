/// The constants of zip files (PKWARE APPNOTE 6.3).
enum ZipFormat {
  static let localHeader = 0x0403_4B50
  static let directoryHeader = 0x0201_4B50
  static let directoryEnd = 0x0605_4B50
  static let zip64DirectoryEnd = 0x0606_4B50
  static let zip64Locator = 0x0706_4B50

  static let localHeaderSize = 30
  static let directoryHeaderSize = 46
  static let directoryEndSize = 22
  static let zip64DirectoryEndSize = 56
  static let zip64LocatorSize = 20

  /// The extra field that holds 64-bit sizes.
  static let zip64Extra = 0x0001
  /// Marker of a 16-bit or 32-bit field whose value is in a zip64 record.
  static let elsewhere16 = 0xFFFF
  static let elsewhere32 = 0xFFFF_FFFF

  static let stored = 0
  static let deflated = 8

  static let encryptedFlags = 0x2041
  static let patchFlag = 0x0020
  static let descriptorFlag = 0x0008

  /// The systems whose external attributes hold a Unix file mode: Unix and macOS.
  static let unixSystems = [3, 19]
  static let fileTypeMask = 0o170000
  static let regularFile = 0o100000
  static let directoryFile = 0o040000
}
