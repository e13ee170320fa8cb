import { type Document, isAlias, isMap, isPair, isScalar, isSeq } from 'yaml'

/** Values that a document may come to when its merge keys are filled in. */
const MOST_MERGED = 100_000

/** Whether a key says that others are merged in; the library reads it as a symbol. */
export function isMergeKey(key: unknown): boolean {
  if (!isScalar(key)) return false
  return key.value === '<<' || (typeof key.value === 'symbol' && key.value.description === '<<')
}

interface Sizes {
  /** Values below each anchor; infinite while it is being counted, so that one within itself has no end. */
  anchors: Map<string, number>
  hasMerge: boolean
}

function sizeOf(node: unknown, sizes: Sizes): number {
  if (isAlias(node)) return sizes.anchors.get(node.source) ?? 1
  if (isPair(node)) {
    if (isMergeKey(node.key)) sizes.hasMerge = true
    return sizeOf(node.key, sizes) + sizeOf(node.value, sizes)
  }
  if (!isMap(node) && !isSeq(node)) {
    if (isScalar(node) && node.anchor !== undefined) sizes.anchors.set(node.anchor, 1)
    return 1
  }
  if (node.anchor !== undefined) sizes.anchors.set(node.anchor, Number.POSITIVE_INFINITY)
  let size = 1
  for (const item of node.items) size += sizeOf(item, sizes)
  if (node.anchor !== undefined) sizes.anchors.set(node.anchor, size)
  return size
}

/**
 * What keeps the merge keys (`<<: *name`) of a document from being filled in: merges of merges grow without bound, and
 * the library's limit for aliases does not count them.
 */
export function mergeProblem(document: Document.Parsed): string | undefined {
  const sizes: Sizes = { anchors: new Map(), hasMerge: false }
  const size = sizeOf(document.contents, sizes)
  return sizes.hasMerge && size > MOST_MERGED
    ? `the merge keys (<<) of the document come to more than ${MOST_MERGED} values; write some of them out`
    : undefined
}
