// The fixed-size records that a batch is made of. A record holds numbers and slices; the bytes lie
// in the block as it was read or in the batch's second buffer, which holds only those values that
// had to be changed to decode them.

/// A piece of bytes: in the block, or in the second buffer when the top bit of `place` is set.
@frozen @usableFromInline
package struct Slice: Sendable, Hashable {
  @usableFromInline package var place: UInt32
  @usableFromInline package var length: UInt32

  /// A piece of the block.
  @inlinable @inline(__always)
  package init(block offset: Int, count: Int) {
    place = UInt32(truncatingIfNeeded: offset)
    length = UInt32(truncatingIfNeeded: count)
  }

  /// A piece of the second buffer.
  @inlinable @inline(__always)
  package init(decoded offset: Int, count: Int) {
    place = UInt32(truncatingIfNeeded: offset) | 0x8000_0000
    length = UInt32(truncatingIfNeeded: count)
  }

  @inlinable package static var none: Slice { Slice(block: 0, count: 0) }

  @inlinable @inline(__always) package var isDecoded: Bool { place & 0x8000_0000 != 0 }
  @inlinable @inline(__always) package var offset: Int { Int(place & 0x7FFF_FFFF) }
  @inlinable @inline(__always) package var count: Int { Int(length & 0x7FFF_FFFF) }
  @inlinable @inline(__always) package var isEmpty: Bool { length & 0x7FFF_FFFF == 0 }

  /// In a table of parts: whether this is a further value of the component before it.
  @inlinable @inline(__always) package var continuesComponent: Bool { length & 0x8000_0000 != 0 }
  @inlinable package var continuing: Slice {
    var copy = self
    copy.length |= 0x8000_0000
    return copy
  }
}

/// One property.
@frozen @usableFromInline
package struct PropertyRecord: Sendable {
  @usableFromInline package var id: PropertyID
  @usableFromInline package var form: ValueForm
  @usableFromInline package var valueType: ValueType
  @usableFromInline package var flags: Flags
  @usableFromInline package var parameterCount: UInt16
  /// Not 0: properties of the batch with the same number were written with the same group, name and
  /// parameters.
  @usableFromInline package var headerNumber: UInt16
  @usableFromInline package var firstParameter: UInt32
  /// The name as it was written.
  @usableFromInline package var name: Slice
  @usableFromInline package var group: Slice
  /// The value; of a list or structure: the first part's place in the table of parts, and their
  /// number.
  @usableFromInline package var value: Slice
  /// The property's own bytes in the block, without the last line break.
  @usableFromInline package var source: Slice

  @frozen @usableFromInline
  package struct Flags: OptionSet, Sendable {
    @usableFromInline package let rawValue: UInt8
    @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// No translation into the neutral vocabulary: the name is the source's own.
    @inlinable package static var foreign: Flags { Flags(rawValue: 1) }
    /// Has a LABEL or userLabel parameter that is a label (not an address' delivery label).
    @inlinable package static var labelled: Flags { Flags(rawValue: 2) }
    /// A repaired value: it cannot be copied as it stands.
    @inlinable package static var repaired: Flags { Flags(rawValue: 4) }
    /// The bytes of the value (of a list or structure: from its first part to its last) are how a
    /// content line spells it: there is nothing to escape, and no double quote.
    @inlinable package static var plain: Flags { Flags(rawValue: 8) }
  }

  @inlinable
  package init(id: PropertyID, form: ValueForm) {
    self.id = id
    self.form = form
    valueType = .unstated
    flags = []
    parameterCount = 0
    headerNumber = 0
    firstParameter = 0
    name = .none
    group = .none
    value = .none
    source = .none
  }
}

/// One value of a parameter; a parameter with several values is several records.
@frozen @usableFromInline
package struct ParameterRecord: Sendable {
  @usableFromInline package var id: ParameterID
  /// For TYPE: the standard word.
  @usableFromInline package var word: TypeWord
  @usableFromInline package var name: Slice
  @usableFromInline package var value: Slice

  @inlinable
  package init(id: ParameterID, word: TypeWord = .unknown, name: Slice = .none, value: Slice) {
    self.id = id
    self.word = word
    self.name = name
    self.value = value
  }
}

/// One record of the source.
@frozen @usableFromInline
package struct ContactRecord: Sendable {
  @usableFromInline package var firstProperty: UInt32
  @usableFromInline package var propertyCount: UInt32
  /// The record's bytes in the block.
  @usableFromInline package var source: Slice
  /// The range in the original file.
  @usableFromInline package var fileOffset: Int
  @usableFromInline package var fileLength: Int
  /// From 0, all records of the input counted.
  @usableFromInline package var number: Int
  /// From 1.
  @usableFromInline package var line: Int
  @usableFromInline package var kind: RecordKind
  /// Whether something had to be repaired to read it, so that its bytes cannot be copied.
  @usableFromInline package var isRepaired: Bool
  /// What the format says of itself, such as 30 for vCard 3.0.
  @usableFromInline package var version: UInt8

  /// A record that begins at a place in the tables.
  package init(
    firstProperty: UInt32, source: Slice, fileOffset: Int, fileLength: Int, number: Int, line: Int,
    version: UInt8 = 0
  ) {
    self.firstProperty = firstProperty
    propertyCount = 0
    self.source = source
    self.fileOffset = fileOffset
    self.fileLength = fileLength
    self.number = number
    self.line = line
    kind = .contact
    isRepaired = false
    self.version = version
  }
}

/// What a record turned out to be.
public enum RecordKind: UInt8, Sendable, Hashable {
  /// A person, an organisation or anything else that has data.
  case contact
  /// A group card: a name and its members.
  case group
  /// Nothing but what every record has.
  case empty
}
