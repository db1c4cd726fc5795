/// Recognises pictures by their first bytes.
package enum PictureType {
  /// The media type of a picture, such as `image/jpeg`, or nil for bytes that are none that we
  /// know.
  package static func sniff(_ data: ByteView) -> StaticString? {
    if has(data, [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if has(data, [0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
    if has(data, [0x47, 0x49, 0x46, 0x38]) { return "image/gif" }  // GIF8
    if has(data, [0x52, 0x49, 0x46, 0x46]), has(data, [0x57, 0x45, 0x42, 0x50], at: 8) {
      return "image/webp"  // RIFF….WEBP
    }
    if has(data, [0x66, 0x74, 0x79, 0x70], at: 4), data.count >= 12 {
      return isoMedia(data[8..<12])
    }
    if has(data, [0x42, 0x4D]), data.count >= 26 { return "image/bmp" }  // BM
    if has(data, [0x49, 0x49, 0x2A, 0]) || has(data, [0x4D, 0x4D, 0, 0x2A]) {
      return "image/tiff"
    }
    return isSVG(data) ? "image/svg+xml" : nil
  }

  private static func has(_ data: ByteView, _ mark: [UInt8], at start: Int = 0) -> Bool {
    guard data.count >= start + mark.count else { return false }
    for index in 0..<mark.count where data[start + index] != mark[index] { return false }
    return true
  }

  /// The type of an ISO base media file (`ftyp`) by its brand.
  private static func isoMedia(_ brand: ByteView) -> StaticString? {
    for name: StaticString in ["heic", "heix", "hevc", "heim", "heis"] where brand.equals(name) {
      return "image/heic"
    }
    for name: StaticString in ["mif1", "msf1"] where brand.equals(name) { return "image/heif" }
    for name: StaticString in ["avif", "avis"] where brand.equals(name) { return "image/avif" }
    return nil
  }

  /// Whether `<svg` is the first element of an XML text.
  private static func isSVG(_ data: ByteView) -> Bool {
    let head = data.upTo(min(data.count, 1024))
    var start = has(head, [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < head.count, head[start].isBlank || head[start] == 0x0A || head[start] == 0x0D {
      start += 1
    }
    guard start < head.count, head[start] == UInt8(ascii: "<") else { return false }
    if head.from(start).startsIgnoringCase("<SVG") { return true }
    guard start + 1 < head.count else { return false }
    let isProlog = head[start + 1] == UInt8(ascii: "?") || head[start + 1] == UInt8(ascii: "!")
    return isProlog && head.contains(("<svg" as StaticString).view)
  }
}
