/** The characters of a text that the search compares, with their positions. */
export interface SignificantCharacters {
  /** Letters in lower case, digits, and characters outside ASCII. */
  codes: Uint16Array
  /** Position in the text of each code. */
  positions: Uint32Array
}

/** The code of each ASCII character in a search; 0 for punctuation and white space, which the search ignores. */
const folded = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  return /[a-z0-9]/i.test(character) ? character.toLowerCase().charCodeAt(0) : 0
})

/** Whether a code outside ASCII is white space or invisible. */
function isBlank(code: number): boolean {
  return (
    code === 0xa0 ||
    code === 0xad ||
    (code >= 0x2000 && code <= 0x200f) ||
    (code >= 0x2028 && code <= 0x202f) ||
    (code >= 0x205f && code <= 0x2064) ||
    code === 0x3000 ||
    code === 0xfeff
  )
}

/** Removes punctuation and white space from a text, so that they cannot hide a secret. */
export function foldText(text: string): SignificantCharacters {
  const { length } = text
  const codes = new Uint16Array(length)
  const positions = new Uint32Array(length)
  let count = 0
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index)
    const kept = code < 128 ? (folded[code] ?? 0) : isBlank(code) ? 0 : code
    if (kept === 0) continue
    codes[count] = kept
    positions[count] = index
    count += 1
  }
  return { codes: codes.subarray(0, count), positions: positions.subarray(0, count) }
}

/** Whether a text is a frequent output of scripts that is never a secret. */
export function isPlainWord(text: string): boolean {
  return text === 'true' || text === 'false'
}
