import CLibXML2
import Cardmill

/// A fault that the parser met.
struct XMLFault {
  var message: String
  /// The library's number for it.
  var code: Int
  /// How many bytes of what was fed had been read.
  var position: Int
}

/// The owner of one parser of libxml2: a push parser whose events go to a `TapeRecorder`.
///
/// It resolves no entity, loads nothing and prints nothing. What it is fed is UTF-8 without a
/// DOCTYPE; should one reach it all the same, it stops.
@safe
final class XMLParser {
  private let parser: xmlParserCtxtPtr

  private static let isReady: Bool = {
    xmlInitParser()
    return true
  }()

  /// Makes a parser whose events go to `recorder`, which must outlive it.
  init?(_ recorder: UnsafeMutablePointer<TapeRecorder>) {
    guard Self.isReady else { return nil }
    var handler = unsafe xmlSAXHandler()
    unsafe cardmill_xml_prepare(&handler, Self.onFault)
    unsafe handler.startElementNs = Self.onStart
    unsafe handler.endElementNs = Self.onEnd
    unsafe handler.characters = Self.onText
    // The same function for both: else the parser looks at every text to tell them apart.
    unsafe handler.ignorableWhitespace = Self.onText
    unsafe handler.cdataBlock = Self.onText
    unsafe handler.internalSubset = { context, _, _, _ in
      guard let context = unsafe context else { return }
      unsafe context.assumingMemoryBound(to: TapeRecorder.self).pointee.refuseDocumentType()
    }
    unsafe handler.getEntity = { _, name in unsafe xmlGetPredefinedEntity(name) }
    unsafe handler.resolveEntity = { _, _, _ in nil }
    guard let made = unsafe xmlCreatePushParserCtxt(&handler, recorder, nil, 0, nil) else {
      return nil
    }
    unsafe parser = made
    unsafe xmlCtxtUseOptions(parser, Self.options)
  }

  private static let options = Int32(
    XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
      | XML_PARSE_IGNORE_ENC.rawValue | XML_PARSE_NOCDATA.rawValue)

  /// Forgets all but the names, and begins anew.
  func restart() {
    unsafe xmlCtxtResetPush(parser, nil, 0, nil, nil)
    unsafe xmlCtxtUseOptions(parser, Self.options)
  }

  deinit { unsafe cardmill_xml_free(parser) }

  /// How many bytes of what was fed have been read.
  var position: Int { unsafe cardmill_xml_position(parser) }

  /// Feeds a piece; its events are recorded before this returns.
  func feed(_ bytes: ByteView) {
    var start = 0
    while start < bytes.count {
      let count = min(bytes.count - start, 1 << 30)
      unsafe (bytes.base + start).withMemoryRebound(to: CChar.self, capacity: count) {
        _ = unsafe xmlParseChunk(parser, $0, Int32(count), 0)
      }
      start += count
    }
  }

  /// Says that nothing follows.
  func finish() { unsafe xmlParseChunk(parser, nil, 0, 1) }

  /// Stops at once: no more events.
  func stop() { unsafe xmlStopParser(parser) }

  // MARK: What libxml2 calls

  private static let onStart: startElementNsSAX2Func = {
    context, local, prefix, uri, spaceCount, spaces, attributeCount, _, attributes in
    guard let context = unsafe context, let local = unsafe local else { return }
    let recorder = unsafe context.assumingMemoryBound(to: TapeRecorder.self)
    unsafe recorder.pointee.start(
      ParsedTag(
        local: local, prefix: prefix, uri: uri, spaceCount: Int(spaceCount), spaces: spaces,
        attributeCount: Int(attributeCount), attributes: attributes))
  }

  private static let onEnd: endElementNsSAX2Func = { context, _, _, _ in
    guard let context = unsafe context else { return }
    unsafe context.assumingMemoryBound(to: TapeRecorder.self).pointee.end()
  }

  private static let onText: charactersSAXFunc = { context, text, count in
    guard let context = unsafe context, let text = unsafe text, count > 0 else { return }
    let view = unsafe ByteView(base: text, count: Int(count))
    unsafe context.assumingMemoryBound(to: TapeRecorder.self).pointee.text(view)
  }

  private static let onFault: cardmill_xml_fault = { context, level, domain, code, message in
    guard let context = unsafe context else { return }
    let text = unsafe message.map { unsafe String(cString: $0) } ?? ""
    unsafe context.assumingMemoryBound(to: TapeRecorder.self).pointee.note(
      text, code: Int(code), isFatal: level == XML_ERR_FATAL.rawValue)
  }
}

/// A start tag as the parser gives it: pointers that are valid during the call.
@safe
struct ParsedTag {
  var local: UnsafePointer<xmlChar>
  var prefix: UnsafePointer<xmlChar>?
  var uri: UnsafePointer<xmlChar>?
  var spaceCount: Int
  var spaces: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  var attributeCount: Int
  var attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?

  /// An attribute: its name as the parser keeps it, and its value.
  @safe
  struct Attribute {
    var local: UnsafePointer<xmlChar>
    var prefix: UnsafePointer<xmlChar>?
    var uri: UnsafePointer<xmlChar>?
    var value: ByteView
  }

  func attribute(_ index: Int) -> Attribute? {
    guard index < attributeCount, let base = unsafe attributes, let local = unsafe base[index * 5],
      let start = unsafe base[index * 5 + 3], let end = unsafe base[index * 5 + 4]
    else { return nil }
    return unsafe Attribute(
      local: local, prefix: base[index * 5 + 1], uri: base[index * 5 + 2],
      value: ByteView(base: start, count: end - start))
  }

  /// A declared namespace: its prefix and URI.
  func space(_ index: Int) -> (prefix: ByteView, uri: ByteView)? {
    guard index < spaceCount, let base = unsafe spaces else { return nil }
    return unsafe (ByteView(text: base[index * 2]), ByteView(text: base[index * 2 + 1]))
  }
}

extension ByteView {
  /// A text of C's, up to its zero.
  init(text: UnsafePointer<xmlChar>?) {
    guard let text = unsafe text else {
      self = .empty
      return
    }
    var count = 0
    while unsafe text[count] != 0 { count += 1 }
    unsafe self.init(base: text, count: count)
  }
}
