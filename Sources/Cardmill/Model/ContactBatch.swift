/// Contacts read from one block of input: an immutable table of small records over the block's own
/// bytes.
///
/// A batch holds no `String`, object or array for each property: a value is a slice of the block as
/// it was read, or of a second buffer with only those values that had to be changed to decode them.
/// `batch[i]` is a `Contact` that shares the batch; keep `contact.detached()` instead when the
/// contact has to outlive the batch's memory.
public struct ContactBatch: Sendable {
  package let storage: Storage

  /// The number of records that became contacts, group cards or empty ones.
  public var count: Int { storage.contacts.count }

  /// The contact at a place, which shares the batch.
  public subscript(index: Int) -> Contact { Contact(storage: storage, index: index) }

  /// What the batch is made of.
  ///
  /// Immutable once built, so that any thread may read it.
  @usableFromInline
  package final class Storage: Sendable {
    @usableFromInline package let block: Block
    @usableFromInline package let decoded: Block
    @usableFromInline package let properties: [PropertyRecord]
    @usableFromInline package let parameters: [ParameterRecord]
    @usableFromInline package let parts: [Slice]
    @usableFromInline package let contacts: [ContactRecord]
    /// The format that the records were read from, such as `vcard:3.0`.
    package let format: FormatID
    /// Whether the block's bytes are the file's own bytes (not transcoded) and valid UTF-8.
    package let isFaithful: Bool
    package let groups: GroupTable?

    package init(_ builder: consuming ContactBatch.Builder) {
      block = builder.block
      decoded = Block(copying: builder.decoded.view)
      properties = builder.properties
      parameters = builder.parameters
      parts = builder.parts
      contacts = builder.contacts
      format = builder.format
      isFaithful = builder.isFaithful
      groups = builder.groups
    }

    /// The bytes of a slice; valid as long as the storage.
    @inlinable @inline(__always)
    package func view(_ slice: Slice) -> ByteView {
      let whole = slice.isDecoded ? decoded.view : block.view
      return whole.piece(at: slice.offset, count: slice.count)
    }

    @inlinable @inline(__always)
    package func properties(of contact: ContactRecord) -> Range<Int> {
      Int(contact.firstProperty)..<Int(contact.firstProperty &+ contact.propertyCount)
    }

    @inlinable @inline(__always)
    package func parameters(of property: PropertyRecord) -> Range<Int> {
      Int(property.firstParameter)..<Int(property.firstParameter) + Int(property.parameterCount)
    }

    /// The places of a list's or structure's parts in the table of parts.
    @inlinable @inline(__always)
    package func parts(of property: PropertyRecord) -> Range<Int> {
      let first = Int(property.value.place)
      return first..<first + property.value.count
    }

    /// The bytes of a plain value, a whole list or structure too.
    @inlinable @inline(__always)
    package func plainValue(of property: PropertyRecord) -> ByteView {
      switch property.form {
      case .text, .binary, .unparsed: return view(property.value)
      case .list, .structured:
        let first = Int(property.value.place)
        let last = parts[first + property.value.count - 1]
        var whole = parts[first]
        whole.length = UInt32(truncatingIfNeeded: last.offset + last.count - whole.offset)
        return view(whole)
      }
    }

    /// The first value of a parameter.
    @inlinable
    package func parameter(_ id: ParameterID, of property: PropertyRecord) -> ByteView? {
      guard property.parameterCount > 0 else { return nil }
      for place in parameters(of: property) where parameters[place].id == id {
        return view(parameters[place].value)
      }
      return nil
    }
  }

  package init(_ builder: consuming Builder) {
    storage = Storage(builder)
  }
}

extension ContactBatch {
  /// What a reader fills from one block of input; one thread builds it, then it is frozen.
  public struct Builder: ~Copyable {
    @usableFromInline package let block: Block
    @usableFromInline package var decoded: ByteBuffer
    package var properties: [PropertyRecord] = []
    package var parameters: [ParameterRecord] = []
    package var parts: [Slice] = []
    package var contacts: [ContactRecord] = []
    package var format: FormatID
    package var isFaithful = true
    package var groups: GroupTable?
    /// What was found while reading.
    public var diagnostics: [Diagnostic] = []
    /// Records that could not be read, with their place and the reason.
    package var rejected: [RejectedRecord] = []
    private var openContact: ContactRecord?

    /// Starts a batch over the bytes of `block`, whose records come from `format`.
    public init(block: Block, format: FormatID) {
      self.block = block
      self.format = format
      decoded = ByteBuffer(capacity: 1024)
    }

    package mutating func reserve(properties count: Int, contacts contactCount: Int) {
      properties.reserveCapacity(count)
      parameters.reserveCapacity(count)
      parts.reserveCapacity(count)
      contacts.reserveCapacity(contactCount)
    }

