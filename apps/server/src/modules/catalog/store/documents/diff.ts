import { createTwoFilesPatch } from 'diff'
import type { Json } from '@binnacle/plugin-kit/core'
import { compare, createMergePatch, type Difference, isJsonRecord } from './json-patch.ts'

/** Lines that may differ before the comparison of lines is given up: its work grows with their square. */
const MOST_LINES = 2_000

/** Paths that a summary names; people read it in one line of a list. */
const MOST_PATHS = 12
/** Characters of a summary, unless its first path alone is longer. */
const MOST_CHARACTERS = 400

/** What an update of a document changed. */
export interface DocumentDiff {
  /** Paths that changed, for people. */
  summary: string
  /** Unified diff of the documents, printed with their keys in order. */
  text: string
  /** Merge patch from the new document to the old one. */
  patch: Json
  changed: readonly Difference[]
}

/** A document as people read it. Its keys are in order already. */
function printDocument(document: Json): string {
  return JSON.stringify(document, undefined, 2)
}

function replaceAll(before: string, after: string): string {
  const [old, fresh] = [before.split('\n'), after.split('\n')]
  const lines = [...old.map((line) => `-${line}`), ...fresh.map((line) => `+${line}`)]
  return ['--- before', '+++ after', `@@ -1,${old.length} +1,${fresh.length} @@`, ...lines, ''].join('\n')
}

/** The unified diff of two documents. Where almost everything differs, all lines of both. */
export function unifiedDiff(before: Json, after: Json): string {
  const [old, fresh] = [printDocument(before), printDocument(after)]
  const text = createTwoFilesPatch('before', 'after', `${old}\n`, `${fresh}\n`, undefined, undefined, {
    context: 3,
    maxEditLength: MOST_LINES,
  })
  if (text === undefined) return replaceAll(old, fresh)
  // The line above the names separates files of a patch for a program.
  return text.replace(/^=+\n/, '')
}

/** Paths of a merge patch that have a value, where lists are values. */
function* leaves(patch: Json, path: readonly string[]): Generator<readonly string[]> {
  if (!isJsonRecord(patch) || Object.keys(patch).length === 0) {
    yield path
    return
  }
  for (const [key, inner] of Object.entries(patch)) yield* leaves(inner, [...path, key])
}

/** The first of some paths, and how many more there are. */
function shorten(paths: readonly string[]): string {
  let length = 0
  const fitting = paths.slice(0, MOST_PATHS).filter((path, index) => {
    length += path.length + ', '.length
    return index === 0 || length <= MOST_CHARACTERS
  })
  const text = fitting.map((path) => path.slice(0, MOST_CHARACTERS).toWellFormed()).join(', ')
  const more = paths.length - fitting.length
  return more === 0 ? text : `${text} and ${more.toLocaleString('en')} more`
}

/** Names what changed: each changed leaf, or what contains it where more of the same changed. Of many, the first. */
function summarize(patch: Json): string {
  const byParent = new Map<string, { parent: readonly string[]; leaf: readonly string[]; count: number }>()
  for (const leaf of leaves(patch, [])) {
    const parent = leaf.slice(0, -1)
    const key = JSON.stringify(parent)
    const known = byParent.get(key)
    // Nothing contains the fields of the document itself.
    if (known === undefined || parent.length === 0)
      byParent.set(parent.length === 0 ? JSON.stringify(leaf) : key, { parent, leaf, count: 1 })
    else known.count += 1
  }
  const paths = [...byParent.values()].map(({ parent, leaf, count }) => (count > 1 ? parent : leaf).join('.'))
  return shorten([...new Set(paths)].sort())
}

/** Compares two normal documents. Undefined where they are equal. */
export function diffDocuments(before: Json, after: Json): DocumentDiff | undefined {
  const patch = createMergePatch(after, before)
  if (patch === undefined) return undefined
  return {
    summary: summarize(patch),
    text: unifiedDiff(before, after),
    patch,
    changed: [...compare(before, after)],
  }
}
