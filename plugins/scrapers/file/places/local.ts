import { posix } from 'node:path'
import { LARGEST_FILE, MOST_FILES, problemAt, type ReadPlace } from '../place.ts'

/** Reads files of this machine. Links to folders are not followed, and those to files not out of allowed folders. */
export const readLocal: ReadPlace<'local'> = async function* ({ address, selects }, context) {
  const { files, signal } = context
  const base = address.path
  const start = await files.stat(base, { signal })
  if (!start.ok) {
    yield problemAt(base, start.failure.message, context)
    return
  }
  async function* readOne(path: string, full: string) {
    const read = await files.read(full, { maxBytes: LARGEST_FILE, signal })
    yield read.ok ? { path, bytes: read.value } : problemAt(full, read.failure.message, context)
  }
  if (start.value.kind === 'file') {
    yield* readOne(posix.basename(base), base)
    return
  }
  const waiting = ['']
  let count = 0
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (signal.aborted) return
    const full = posix.join(base, folder)
    const listed = await files.list(full, { most: MOST_FILES, signal })
    if (!listed.ok) {
      yield problemAt(full, listed.failure.message, context)
      continue
    }
    for (const { name, kind } of listed.value.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      const path = posix.join(folder, name)
      if (kind === 'folder') waiting.push(path)
      else if (selects(path)) {
        count += 1
        if (count > MOST_FILES) {
          yield problemAt(base, `more than ${MOST_FILES} files`, context)
          return
        }
        yield* readOne(path, posix.join(base, path))
      }
    }
  }
}
