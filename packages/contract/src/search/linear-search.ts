/** For texts up to this length the search of the engine is fast. For long repetitive ones its time is quadratic. */
const SHORT = 64

/** For each character of a text, how long the beginning is that also ends there (Knuth, Morris and Pratt, 1977). */
function borders(text: string): Int32Array {
  const lengths = new Int32Array(text.length)
  let length = 0
  for (let index = 1; index < text.length; index += 1) {
    while (length > 0 && text.charCodeAt(index) !== text.charCodeAt(length)) length = lengths[length - 1] ?? 0
    if (text.charCodeAt(index) === text.charCodeAt(length)) length += 1
    lengths[index] = length
  }
  return lengths
}

/**
 * Creates a search that takes linear time for any texts.
 * @returns a function that finds the next position from a position on; -1 if there is none
 */
export function createSearch(part: string): (text: string, from?: number) => number {
  if (part.length <= SHORT) return (text, from = 0) => text.indexOf(part, from)
  let lengths: Int32Array | undefined
  return (text, from = 0) => {
    if (text.length - from < part.length) return -1
    lengths ??= borders(part)
    let matched = 0
    for (let index = from; index < text.length; index += 1) {
      const code = text.charCodeAt(index)
      while (matched > 0 && code !== part.charCodeAt(matched)) matched = lengths[matched - 1] ?? 0
      if (code === part.charCodeAt(matched)) matched += 1
      if (matched === part.length) return index - part.length + 1
    }
    return -1
  }
}
