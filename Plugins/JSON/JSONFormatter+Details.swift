import Cardmill

extension JSONFormatter {
  mutating func appendGender(_ output: inout ByteBuffer) {
    guard let gender = single(.gender) else { return }
    output.append(",\"gender\":\"")
    appendValue(gender, &output)
    // An empty identity behind the sex is none.
    while output[output.count - 1] == UInt8(ascii: ";") { output.truncate(to: output.count - 1) }
    output.append(UInt8(ascii: "\""))
    noteParameters(of: gender, "gender", kept: 0)
  }

  mutating func appendGeo(_ output: inout ByteBuffer) {
    guard let geo = single(.geo) else { return }
    output.append(",\"geo\":\"")
    if geo.form == .text {
      var text = view(geo.value)
      if text.startsIgnoringCase("GEO:") { text = text.from(4) }
      let semicolon = text.first(UInt8(ascii: ";"))
      let comma = text.first(UInt8(ascii: ","))
      if semicolon < comma {
        // vCard 3.0: latitude and longitude by a semicolon.
        appendContent(text.upTo(semicolon), &output)
        output.append(UInt8(ascii: ","))
        appendContent(text.from(semicolon + 1).trimmed, &output)
      } else {
        appendContent(text, &output)
      }
    } else {
      appendValue(geo, &output)
    }
    output.append(UInt8(ascii: "\""))
    noteParameters(of: geo, "geo", kept: 0)
  }

  mutating func appendOrganization(_ output: inout ByteBuffer) {
    guard let organization = single(.org) else { return }
    output.append(",\"organization\":")
    let inner = output.count
    if organization.form != .structured {
      output.append(",\"name\":\"")
      appendValue(organization, &output)
      output.append(UInt8(ascii: "\""))
    } else {
      var isName = true
      var units = -1
      for place in storage.parts(of: organization) {
        let part = storage.parts[place]
        defer { isName = false }
        guard !part.isEmpty else { continue }
        if isName {
          output.append(",\"name\":")
        } else if units < 0 {
          output.append(",\"units\":")
          units = output.count
          output.append(UInt8(ascii: "["))
        } else {
          output.append(UInt8(ascii: ","))
        }
        appendString(view(part), &output)
      }
      if units >= 0 { output.append(UInt8(ascii: "]")) }
    }
    output[inner] = UInt8(ascii: "{")
    output.append(UInt8(ascii: "}"))
    noteParameters(of: organization, "organization", kept: 0)
  }

  // MARK: Dates

  /// Writes a date as `YYYY-MM-DD` or `--MM-DD`, or the text when it is none.
  mutating func appendDate(
    _ property: PropertyRecord, _ path: String, _ output: inout ByteBuffer
  ) {
    let text = view(property.value)
    guard property.form == .text, let reading = ContactDate.read(text) else {
      return appendValue(property, &output)
    }
    reading.date.append(to: &output, isExtended: true)
    // Midnight is how programs write that there is no time.
    for place in reading.timeStart..<text.count
    where text[place].isDigit && text[place] != UInt8(ascii: "0") {
      return lose("time-dropped", path, text.string)
    }
  }

  mutating func appendBirthday(_ output: inout ByteBuffer) {
    var date = -1
    var words = -1
    var place = head(.bday)
    while place >= 0 {
      let property = storage.properties[place]
      if storage.hasContent(property) {
        if property.form == .text, ContactDate.read(view(property.value)) != nil {
          if date < 0 { date = place } else { hasMore = true }
        } else {
          if words < 0 { words = place } else { hasMore = true }
        }
      }
      place = next(place)
    }
    // Words beside a date are its original text, if they say so; else they are another birthday.
    carried[Int(PropertyID.bday.rawValue)] = Int32(truncatingIfNeeded: date)
    carriedText = Int32(truncatingIfNeeded: words)
    if date >= 0 {
      output.append(",\"birthday\":\"")
      appendDate(storage.properties[date], "birthday", &output)
      output.append(UInt8(ascii: "\""))
      noteParameters(of: storage.properties[date], "birthday", kept: Self.kept(.altid))
    }
    if words >= 0 {
      output.append(",\"birthdayText\":\"")
      appendValue(storage.properties[words], &output)
      output.append(UInt8(ascii: "\""))
      noteParameters(of: storage.properties[words], "birthdayText", kept: Self.kept(.altid))
    }
  }

