import { Readable, Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { unzipSync } from 'fflate'
import { createTarDecoder } from 'modern-tar'
import type { PackedFiles } from './archive.ts'
import { LARGEST_FILE, MOST_FILES, selectorOf } from './place.ts'

/** Most bytes of all wanted files together, and of everything in an archive. */
const MOST_KEPT = 67_108_864
const MOST_UNPACKED = 1_073_741_824
/** An archive that unpacks to more than this many times its size is made to fill memory. Small ones may. */
const MOST_RATIO = 100
const SMALL = 10_485_760
/** Problems that are said one by one. */
const MOST_PROBLEMS = 20

/** The wanted files of an archive, and why others are missing. */
export interface UnpackedFiles {
  files: { path: string; bytes: Uint8Array }[]
  problems: string[]
}

/** Stops unpacking. Its message says why. */
class Refused extends Error {}

const mebibytes = (bytes: number) => `${bytes / 1_048_576} MiB`

/** Whether the name of an entry leads out of its archive. */
function isOutside(name: string): boolean {
  return /^(?:[/\\]|[a-z]:)/i.test(name) || /[\\\0]/.test(name) || name.split('/').includes('..')
}

/** Decides entry by entry, within the limits. */
function createSelection({ bytes, folder, wanted }: PackedFiles) {
  const selects = selectorOf(wanted)
  const below = folder === '' ? '' : `${folder}/`
  const most = Math.min(MOST_UNPACKED, Math.max(SMALL, bytes.length * MOST_RATIO))
  const files = new Map<string, Uint8Array>()
  const problems: string[] = []
  let [entries, unpacked, kept, more] = [0, 0, 0, 0]
  const say = (problem: string) => {
    if (problems.length < MOST_PROBLEMS) problems.push(problem)
    else more += 1
  }
  return {
    /** Counts what is unpacked. */
    count(size: number) {
      unpacked += size
      if (unpacked > most)
        throw new Refused(
          most === MOST_UNPACKED
            ? `it has more than ${mebibytes(MOST_UNPACKED)}`
            : `it unpacks to more than ${MOST_RATIO} times its size`,
        )
    },
    /** The path of an entry below the folder, if it is wanted. */
    path(written: string, size: number): string | undefined {
      entries += 1
      if (entries > MOST_FILES) throw new Refused(`it has more than ${MOST_FILES} entries`)
      const name = written.replace(/^(?:\.\/)+/, '')
      if (isOutside(name)) {
        say(`the entry ${JSON.stringify(written.slice(0, 200))} leads out of it and is left out`)
        return undefined
      }
      const path = name.slice(below.length)
      if (name.endsWith('/') || !name.startsWith(below) || !selects(path)) return undefined
      if (size > LARGEST_FILE) {
        say(`${path} has more than ${mebibytes(LARGEST_FILE)}`)
        return undefined
      }
      kept += size
      if (kept > MOST_KEPT) throw new Refused(`its files have more than ${mebibytes(MOST_KEPT)}`)
      return path
    },
    add: (path: string, content: Uint8Array) => void files.set(path, content),
    say,
    end: (): UnpackedFiles => ({
      files: [...files]
        .map(([path, content]) => ({ path, bytes: content }))
        .toSorted((one, other) => (one.path < other.path ? -1 : 1)),
      problems: more === 0 ? problems : [...problems, `${more} more entries are left out`],
    }),
  }
}
type Selection = ReturnType<typeof createSelection>

async function unpackTar({ bytes, kind }: PackedFiles, selection: Selection): Promise<void> {
  const counted = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      try {
        selection.count(chunk.length)
        done(null, chunk)
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)))
      }
    },
  })
  const packed = Readable.from([bytes])
  const gunzip = createGunzip()
  const plain = kind === 'tar' ? packed : packed.pipe(gunzip)
  // What reads the other end may be told another error, without words.
  let broken: Error | undefined
  gunzip.on('error', (error) => {
    broken = error
    counted.destroy(error)
  })
  const stream: ReadableStream<Uint8Array> = Readable.toWeb(plain.pipe(counted))
  try {
    for await (const { header, body } of stream.pipeThrough(createTarDecoder({ strict: true }))) {
      const isFile = header.type === undefined || header.type === 'file'
      const path = isFile ? selection.path(header.name, header.size) : undefined
      if (path === undefined) await body.cancel()
      else selection.add(path, new Uint8Array(await new Response(body).arrayBuffer()))
    }
  } catch (error) {
    throw broken ?? error
  }
}

function unpackZip({ bytes }: PackedFiles, selection: Selection): void {
  const paths = new Map<string, { path: string; size: number }>()
  const found = unzipSync(bytes, {
    filter({ name, originalSize }) {
      const path = selection.path(name, originalSize)
      if (path === undefined) return false
      selection.count(originalSize)
      paths.set(name, { path, size: originalSize })
      return true
    },
  })
  for (const [name, content] of Object.entries(found)) {
    const known = paths.get(name)
    if (known === undefined) continue
    if (content.length === known.size) selection.add(known.path, content)
    else selection.say(`${known.path} is damaged`)
  }
}

/**
 * Unpacks the wanted files of an archive in memory: nothing is written, links are left out.
 * @throws why it cannot be unpacked
 */
export async function unpack(packed: PackedFiles): Promise<UnpackedFiles> {
  const selection = createSelection(packed)
  try {
    if (packed.kind === 'zip') unpackZip(packed, selection)
    else await unpackTar(packed, selection)
  } catch (error) {
    if (error instanceof Refused) return { files: [], problems: [error.message] }
    const reason = error instanceof Error ? error.message : String(error)
    return { files: [], problems: [`it is not a complete ${packed.kind} archive: ${reason}`] }
  }
  return selection.end()
}
