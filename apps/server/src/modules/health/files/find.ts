import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import { readRegularText, UnfitFile } from '../../../platform/files/index.ts'
import { LARGEST_FILE } from '../canary-spec/document.ts'

export interface SpecFile {
  path: string
  read: () => Promise<Result<string, string>>
}

function tooLarge(size: number): string {
  return `the file has ${(size / 1_048_576).toFixed(1)} MiB; the most is ${LARGEST_FILE / 1_048_576} MiB, split it into several`
}

function reasonOf(error: unknown, path: string): string {
  if (error instanceof UnfitFile)
    return error.size === undefined ? `${path} ${error.message}` : tooLarge(error.size)
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return `${path} does not exist`
  if (code === 'EACCES') return `${path} may not be read by the user that Binnacle runs as`
  return `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`
}

/** Reads a text file, unless it is far too large. */
async function readText(path: string): Promise<Result<string, string>> {
  try {
    const { size } = await stat(path)
    if (size > LARGEST_FILE) return fail(tooLarge(size))
    return succeed(await readFile(path, 'utf8'))
  } catch (error) {
    return fail(reasonOf(error, path))
  }
}

/** Reads a text file that was found in a folder and not named by the operator. */
async function readFound(path: string): Promise<Result<string, string>> {
  try {
    return succeed(await readRegularText(path, LARGEST_FILE))
  } catch (error) {
    return fail(reasonOf(error, path))
  }
}

/** The files of canaries at a path: the file itself, or every .yaml, .yml and .json below it, except in hidden folders. */
export async function findFiles(root: string): Promise<Result<SpecFile[], string>> {
  try {
    const info = await stat(root)
    if (!info.isDirectory()) return succeed([{ path: root, read: () => readText(root) }])
    return succeed((await walk(root)).map((path) => ({ path, read: () => readFound(path) })))
  } catch (error) {
    return fail(reasonOf(error, root))
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Whether a link leads to a folder. A broken link does not; reading it as a file reports the error. */
async function leadsToFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

async function walk(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.toSorted((a, b) => a.name.localeCompare(b.name))) {
    // Mounted Config Maps have hidden folders such as ..data with the versions, and links to the files in them.
    if (entry.name.startsWith('.')) continue
    const path = join(folder, entry.name)
    const isFolder = entry.isSymbolicLink() ? await leadsToFolder(path) : entry.isDirectory()
    if (isFolder) found.push(...(await walk(path)))
    else if (/\.(ya?ml|json)$/i.test(entry.name)) found.push(path)
  }
  return found
}
