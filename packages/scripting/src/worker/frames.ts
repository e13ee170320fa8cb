import { deserialize, serialize } from 'node:v8'
import type { Duplex } from 'node:stream'

/** Bytes of a frame that say how long the rest is. */
const HEAD = 4

/** The bytes of a value, with their length before them. Throws if the value is nested too deep or holds functions. */
export function toFrame(value: unknown): Uint8Array[] {
  const body = serialize(value)
  const head = Buffer.alloc(HEAD)
  head.writeUInt32LE(body.length)
  return [head, body]
}

/**
 * Writes frames at once.
 * @param frame result of `toFrame`
 */
export function writeFrame(stream: Duplex, frame: readonly Uint8Array[]): void {
  stream.cork()
  for (const part of frame) stream.write(part)
  stream.uncork()
}

/** What arrived on a stream, or why nothing more can be read from it. */
export interface FrameReader {
  value(value: unknown): void
  /** A frame that is longer than allowed, or whose value cannot be made. Nothing more is read. */
  unreadable(): void
}

/**
 * Reads the values of frames. Values that cannot be made end the reading and throw nothing: an exception in a handler of
 * a stream would end the process.
 * @param mostBytes of a frame
 */
export function readFrames(stream: Duplex, mostBytes: number, reader: FrameReader): void {
  let chunks: Buffer[] = []
  let length = 0
  let wanted: number | undefined
  const take = (bytes: number): Buffer => {
    const all = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, length)
    length -= bytes
    chunks = length === 0 ? [] : [all.subarray(bytes)]
    return all.subarray(0, bytes)
  }
  stream.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    length += chunk.length
    for (;;) {
      if (wanted === undefined && length >= HEAD) wanted = take(HEAD).readUInt32LE()
      if (wanted !== undefined && wanted > mostBytes) break
      if (wanted === undefined || length < wanted) return
      const body = take(wanted)
      wanted = undefined
      let value: unknown
      try {
        value = deserialize(body)
      } catch {
        break
      }
      reader.value(value)
    }
    stream.removeAllListeners('data')
    stream.destroy()
    reader.unreadable()
  })
}
