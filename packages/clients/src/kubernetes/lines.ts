/** A line of a text that comes in pieces; undefined for one that is longer than the limit, of which nothing is kept. */
export type Line = string | undefined

const NEWLINE = 10

/** Splits bytes that come in pieces into lines, without holding more than one line. Drops an unfinished last line. */
export async function* linesOf(chunks: AsyncIterable<unknown>, longest: number): AsyncGenerator<Line> {
  let pieces: Buffer[] = []
  let size = 0
  let isTooLong = false
  for await (const chunk of chunks) {
    if (!Buffer.isBuffer(chunk)) continue
    let start = 0
    for (;;) {
      const end = chunk.indexOf(NEWLINE, start)
      const piece = chunk.subarray(start, end === -1 ? chunk.length : end)
      size += piece.length
      if (size > longest) {
        isTooLong = true
        pieces = []
      } else pieces.push(piece)
      if (end === -1) break
      if (isTooLong) yield undefined
      else if (size > 0) yield Buffer.concat(pieces).toString('utf8')
      pieces = []
      size = 0
      isTooLong = false
      start = end + 1
    }
  }
}
