import { Zip, ZipDeflate } from 'fflate'

/** A file of an archive. */
export interface ZipFile {
  name: string
  content: AsyncIterable<string> | Iterable<string>
}

/** Level 4 shrinks JSON to a tenth; higher levels take more time than they save. */
const LEVEL = 4
/** Characters that are compressed at once. */
const CHUNK = 64 * 1024

/** Packs files into a zip archive while they are read, so that it is never in memory as a whole. */
export async function* zipOf(
  files: AsyncIterable<ZipFile> | Iterable<ZipFile>,
  time: Date,
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error
    ready.push(chunk)
  })
  const encoder = new TextEncoder()
  for await (const { name, content } of files) {
    const file = new ZipDeflate(name, { level: LEVEL })
    file.mtime = time
    zip.add(file)
    let waiting = ''
    for await (const part of content) {
      waiting += part
      if (waiting.length < CHUNK) continue
      file.push(encoder.encode(waiting))
      waiting = ''
      yield* ready.splice(0)
    }
    file.push(encoder.encode(waiting), true)
    yield* ready.splice(0)
  }
  zip.end()
  yield* ready.splice(0)
}
