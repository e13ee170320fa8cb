import { formatComposedDuration } from '@binnacle/contract/text'
import {
  type CheckOutcome,
  healthy,
  type Json,
  milliseconds,
  unhealthy,
  unknown,
} from '@binnacle/plugin-kit/core'
import type { Findings, FolderFile } from '@binnacle/clients/files/listing'
import { bytes, type FolderSpec } from './spec.ts'
import { readInstant, writeSize } from './values.ts'

/** Files that a result keeps, the newest first. */
const MOST_KEPT = 100

function facts(file: FolderFile): Record<string, Json> {
  const { name, size, modified, mode } = file
  return {
    name,
    size,
    modified: modified.toISOString(),
    ...(mode === undefined ? {} : { mode }),
    is_dir: false,
  }
}

/** The files that pass the filter. @param matches whether a name matches the filter's regular expression */
function filtered(
  spec: FolderSpec,
  files: readonly FolderFile[],
  now: Date,
  matches: (name: string) => boolean,
): FolderFile[] {
  const { minAge, maxAge, since, minSize, maxSize } = spec.filter ?? {}
  const after = since === undefined ? undefined : readInstant(since, now)
  const [smallest, largest] = [bytes(minSize), bytes(maxSize)]
  return files.filter((file) => {
    const age = now.getTime() - file.modified.getTime()
    return (
      (minAge === undefined || age >= milliseconds(minAge)) &&
      (maxAge === undefined || age <= milliseconds(maxAge)) &&
      (after === undefined || file.modified > after) &&
      (smallest === undefined || file.size >= smallest) &&
      (largest === undefined || file.size <= largest) &&
      (matches(file.name) || (file.key !== undefined && matches(file.key)))
    )
  })
}

interface Extremes {
  newest?: FolderFile
  oldest?: FolderFile
  smallest?: FolderFile
  largest?: FolderFile
}

function extremesOf(files: readonly FolderFile[]): Extremes {
  const [first, ...rest] = files
  if (first === undefined) return {}
  let [newest, oldest, smallest, largest] = [first, first, first, first]
  for (const file of rest) {
    if (file.modified > newest.modified) newest = file
    if (file.modified < oldest.modified) oldest = file
    if (file.size < smallest.size) smallest = file
    if (file.size > largest.size) largest = file
  }
  return { newest, oldest, smallest, largest }
}

/**
 * Describes how many files passed the filter, and why none did: a check of backups that sees no files must not pass
 * silently.
 */
function describeCount(count: number, { files }: Findings): string {
  const found = count === 1 ? '1 file' : `${count} files`
  if (count > 0 || files.length === 0) return found
  return `${found}: the filter matches none of ${files.length === 1 ? '1 file' : `${files.length} files`}`
}

/** All violations of the spec's bounds. Lists show the first one. */
function complaints(
  spec: FolderSpec,
  count: number,
  extremes: Extremes,
  findings: Findings,
  now: Date,
): string[] {
  const found: string[] = []
  const files = describeCount(count, findings)
  if (spec.minCount !== undefined && count < spec.minCount)
    found.push(`${files}, expected at least ${spec.minCount}`)
  if (spec.maxCount !== undefined && count > spec.maxCount)
    found.push(`${files}, expected at most ${spec.maxCount}`)
  // A folder without files counts with its own change, which is when the last file was removed.
  const since = (file: FolderFile | undefined) => {
    const modified = file?.modified ?? findings.changed
    return modified === undefined
      ? undefined
      : { age: now.getTime() - modified.getTime(), what: file?.name ?? 'the empty folder' }
  }
  const [young, old] = [since(extremes.newest), since(extremes.oldest)]
  if (spec.minAge !== undefined && young !== undefined && young.age < milliseconds(spec.minAge))
    found.push(`${young.what} is ${formatComposedDuration(young.age)} old, expected at least ${spec.minAge}`)
  if (spec.maxAge !== undefined && old !== undefined && old.age > milliseconds(spec.maxAge))
    found.push(`${old.what} is ${formatComposedDuration(old.age)} old, expected at most ${spec.maxAge}`)
  const { smallest, largest } = extremes
  const [minSize, maxSize] = [bytes(spec.minSize), bytes(spec.maxSize)]
  if (minSize !== undefined && smallest !== undefined && smallest.size < minSize)
    found.push(`${smallest.name} has ${writeSize(smallest.size)}, expected at least ${writeSize(minSize)}`)
  if (maxSize !== undefined && largest !== undefined && largest.size > maxSize)
    found.push(`${largest.name} has ${writeSize(largest.size)}, expected at most ${writeSize(maxSize)}`)
  const { space } = findings
  const [free, total] = [bytes(spec.availableSize), bytes(spec.totalSize)]
  if (free !== undefined && space !== undefined && space.available < free)
    found.push(`${writeSize(space.available)} free, expected at least ${writeSize(free)}`)
  if (total !== undefined && space !== undefined && space.total < total)
    found.push(`${writeSize(space.total)} in all, expected at least ${writeSize(total)}`)
  return found
}

/** Compares the findings of a folder with the spec. @returns the outcome */
export function checkFolder(
  spec: FolderSpec,
  findings: Findings,
  now: Date,
  matches: (name: string) => boolean,
): CheckOutcome {
  const files = filtered(spec, findings.files, now, matches)
  const extremes = extremesOf(files)
  const byAge = files.toSorted((a, b) => b.modified.getTime() - a.modified.getTime())
  const results: Record<string, Json> = {
    count: files.length,
    size: files.reduce((sum, file) => sum + file.size, 0),
    ...Object.fromEntries(
      Object.entries(extremes).map(([name, file]: [string, FolderFile]) => [name, facts(file)]),
    ),
    ...(findings.space === undefined
      ? {}
      : { availableSize: findings.space.available, totalSize: findings.space.total }),
    ...(findings.changed === undefined ? {} : { changed: findings.changed.toISOString() }),
    files: byAge.slice(0, MOST_KEPT).map(facts),
  }
  const evidence = { details: { results, ...findings.details } }
  if ((spec.availableSize ?? spec.totalSize) !== undefined && findings.space === undefined)
    return findings.changed === undefined && findings.files.length === 0
      ? unhealthy('the folder does not exist, so that nothing is known of its space', evidence)
      : unknown('this folder cannot say how much space there is', evidence)
  const found = complaints(spec, files.length, extremes, findings, now)
  if (found.length > 0) return unhealthy(found.join('; '), evidence)
  return healthy({ ...evidence, message: describeCount(files.length, findings) })
}
