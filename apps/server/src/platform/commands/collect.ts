import { Readable } from 'node:stream'
import type { CollectedFiles, CollectedFile, CollectOptions } from '@binnacle/plugin-kit/core'

/** Meaning of the exit codes of COLLECT. */
const reasons: Readonly<Record<string, string>> = {
  3: 'cannot be read (ENOENT)',
  4: 'is not a folder',
  5: 'cannot be read (EACCES)',
}

/**
 * Bash that writes an archive of the regular files of folder $1 whose names end in $2 to its output. It runs with the rights
 * of the command, so that a link leads no further than the command itself could go. tar neither follows links nor waits for
 * pipes.
 */
export const COLLECT = `exec 2>/dev/null; export LC_ALL=C
[ -e "$1" ] || exit 3
[ -d "$1" ] || exit 4
cd -P -- "$1" || exit 5
ls >/dev/null || exit 5
find -P . -type f -name "*$2" -print0 |
  tar --create --format=gnu --no-recursion --hard-dereference --null --files-from=- --file=-
exit 0`

/** Why COLLECT failed, by its exit code; undefined if it succeeded. */
export function collectFailure(code: number | string, folder: string): string | undefined {
  if (String(code) === '0') return undefined
  return `${folder} ${reasons[String(code)] ?? `cannot be read (exit code ${code})`}`
}

/**
 * Reads an archive while it arrives, and stops at the first entry beyond a limit. It ignores everything but regular files.
 */
export async function readArchive(archive: Readable, options: CollectOptions): Promise<CollectedFiles> {
  const files: CollectedFile[] = []
  const stopWith = (failure: string): CollectedFiles => {
    archive.destroy()
    return { files, failure }
  }
  const mebibytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MiB`
  let total = 0
  try {
    // Start reading now: when a program exits, its pipes are drained even if nobody reads them.
    const stream: ReadableStream<Uint8Array> = Readable.toWeb(archive)
    const { createTarDecoder } = await import('modern-tar')
    for await (const { header, body } of stream.pipeThrough(createTarDecoder())) {
      const name = header.name.replace(/^\.\//, '')
      if (header.type !== undefined && header.type !== 'file') {
        await body.cancel()
        continue
      }
      if (header.size > options.maxFileBytes)
        return stopWith(`${name} has more than ${mebibytes(options.maxFileBytes)}`)
      total += header.size
      if (total > options.maxTotalBytes)
        return stopWith(`the files of ${options.folder} have more than ${mebibytes(options.maxTotalBytes)}`)
      if (files.length === options.maxFiles)
        return stopWith(`${options.folder} has more than ${options.maxFiles} files`)
      files.push({ name, text: await new Response(body).text() })
    }
  } catch {
    return stopWith(`the files of ${options.folder} could not be read to their end`)
  }
  return { files: files.toSorted((a, b) => (a.name < b.name ? -1 : 1)) }
}
