import CCardmillScan

/// A SHA-256 digest under way (FIPS 180-4).
package struct SHA256 {
  private var state = cardmill_sha256_state()

  package init() { unsafe cardmill_sha256_init(&state) }

  /// Adds bytes.
  package mutating func update(_ bytes: ByteView) {
    unsafe cardmill_sha256_update(&state, bytes.base, bytes.count)
  }

  /// The digest of all bytes added, 32 bytes.
  package var digest: [UInt8] {
    var copy = state
    return unsafe [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
      if let base = buffer.baseAddress { unsafe cardmill_sha256_final(&copy, base) }
      count = 32
    }
  }

  /// The digest of `bytes`, 32 bytes.
  package static func digest(of bytes: ByteView) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.digest
  }
}

extension ByteBuffer {
  /// Appends bytes as hexadecimal digits in lower case.
  package mutating func append(hexadecimal bytes: [UInt8]) {
    reserve(bytes.count * 2)
    for byte in bytes {
      append(Self.hexadecimalDigit(byte >> 4))
      append(Self.hexadecimalDigit(byte & 15))
    }
  }

  private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
