import Documents
import Testing

/// Sizes of pictures, and what is no picture.
struct PictureHeaderTests {
  private static func chunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
    let count = UInt32(data.count)
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) } + Array(kind.utf8) + data
      + [0, 0, 0, 0]
  }

  private static func png(_ width: UInt32, _ height: UInt32) -> [UInt8] {
    let sides = [width, height].flatMap { side in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: side >> $0) }
    }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", sides + [8, 2, 0, 0, 0])
      + chunk("IDAT", [1, 2, 3]) + chunk("IEND", [])
  }

  private static func jpeg(orientation: UInt8 = 1) -> [UInt8] {
    let exif: [UInt8] =
      Array("Exif\0\0MM\0*".utf8) + [
        0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0,
      ]
    return [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif
      + [0xFF, 0xC0, 0, 11, 8, 0x01, 0x00, 0x02, 0x00, 1, 1, 0x11, 0] + [0xFF, 0xDA, 0, 2]
  }

  private func reason(_ bytes: [UInt8]) -> String {
    do {
      let header = try PictureHeader(bytes, name: "plan")
      return "\(header.format) \(header.width) \(header.height)"
    } catch {
      return "\(error)"
    }
  }

  @Test func readsSizes() throws {
    #expect(reason(Self.png(1200, 800)) == "png 1200.0 800.0")
    #expect(reason(Self.jpeg()) == "jpeg 512.0 256.0")
    #expect(reason(Array("%PDF-1.7\n".utf8)) == "pdf 0.0 0.0")
  }

  @Test(arguments: [
    (#"<svg viewBox="0 0 300 200"/><!-- svg> -->"#, "svg 300.0 200.0"),
    (#"<svg width="10cm" viewBox="0,0,300,150"></svg>"#, "svg 377.95275590551"),
    (#"<svg width="640" height="480px"></svg>"#, "svg 640.0 480.0"),
    (#"<svg width="100%" height="100%" viewBox="5 5 64 32"></svg>"#, "svg 64.0 32.0"),
    (
      "<?xml version='1.0'?><!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"x.dtd\">\n<svg:svg xmlns:svg='s' viewBox='0 0 64 32'></svg:svg>",
      "svg 64.0 32.0"
    ),
    (#"<svg></svg>"#, "'plan' is an SVG file without a size"),
    (#"<svg viewBox="0 0 x 200"></svg>"#, "'plan' has a 'viewBox' that isn't four numbers"),
    (#"<svg viewBox="0 0 -3 200"></svg>"#, "'plan' has a 'viewBox' that isn't four numbers"),
    (#"<svg width="many" height="3"></svg>"#, "'plan' has a size that isn't a length: 'many'"),
    (#"<svg width="1e300" height="300"></svg>"#, "'plan' is 1e+300 by 300 pixels"),
    (#"<svg viewBox="0 0 300 200"><g>"#, "'plan' is an SVG file that is cut off after"),
    (#"<html><svg viewBox="0 0 300 200"></svg>"#, "'plan' is XML, but no SVG picture"),
    ("<!DOCTYPE svg [<!ENTITY a \"b\">]><svg></svg>", "'plan' declares entities"),
    ("<svg width='3", "plan:1:"),
  ])
  func readsSVG(_ text: String, _ expected: String) {
    #expect(reason(Array(text.utf8)).hasPrefix(expected), "\(reason(Array(text.utf8)))")
  }

  @Test func refusesWhatIsNoPlan() {
    #expect(reason([]) == "'plan' is empty")
    #expect(reason(Array("hello".utf8)).hasPrefix("'plan' is no picture of a known format"))
    #expect(reason(Array("GIF89a".utf8)) == "'plan' is a GIF file; save it as PNG")
    #expect(reason(Self.png(1, 1)).hasPrefix("'plan' is 1 by 1 pixels"))
    #expect(reason(Self.png(.max, 800)).hasPrefix("'plan' is 4294967295 by 800 pixels"))
    #expect(reason(Self.png(0, 0)).hasPrefix("'plan' is 0 by 0 pixels"))
    #expect(
      reason(Self.jpeg(orientation: 6)).hasPrefix("'plan' is rotated or mirrored by its Exif data"))
  }

  /// No prefix of a picture is one, and none traps; a claimed length beyond the end is refused.
  @Test func refusesCutPictures() {
    let png = Self.png(1200, 800)
    for count in 0..<png.count {
      #expect(reason(Array(png.prefix(count))).hasPrefix("'plan' is"), "\(count)")
    }
    let jpeg = Self.jpeg()
    for count in 0..<(jpeg.count - 4) where count < jpeg.count - 8 {
      #expect(reason(Array(jpeg.prefix(count))).hasPrefix("'plan' is"), "\(count)")
    }
    var hostile = png
    hostile.replaceSubrange(33..<37, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(reason(hostile).contains("cut off"))
    // Any changed byte of a header gives a size or a reason.
    for index in png.indices {
      for byte: UInt8 in [0, 0x7F, 0xFF] {
        var changed = png
        changed[index] = byte
        #expect(!reason(changed).isEmpty)
        if index < jpeg.count {
          changed = jpeg
          changed[index] = byte
          #expect(!reason(changed).isEmpty)
        }
      }
    }
  }
}
