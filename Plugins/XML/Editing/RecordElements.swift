import Cardmill

/// The elements of one record as they lie in its bytes, for edits that replace pieces of it.
///
/// The record was read without repair, so it is well-formed.
struct RecordElements {
  struct Element {
    /// The name without its prefix.
    var name: Range<Int>
    /// The prefix with its colon.
    var prefix: Range<Int>
    /// The start tag.
    var tag: Range<Int>
    /// From the start tag to the end tag.
    var range: Range<Int>
    /// The place of the element around it; -1 for the record.
    var parent: Int
    /// Where the end tag begins; nil for an element without one.
    var endTag: Int?
    var isLeaf = true
  }

  let text: ByteView
  /// In the order of their start tags, the record first.
  private(set) var elements: [Element] = []

  /// Looks for the elements; nil when the text is no element.
  ///
  /// With `isCutOff` the text may end before its elements do.
  init?(_ text: ByteView, isCutOff: Bool = false) {
    self.text = text
    var open: [Int] = []
    var at = 0
    while case let start = text.first(UInt8(ascii: "<"), from: at), start < text.count {
      let rest = text.from(start)
      if rest.startsIgnoringCase("<!--") {
        at = Self.end(of: "-->", in: text, from: start + 4)
      } else if rest.startsIgnoringCase("<![CDATA[") {
        at = Self.end(of: "]]>", in: text, from: start + 9)
      } else if rest.startsIgnoringCase("<?") {
        at = Self.end(of: "?>", in: text, from: start + 2)
      } else if rest.startsIgnoringCase("</") {
        at = Self.end(of: ">", in: text, from: start + 2)
        guard let last = open.popLast() else { break }
        elements[last].range = elements[last].range.lowerBound..<at
        elements[last].endTag = start
      } else {
        guard let length = XMLHead.documentTypeEnd(rest) else { break }
        at = start + length + 1
        add(start..<at, parent: open.last ?? -1)
        if text[at - 2] != UInt8(ascii: "/") { open.append(elements.count - 1) }
      }
    }
    guard !elements.isEmpty, open.isEmpty || isCutOff else { return nil }
  }

  private mutating func add(_ tag: Range<Int>, parent: Int) {
    var end = tag.lowerBound + 1
    var start = end
    while end < tag.upperBound, text[end].isNameByte {
      end += 1
      if text[end - 1] == UInt8(ascii: ":") { start = end }
    }
    elements.append(
      Element(
        name: start..<end, prefix: tag.lowerBound + 1..<start, tag: tag, range: tag,
        parent: parent))
    if parent >= 0 { elements[parent].isLeaf = false }
  }

  private static func end(of mark: StaticString, in text: ByteView, from start: Int) -> Int {
    guard start <= text.count, let found = text.from(start).find(mark.view) else {
      return text.count
    }
    return start + found + mark.utf8CodeUnitCount
  }

  func word(_ element: Int) -> XMLWord { XMLWord(text[elements[element].name]) }

  /// Whether an element has a name, given in capital letters; compared without case.
  func isNamed(_ element: Int, _ name: StaticString) -> Bool {
    text[elements[element].name].equalsIgnoringCase(name)
  }

  func local(_ element: Int) -> String { text[elements[element].name].string }

  /// The attributes of an element as they are written, without the quotes.
  func attributes(_ element: Int) -> [(name: String, value: String)] {
    var found: [(String, String)] = []
    let tag = text[elements[element].name.upperBound..<elements[element].tag.upperBound]
    var at = 0
    while true {
      let start = tag.passSpace(at)
      var end = start
      while end < tag.count, tag[end].isNameByte { end += 1 }
      let equals = tag.passSpace(end)
      guard end > start, equals < tag.count, tag[equals] == UInt8(ascii: "=") else { return found }
      let open = tag.passSpace(equals + 1)
      guard open < tag.count else { return found }
      let close = tag.first(tag[open], from: open + 1)
      guard close < tag.count else { return found }
      found.append((tag[start..<end].string, tag[open + 1..<close].string))
      at = close + 1
    }
  }

  /// Whether there is nothing but layout in an element.
  func isEmpty(_ element: Int) -> Bool {
    guard let end = elements[element].endTag else { return true }
    return text[elements[element].tag.upperBound..<end].isBlank
  }

  /// What goes away when some elements do: they, elements that hold nothing else, and the line break
  /// and blanks before them.
  func removals(_ gone: [Int]) -> [Range<Int>] {
    var isGone = Set(gone)
    // Elements stand before those in them, so each is looked at when all in it were.
    var loses = Set<Int>()
    var keeps = Set<Int>()
    for place in elements.indices.dropFirst().reversed() {
      if loses.contains(place), !keeps.contains(place) { isGone.insert(place) }
      if isGone.contains(place) {
        loses.insert(elements[place].parent)
      } else if word(place) != .parameters, !isNamed(place, "X-ABLABEL") {
        // A label says nothing without what it labels.
        keeps.insert(elements[place].parent)
      }
    }
    return isGone.sorted().filter { !isGone.contains(elements[$0].parent) }.map { place in
      let range = elements[place].range
      return layoutStart(range.lowerBound)..<range.upperBound
    }
  }

  /// Where the line break begins that only blanks part from a place; the place itself without one.
  private func layoutStart(_ place: Int) -> Int {
    var at = place
    while at > 0, text[at - 1] == 0x20 || text[at - 1] == 0x09 { at -= 1 }
    guard at > 0, text[at - 1] == 0x0A || text[at - 1] == 0x0D else { return place }
    at -= 1
    if at > 0, text[at] == 0x0A, text[at - 1] == 0x0D { at -= 1 }
    return at
  }

  /// Where a further child of the record goes, and the layout before it.
  var insertion: (place: Int, layout: ByteView)? {
    guard let end = elements[0].endTag else { return nil }
    guard let last = elements.indices.last(where: { elements[$0].parent == 0 }) else {
      return (end, .empty)
    }
    let start = elements[last].range.lowerBound
    return (elements[last].range.upperBound, text[layoutStart(start)..<start])
  }
}
