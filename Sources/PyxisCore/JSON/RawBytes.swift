/// Calls a function with the bytes of a collection in one piece.
///
/// - Parameters:
///   - collection: The bytes; they are copied only where they do not lie in one piece.
///   - body: The function; the bytes are valid only inside it.
package func withRawBytes<Result>(
  of collection: some Collection<UInt8>, _ body: (UnsafeRawBufferPointer) -> Result
) -> Result {
  let result = collection.withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer($0)) }
  if let result { return result }
  return Array(collection).withUnsafeBytes(body)
}
