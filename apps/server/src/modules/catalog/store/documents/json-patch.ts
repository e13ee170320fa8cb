import { isRecord, type Json } from '@binnacle/plugin-kit/core'

/** An operation of a patch after RFC 6902; these three say everything. */
export type PatchOperation =
  | { op: 'add' | 'replace'; path: string; value: Json }
  | { op: 'remove'; path: string }

/** A step of a comparison: the value at a path before and after. Undefined where the path has no value. */
export interface Difference {
  /** JSON Pointer. */
  path: string
  before: Json | undefined
  after: Json | undefined
}

type JsonRecord = Readonly<Record<string, Json>>

export function isJsonArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

export function isJsonRecord(value: Json | undefined): value is JsonRecord {
  return isRecord(value)
}

/** A key as a part of a JSON Pointer. */
export function pointerPart(key: string | number): string {
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** The keys of a JSON Pointer. */
function pointerKeys(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Whether two values are equal. The general comparison of Node takes several times as long for JSON. */
function isEqual(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true
  if (isJsonArray(one))
    return (
      isJsonArray(other) &&
      one.length === other.length &&
      one.every((inner, place) => isEqual(inner, other[place]))
    )
  if (!isJsonRecord(one) || !isJsonRecord(other)) return false
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isEqual(one[key], other[key]))
  )
}

/** Compares lists place by place, without what they begin and end with alike: linear, however long they are. */
function* compareLists(before: readonly Json[], after: readonly Json[], path: string): Generator<Difference> {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && isEqual(before[start], after[start])) start += 1
  let end = 0
  while (end < shorter - start && isEqual(before.at(-1 - end), after.at(-1 - end))) end += 1
  const [oldEnd, newEnd] = [before.length - end, after.length - end]
  for (let place = start; place < Math.min(oldEnd, newEnd); place += 1)
    yield* compare(before[place], after[place], path + pointerPart(place))
  // From the end, so that each place is still that of its element.
  for (let place = oldEnd - 1; place >= newEnd; place -= 1)
    yield { path: path + pointerPart(place), before: before[place], after: undefined }
  for (let place = oldEnd; place < newEnd; place += 1)
    yield { path: path + pointerPart(place), before: undefined, after: after[place] }
}

function* compareRecords(before: JsonRecord, after: JsonRecord, path: string): Generator<Difference> {
  for (const [key, value] of Object.entries(before))
    if (!Object.hasOwn(after, key)) yield { path: path + pointerPart(key), before: value, after: undefined }
  for (const [key, value] of Object.entries(after))
    yield* compare(Object.hasOwn(before, key) ? before[key] : undefined, value, path + pointerPart(key))
}

/** The steps that lead from one document to another, each in the coordinates that the steps before it leave. */
export function* compare(
  before: Json | undefined,
  after: Json | undefined,
  path = '',
): Generator<Difference> {
  if (isJsonArray(before) && isJsonArray(after)) yield* compareLists(before, after, path)
  else if (isJsonRecord(before) && isJsonRecord(after)) yield* compareRecords(before, after, path)
  else if (!isEqual(before, after)) yield { path, before, after }
}

/** The patch that leads from one document to another. */
export function createPatch(from: Json, to: Json): PatchOperation[] {
  return Array.from(compare(from, to), ({ path, before, after }): PatchOperation => {
    if (after === undefined) return { op: 'remove', path }
    return { op: before === undefined ? 'add' : 'replace', path, value: after }
  })
}

/** Puts a value at its own key, also at `__proto__`. */
function put(target: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
}

function stepInto(container: unknown, key: string): unknown {
  if (Array.isArray(container)) return container[Number(key)]
  return isRecord(container) && Object.hasOwn(container, key) ? container[key] : undefined
}

/**
 * Applies a patch of `createPatch` to a tree, which it changes. The tree may have other leaves than JSON has.
 * @param onGone is told what a step replaces or removes
 * @returns the tree, or its replacement
 * @throws where the patch is not one of this tree
 */
export function applyPatch(
  root: unknown,
  patch: readonly PatchOperation[],
  onGone: (gone: unknown) => void = () => {},
): unknown {
  let tree = root
  for (const operation of patch) {
    const keys = pointerKeys(operation.path)
    const last = keys.pop()
    if (last === undefined) {
      if (operation.op === 'remove') throw new Error('a patch removes the whole document')
      onGone(tree)
      tree = operation.value
      continue
    }
    const parent = keys.reduce(stepInto, tree)
    if (operation.op !== 'add') onGone(stepInto(parent, last))
    if (Array.isArray(parent)) {
      if (operation.op === 'remove') parent.splice(Number(last), 1)
      else parent.splice(Number(last), operation.op === 'add' ? 0 : 1, operation.value)
    } else if (isRecord(parent)) {
      if (operation.op === 'remove') Reflect.deleteProperty(parent, last)
      else put(parent, last, operation.value)
    } else throw new Error(`a patch leads to ${operation.path}, which the document does not have`)
  }
  return tree
}

/** The merge patch after RFC 7396 that leads from one document to another. Undefined where they are equal. */
export function createMergePatch(from: Json, to: Json): Json | undefined {
  if (!isJsonRecord(from) || !isJsonRecord(to)) return isEqual(from, to) ? undefined : to
  const patch: Record<string, Json> = {}
  for (const key of Object.keys(from)) if (!Object.hasOwn(to, key)) put(patch, key, null)
  for (const [key, value] of Object.entries(to)) {
    const known = Object.hasOwn(from, key) ? from[key] : undefined
    const inner = known === undefined ? value : createMergePatch(known, value)
    if (inner !== undefined) put(patch, key, inner)
  }
  return Object.keys(patch).length === 0 ? undefined : patch
}