  mutating func appendAnniversary(_ output: inout ByteBuffer) {
    guard let anniversary = single(.anniversary) else { return }
    output.append(",\"anniversary\":\"")
    appendDate(anniversary, "anniversary", &output)
    output.append(UInt8(ascii: "\""))
    noteParameters(of: anniversary, "anniversary", kept: 0)
  }

  // MARK: Photo and mark

  mutating func appendPhoto(_ output: inout ByteBuffer) {
    guard let photo = single(.photo) else { return }
    var payload: ByteView?
    if photo.form == .binary {
      payload = view(photo.value)
    } else if photo.form == .text, let uri = DataURI(view(photo.value)), uri.isBase64 {
      payload = uri.payload
    }
    if let payload {
      appendPhotoData(photo, payload, &output)
    } else {
      output.append(",\"photo\":{\"uri\":\"")
      appendValue(photo, &output)
      output.append("\"}")
    }
    noteParameters(of: photo, "photo", kept: Self.photoIDs)
  }

  private mutating func appendPhotoData(
    _ photo: PropertyRecord, _ payload: ByteView, _ output: inout ByteBuffer
  ) {
    scratch.removeAll()
    Base64.decode(payload, into: &scratch)
    let digest = SHA256.digest(of: scratch.view)
    output.append(",\"photo\":{\"sha256\":\"")
    output.append(hexadecimal: digest)
    output.append(UInt8(ascii: "\""))
    var type = ""
    if let sniffed = PictureType.sniff(scratch.view) {
      type = sniffed.view.string
    } else if let stated = storage.parameter(.mediatype, of: photo), !stated.isEmpty {
      type = stated.string.lowercased()
    } else if let uri = DataURI(view(photo.value)) {
      type = uri.mediaType.string.lowercased()
    }
    if !type.isEmpty {
      output.append(",\"mediaType\":")
      output.appendJSON(type)
    }
    output.append(",\"bytes\":")
    output.append(decimal: scratch.count)
    if options.writesPhotos {
      output.append(",\"data\":\"")
      Base64.encode(scratch.view, into: &output)
      output.append(UInt8(ascii: "\""))
    } else {
      var hexadecimal = ByteBuffer(capacity: 64)
      hexadecimal.append(hexadecimal: digest)
      let kind = type.isEmpty ? "" : " \(type)"
      lose(
        "photo-data-omitted", "photo",
        "\(scratch.count) bytes\(kind) sha256:\(hexadecimal.view.string)")
    }
    output.append(UInt8(ascii: "}"))
  }

  mutating func appendDeletionMark(_ output: inout ByteBuffer) {
    // A mark without a time is one all the same.
    let place = head(.xPendingDeletion)
    let mark = storage.properties[place]
    carried[Int(mark.id.rawValue)] = Int32(truncatingIfNeeded: place)
    if next(place) >= 0 { hasMore = true }
    output.append(",\"pendingDeletion\":{")
    if storage.hasContent(mark) {
      output.append("\"since\":\"")
      appendValue(mark, &output)
      output.append(UInt8(ascii: "\""))
    }
    if let reason = storage.parameter(.reason, of: mark) {
      if storage.hasContent(mark) { output.append(UInt8(ascii: ",")) }
      output.append("\"reason\":")
      appendString(reason, &output)
    }
    output.append(UInt8(ascii: "}"))
    noteParameters(of: mark, "pendingDeletion", kept: Self.kept(.reason))
  }
}

extension ByteBuffer {
  /// Appends a copy of a piece of its own content.
  mutating func append(copying range: Range<Int>) {
    reserve(range.count)
    append(view[range])
  }
}
