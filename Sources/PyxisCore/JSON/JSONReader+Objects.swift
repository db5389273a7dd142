/// An object that a reader is inside of, with the keys it has had so far.
package struct JSONObject {
  /// The offset of the opening brace, for errors about what the object lacks.
  package let offset: Int

  /// Tells duplicate keys.
  var keys: JSONKeySet

  /// Whether all keys are plain ASCII and each has larger bytes than the one before.
  var isAscending: Bool { keys.isAscending }

  /// The positions of the keys in the order of their bytes, where the object is closed and the
  /// reader had to sort them.
  var sortedPositions: [Int]? { keys.sortedPositions }
}

extension JSONReader {
  /// Opens an object.
  ///
  /// - Returns: The object, to ask `nextKey(in:)` for its keys.
  /// - Throws: `JSONError` where the next value is not an object or is nested too deep.
  package mutating func beginObject() throws(JSONError) -> JSONObject {
    skipWhitespace()
    guard isAt(ASCII.openBrace) else { throw expected("an object") }
    try descend()
    let object = JSONObject(offset: position, keys: JSONKeySet(base: openKeys.count))
    position &+= 1
    return object
  }

  /// Reads the next key and its colon, or closes the object.
  ///
  /// - Parameter object: The innermost object that is open.
  /// - Returns: The key, whose value has to be read next, or `nil` at the end of the object.
  /// - Throws: `JSONError` where the object is malformed or has had an equal key, by its bytes or
  ///   by canonical equivalence.
  /// - Complexity: O(length of the key), on average.
  @inline(__always)
  package mutating func nextKey(in object: inout JSONObject) throws(JSONError) -> JSONString? {
    skipWhitespace()
    if isAt(ASCII.closeBrace) {
      position &+= 1
      depth &-= 1
      if let duplicate = object.keys.close(bytes, &openKeys) {
        let key = String(decoding: duplicate.content(in: bytes), as: UTF8.self)
        throw duplicateKey(key, at: duplicate.start &- 1)
      }
      return nil
    }
    if !object.keys.isEmpty {
      guard isAt(ASCII.comma) else { throw expected("a comma or a closing brace") }
      position &+= 1
      skipWhitespace()
    }
    guard isAt(ASCII.quote) else { throw expected("a key in double quotes") }
    let key = try scanString()
    guard object.keys.insert(key, bytes, &openKeys) else {
      throw duplicateKey(text(of: key), at: key.offset)
    }
    skipWhitespace()
    guard isAt(ASCII.colon) else { throw expected("a colon") }
    position &+= 1
    return key
  }

  /// The error for a key that is equal to one before it.
  @inline(never)
  private func duplicateKey(_ key: String, at offset: Int) -> JSONError {
    JSONError("the key \(key.quoted()) is there twice", at: offset)
  }
}
