import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { PreparedArtifact } from '../modules/health/index.ts'

const unpack = promisify(gunzip)

/** A name as one part of a path: it leads neither up nor elsewhere, whatever a script called its file. */
function partOf(name: string): string {
  const plain = name.replaceAll(/[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, '_').slice(-200)
  return /^\.*$/.test(plain) ? '_' : plain
}

/**
 * Writes a file that a check left into a folder, in the place of one of an earlier run.
 * @param above parts of the path below the folder, such as canary and check
 * @returns where it is; rejects where it cannot be written
 */
export async function writeArtifact(
  folder: string,
  above: readonly string[],
  { path, compression, content, size }: PreparedArtifact,
): Promise<string> {
  const parts = [...above, ...path.split('/').filter((part) => part !== '')]
  const place = join(folder, ...parts.map(partOf))
  await mkdir(dirname(place), { recursive: true })
  // What is there may be a link: it is replaced and not written through.
  await rm(place, { force: true })
  const bytes = compression === 'gzip' ? await unpack(content, { maxOutputLength: size }) : content
  await writeFile(place, bytes, { flag: 'wx' })
  return place
}
