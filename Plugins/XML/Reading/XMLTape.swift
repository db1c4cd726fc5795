import Cardmill

/// What is known of a name once it was met: its words in every vocabulary, so that no name is ever
/// compared twice.
struct NameInfo {
  var word = XMLWord.unknown
  var space = XMLSpace.none
  var property = PropertyID.unknown
  var parameter = ParameterID.unknown
  var valueType = ValueType.unstated
  var typeWord = TypeWord.unknown

  init() {}

  init(local: ByteView, uri: ByteView) {
    word = XMLWord(local)
    space = XMLSpace(uri)
    property = PropertyID(local)
    parameter = ParameterID(local)
    valueType = ValueType(local)
    typeWord = TypeWord(local)
  }
}

/// The names of a document, each with a number.
struct XMLNames: Sendable {
  var infos: [NameInfo] = []
  /// The names as they are written, without their prefixes.
  var locals: [String] = []
  var uris: [String] = []
  /// The prefixes, which only attributes of foreign elements need.
  var prefixes: [String] = []
}

/// An element, attribute or piece of text.
struct XMLNode {
  enum Kind: UInt8 { case element, attribute, text }

  /// The number of the name.
  var name: UInt32
  var kind: Kind
  /// The place behind the node's last descendant.
  var end: UInt32
  /// The value of an attribute, the text of a piece of text, or an element's text before its first
  /// child.
  var textStart: UInt32
  var textCount: UInt32
}

/// Records as they were found: their elements one after the other in the order of the document, and
/// one buffer of all text.
///
/// A node is followed by its attributes, then by its children; `end` leads past them. So a tape is
/// a forest without pointers, and reading it is a loop over an array.
final class XMLTape: Sendable {
  /// A record, or something between records that tells of those behind it, such as the name of a
  /// group.
  struct Record: Sendable {
    /// The place of its element.
    var node: Int
    var isContext = false
    /// The place of its container's name in `containers`, such as a phone book's.
    var container = -1
    /// Where it lies in the input, the block and the file.
    var range = 0..<0
    var source = Slice.none
    var fileRange = 0..<0
    var line = 1
    /// Whether something had to be repaired, so that its bytes cannot be copied.
    var isRepaired = false
    /// Why it cannot be read, or not whole.
    var fault: Diagnostic?
    /// Whether what was read of it before the fault is kept.
    var isSalvaged = false
  }

  let nodes: [XMLNode]
  let names: XMLNames
  let records: [Record]
  let containers: [String]

  init(nodes: [XMLNode], names: XMLNames, records: [Record], containers: [String]) {
    self.nodes = nodes
    self.names = names
    self.records = records
    self.containers = containers
  }

  @inline(__always)
  func info(_ node: Int) -> NameInfo { names.infos[Int(nodes[node].name)] }

  @inline(__always)
  func word(_ node: Int) -> XMLWord { info(node).word }

  func local(_ node: Int) -> String { names.locals[Int(nodes[node].name)] }

  /// The text of a node, in the second buffer of the batch; of an element: what stands before its
  /// first child.
  @inline(__always)
  func text(_ node: Int) -> Slice {
    Slice(decoded: Int(nodes[node].textStart), count: Int(nodes[node].textCount))
  }

  @inline(__always)
  func end(_ node: Int) -> Int { Int(nodes[node].end) }

  /// The child elements of an element.
  @inline(__always)
  func children(_ node: Int) -> Children { Children(tape: self, at: node + 1, end: end(node)) }

  func hasChildren(_ node: Int) -> Bool {
    for _ in children(node) { return true }
    return false
  }

  /// The first child element of a name.
  func child(_ word: XMLWord, of node: Int) -> Int? {
    for child in children(node) where self.word(child) == word { return child }
    return nil
  }

  /// The attributes of an element.
  func attributes(_ node: Int) -> Range<Int> {
    var stop = node + 1
    let end = end(node)
    while stop < end, nodes[stop].kind == .attribute { stop += 1 }
    return node + 1..<stop
  }

  /// The value of an attribute.
  func attribute(_ word: XMLWord, of node: Int) -> Slice? {
    for place in attributes(node) where self.word(place) == word { return text(place) }
    return nil
  }

  struct Children: Sequence, IteratorProtocol {
    let tape: XMLTape
    var at: Int
    let end: Int

    @inline(__always)
    mutating func next() -> Int? {
      while at < end {
        let node = at
        at = tape.end(node)
        if tape.nodes[node].kind == .element { return node }
      }
      return nil
    }
  }
}
