/** Limits on the structure of a JSON text. */
export interface JsonLimits {
  /** Most levels of nested arrays and objects. */
  depth: number
  /** Most values and keys together. */
  nodes: number
}

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_ARRAY = 0x5b
const BACKSLASH = 0x5c
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** The limit that a JSON text exceeds. */
export interface JsonExcess {
  limit: keyof JsonLimits
  message: string
  /** Byte positions of the key of the field that exceeds the limit, quotes included. */
  key: { start: number; end: number } | undefined
}

/**
 * Counts the depth and nodes of a JSON text while its bytes arrive, so that a refusal needs no parsing. It does not
 * validate: `JSON.parse` does that afterwards, within the limits.
 * @returns a function that takes the next bytes and returns the exceeded limit, or undefined
 */
export function createJsonScan({ depth, nodes }: JsonLimits): (bytes: Uint8Array) => JsonExcess | undefined {
  let level = 0
  /** Level of the object whose keys are the fields: 1, or 2 in an array of rows. */
  let fieldLevel = 0
  let textStart = 0
  let textEnd = 0
  let key: JsonExcess['key']
  /** Number of bytes before the current chunk. */
  let before = 0
  // The text itself is one value. Each bracket, comma and colon can start one more value or follow one more key.
  let count = 1
  let inText = false
  let escaped = false
  return (bytes) => {
    // An index loop: the iterator of a byte array is several times slower, and this runs over every received byte.
    for (let position = 0; position < bytes.length; position += 1) {
      const byte = bytes[position]
      if (inText) {
        if (escaped) escaped = false
        else if (byte === BACKSLASH) escaped = true
        else if (byte === QUOTE) {
          inText = false
          if (level === fieldLevel) textEnd = before + position + 1
        }
        continue
      }
      switch (byte) {
        case QUOTE:
          inText = true
          if (level === fieldLevel) textStart = before + position
          break
        case COLON:
          count += 1
          if (level === fieldLevel) key = { start: textStart, end: textEnd }
          break
        case COMMA:
          count += 1
          break
        case OPEN_ARRAY:
        case OPEN_OBJECT:
          level += 1
          count += 1
          if (fieldLevel === 0 && (byte === OPEN_OBJECT || level === 2)) fieldLevel = level
          if (level > depth)
            return { limit: 'depth', message: `The JSON is nested deeper than ${depth} levels`, key }
          break
        case CLOSE_ARRAY:
        case CLOSE_OBJECT:
          level -= 1
          break
        default:
          continue
      }
      if (count > nodes)
        return { limit: 'nodes', message: `The JSON has more than ${nodes} values and keys`, key }
    }
    before += bytes.length
    return undefined
  }
}
