import { once } from 'node:events'
import { posix } from 'node:path'
import { PassThrough, pipeline, Readable } from 'node:stream'
import { formatBytes } from '@binnacle/contract/text'
import type { ArtifactFile, ArtifactFiles, KeepOptions } from '@binnacle/plugin-kit/core'
import { literalPattern, readArtifactPath, regexOf } from '@binnacle/plugin-kit/artifact-paths'
import { SCRATCH } from './shell.ts'

/** Most names of left-out files of one run. */
const MOST_NAMED = 10
/** Most archives that are read at once, so that files of scripts cannot fill the memory of this process. */
const READ_AT_ONCE = 4

/**
 * Bash that writes an archive of files of the current folder to its output, and names of left-out files to descriptor 3.
 * $1: regular expression of paths; $2: most files; $3: most bytes of a file. It runs with the rights of the command, after
 * all other processes of the command ended. It does not follow links, open pipes or devices, or read files that are too
 * large.
 */
export const KEEP = `exec 2>/dev/null; umask 077
pattern=$1 most=$2 largest=$3
found() { LC_ALL=C.UTF-8 find -P . -xdev -regextype posix-extended ! -type d -regex "\\./$pattern" "$@"; }
export LC_ALL=C
found \\( ! -type f -printf 'other 0 %P\\0' -o -size +"$largest"c -printf 'large %s %P\\0' \\
    -o ! -readable -printf 'closed 0 %P\\0' \\) |
  head -z -n 5 | tr '\\0\\n' '\\n?' | cut -b 1-300 >&3
found -type f ! -size +"$largest"c -readable -print0 | sort -z | head -z -n "$((most + 1))" |
  tar --create --format=gnu --no-recursion --hard-dereference --null --files-from=- --file=- 3>&-`

/** A folder relative to the scratch folder; undefined if it is outside. */
function folderIn(folder: string): string | undefined {
  const text = posix.normalize(folder.startsWith(`${SCRATCH}/`) ? folder.slice(SCRATCH.length + 1) : folder)
  const plain = text.replace(/\/$/, '')
  return plain.startsWith('/') || plain.split('/')[0] === '..' ? undefined : plain
}

interface KeepSelection {
  regex: string | undefined
  leftOut: string[]
}

/**
 * The wanted patterns, relative to the scratch folder.
 * @param inNamespaces whether /tmp is the scratch folder of the command
 */
function selectionOf({ paths, folder = '.' }: KeepOptions, inNamespaces: boolean): KeepSelection {
  const base = folderIn(folder)
  const leftOut: string[] = []
  const regexes = paths.flatMap((path) => {
    const read = readArtifactPath(path)
    if (!read.ok) {
      leftOut.push(`${path} ${read.failure}`)
      return []
    }
    const { isAbsolute, pattern } = read.value
    if (isAbsolute ? !inNamespaces : base === undefined) {
      leftOut.push(
        isAbsolute
          ? `${path} is outside the folder of the script, which is $TMPDIR on this machine`
          : `${path}: ${folder} is outside the folder of the script`,
      )
      return []
    }
    const whole =
      isAbsolute || base === undefined || base === '.' ? pattern : `${literalPattern(base)}/${pattern}`
    const regex = regexOf(whole)
    return regex.ok ? [regex.value] : []
  })
  return { regex: regexes.length === 0 ? undefined : `(${regexes.join('|')})`, leftOut }
}

/** A regular expression that matches no path. */
const NOTHING = '/'

/** Arguments of KEEP. */
export function keepArguments(keep: KeepOptions | undefined, inNamespaces = true): string[] {
  if (keep === undefined) return ['', '', '']
  return [selectionOf(keep, inNamespaces).regex ?? NOTHING, String(keep.maxFiles), String(keep.maxFileBytes)]
}

/** A path relative to the folder in which the script runs. */
function pathFrom(name: string, { folder = '.' }: KeepOptions): string {
  const base = folderIn(folder)
  const plain = name.replace(/^\.\//, '')
  return base !== undefined && plain.startsWith(`${base}/`) ? plain.slice(base.length + 1) : plain
}

/** Sentences about the files that KEEP left out. */
function wordsOf(report: string, options: KeepOptions): string[] {
  return [...report.matchAll(/^(other|large|closed) (\d+) (.*)$/gm)].map(([, why, size, name = '']) => {
    const path = pathFrom(name, options)
    if (why === 'large')
      return `${path} has ${formatBytes(Number(size))}, more than ${formatBytes(options.maxFileBytes)}`
    return why === 'closed' ? `${path} cannot be read` : `${path} is not a file: links are not followed`
  })
}

let reading = 0
const waiting: (() => void)[] = []

/** Waits for a free place. @returns a function that releases it */
async function takePlace(): Promise<() => void> {
  if (reading >= READ_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else reading += 1
  return () => {
    const next = waiting.shift()
    if (next === undefined) reading -= 1
    else next()
  }
}

/**
 * Reads the archive of KEEP while it arrives. It leaves out files beyond a limit.
 * @returns the files, and the left-out ones of the archive
 */
export async function readArtifacts(archive: Readable, options: KeepOptions): Promise<ArtifactFiles> {
  const files: ArtifactFile[] = []
  const leftOut: string[] = []
  let total = 0
  // When a program exits, its pipes are drained even if nobody reads them, so buffer them from now on.
  const arrived = new PassThrough()
  pipeline(archive, arrived, () => {})
  await Promise.race([once(arrived, 'readable'), once(arrived, 'close')]).catch(() => {})
  const leave = await takePlace()
  try {
    const { createTarDecoder } = await import('modern-tar')
    const stream: ReadableStream<Uint8Array> = Readable.toWeb(arrived)
    let seen = 0
    for await (const { header, body } of stream.pipeThrough(createTarDecoder())) {
      seen += 1
      const path = pathFrom(header.name, options)
      const isFile = header.type === undefined || header.type === 'file'
      if (isFile && seen > options.maxFiles) {
        leftOut.push(`only the first ${options.maxFiles} files are kept`)
        break
      }
      const fits =
        isFile && header.size <= options.maxFileBytes && total + header.size <= options.maxTotalBytes
      if (!fits) {
        if (isFile)
          leftOut.push(
            `${path}: with it, the files have more than ${formatBytes(options.maxTotalBytes)} together`,
          )
        await body.cancel()
        continue
      }
      total += header.size
      files.push({ path, content: new Uint8Array(await new Response(body).arrayBuffer()) })
    }
  } catch {
    leftOut.push('files could not be read to their end')
  } finally {
    archive.destroy()
    leave()
  }
  return { files, leftOut }
}

/**
 * Adds the files that KEEP itself left out.
 * @param report the output of KEEP on descriptor 3
 */
export function withReport(
  { files, leftOut }: ArtifactFiles,
  options: KeepOptions,
  { inNamespaces, report }: { inNamespaces: boolean; report: string },
): ArtifactFiles {
  const all = [...selectionOf(options, inNamespaces).leftOut, ...wordsOf(report, options), ...leftOut]
  const named = all.slice(0, MOST_NAMED)
  return {
    files,
    leftOut: named.length < all.length ? [...named, `${all.length - named.length} more`] : named,
  }
}