    /// The bytes of a slice, valid until the builder is changed.
    @inlinable @inline(__always)
    package func view(_ slice: Slice) -> ByteView {
      let whole = slice.isDecoded ? decoded.view : block.view
      return whole.piece(at: slice.offset, count: slice.count)
    }

    /// Copies bytes into the second buffer.
    @inlinable
    package mutating func store(_ bytes: ByteView) -> Slice {
      let start = decoded.count
      decoded.append(bytes)
      return Slice(decoded: start, count: bytes.count)
    }

    package mutating func store(_ text: String) -> Slice {
      let start = decoded.count
      decoded.append(text)
      return Slice(decoded: start, count: decoded.count - start)
    }

    package mutating func store(_ text: StaticString) -> Slice { store(text.view) }

    /// Begins a record; the properties added from now on are its own.
    package mutating func beginContact(
      number: Int, line: Int, source: Slice, fileOffset: Int, fileLength: Int, version: UInt8 = 0
    ) {
      openContact = ContactRecord(
        firstProperty: UInt32(properties.count), source: source, fileOffset: fileOffset,
        fileLength: fileLength, number: number, line: line, version: version)
    }

    /// Closes the record that was begun.
    package mutating func endContact(
      kind: RecordKind, isRepaired: Bool = false, version: UInt8 = 0
    ) {
      guard var contact = openContact else { return }
      contact.propertyCount = UInt32(properties.count) - contact.firstProperty
      contact.kind = kind
      contact.isRepaired = isRepaired
      contact.version = version
      contacts.append(contact)
      openContact = nil
    }

    /// Takes back the record that was begun, with its properties: it is rejected.
    package mutating func rejectContact(_ reason: Diagnostic) {
      guard let contact = openContact else { return }
      properties.removeLast(properties.count - Int(contact.firstProperty))
      rejected.append(
        RejectedRecord(
          number: contact.number, fileOffset: contact.fileOffset, fileLength: contact.fileLength,
          reason: reason))
      diagnostics.append(reason)
      openContact = nil
    }

    /// Adds a property to the open record.
    ///
    /// The value gets the form that properties of its name have, so that it equals one that was
    /// read.
    public mutating func append(_ property: Property) {
      let value = property.value.normalized(for: property.id)
      var record = PropertyRecord(id: property.id, form: value.form)
      record.valueType = property.valueType
      if property.isForeign { record.flags.insert(.foreign) }
      record.name = store(property.name)
      if let group = property.group { record.group = store(group) }
      record.firstParameter = UInt32(parameters.count)
      for parameter in property.parameters {
        var id = parameter.name.withView { ParameterID($0) }
        if id == .encoding || id == .charset { id = .unknown }
        if id == .value {
          record.valueType = parameter.value.withView { ValueType($0) }
          continue
        }
        let word = id == .type ? parameter.value.withView { TypeWord($0) } : .unknown
        parameters.append(
          ParameterRecord(
            id: id, word: word, name: store(parameter.name), value: store(parameter.value)))
        record.noteParameter(id)
      }
      record.parameterCount = UInt16(
        clamping: parameters.count - Int(record.firstParameter))
      switch value {
      case .text(let text), .unparsed(let text), .binary(let text): record.value = store(text)
      case .list(let items):
        record.value = Slice(block: parts.count, count: items.count)
        for item in items { parts.append(store(item)) }
      case .structured(let components):
        let first = parts.count
        for component in components {
          if component.isEmpty { parts.append(.none) }
          for (index, item) in component.enumerated() {
            let slice = store(item)
            parts.append(index == 0 ? slice : slice.continuing)
          }
        }
        record.value = Slice(block: first, count: parts.count - first)
      }
      properties.append(record)
    }

    /// Adds a whole contact, copied, as the record `number`.
    public mutating func append(_ contact: Contact, number: Int) {
      beginContact(number: number, line: 1, source: .none, fileOffset: 0, fileLength: 0)
      for property in contact.properties { append(property) }
      endContact(kind: contact.recordKind)
    }
  }

  /// Freezes a builder's content.
  public static func make(_ builder: consuming Builder) -> ContactBatch {
    ContactBatch(builder)
  }
}

extension PropertyRecord {
  /// Remembers that a parameter is a label, so that writers need not look for one.
  @inlinable @inline(__always)
  package mutating func noteParameter(_ parameter: ParameterID) {
    if parameter == .userLabel || (parameter == .label && id != .adr) { flags.insert(.labelled) }
  }
}

/// A record that could not be read as a contact; its bytes can be kept.
package struct RejectedRecord: Sendable {
  package var number: Int
  package var fileOffset: Int
  package var fileLength: Int
  package var reason: Diagnostic
}
