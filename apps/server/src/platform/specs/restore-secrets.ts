import { fail, type Result, succeed } from '@binnacle/contract/core'
import {
  bindingOf,
  firstDifference,
  formatPath,
  isRecord,
  mapSecrets,
  SECRET_MASK,
  type SchemaNode,
  type SegmentedProblem,
} from '@binnacle/plugin-kit/core'
import type { Secrets } from '../secrets.ts'
import { counterpart, nameOf } from './counterpart.ts'
import { ENVIRONMENT, environmentSchema, type ListSpec, type SpecTypes } from './types.ts'
import { restoreVariables } from './variables.ts'

type Path = readonly (string | number)[]

const NOTHING_STORED = 'there is no stored secret to keep; enter it'

/** The stored value at a path, with items of lists found by name. */
function storedAt(written: unknown, stored: unknown, path: Path): unknown {
  let [now, before] = [written, stored]
  for (const key of path) {
    if (Array.isArray(now) && Array.isArray(before)) {
      before = counterpart(now, before, Number(key))
      now = now[Number(key)]
    } else {
      before = isRecord(before) ? before[key] : undefined
      now = isRecord(now) ? now[key] : undefined
    }
  }
  return before
}

/**
 * The stored value with the items of its lists in the order of the written ones, so that each is compared with the one whose
 * secret it gets. Names do not count for where a secret goes, and people could exchange them.
 */
function inWrittenOrder(written: unknown, stored: unknown): unknown {
  if (Array.isArray(written) && Array.isArray(stored))
    return written.length === stored.length
      ? written.map((item, index) =>
          inWrittenOrder(item, counterpart(written, stored, index) ?? stored[index]),
        )
      : stored
  if (!isRecord(written) || !isRecord(stored)) return stored
  return Object.fromEntries(
    Object.entries(stored).map(([key, value]) => [key, inWrittenOrder(written[key], value)]),
  )
}

/** A part of a spec with restored secrets, and its difference from the stored part. */
interface RestoredPart {
  value: unknown
  /** Paths of the masks. */
  kept: readonly Path[]
  problems: readonly { path: Path; message: string }[]
  /** The first changed field that decides where secrets are sent. */
  changed: Path | undefined
}

function restorePart(node: SchemaNode, secrets: Secrets, written: unknown, stored: unknown): RestoredPart {
  const kept: Path[] = []
  const problems: { path: Path; message: string }[] = []
  const value = mapSecrets(node, written, (text, path) => {
    if (text !== SECRET_MASK) return text
    kept.push(path)
    const sealed = storedAt(written, stored, path)
    const opened =
      typeof sealed === 'string' && secrets.isSealed(sealed) ? secrets.unseal(sealed) : fail(NOTHING_STORED)
    if (opened.ok) return opened.value
    problems.push({ path, message: opened.failure })
    return text
  })
  // A secret that cannot be decrypted any more equals no written value.
  const before = mapSecrets(node, inWrittenOrder(written, stored), (sealed) => {
    const opened = secrets.unseal(sealed)
    return opened.ok ? opened.value : sealed
  })
  return { value, kept, problems, changed: firstDifference(bindingOf(node, before), bindingOf(node, value)) }
}

/** Most comparisons with entries of other names in one spec, because more would block the process. */
const MOST_COMPARISONS = 200

/** Restores one entry of a list from the stored entry of its name, or from one with the same destination fields. */
function restoreEntry(
  node: SchemaNode,
  secrets: Secrets,
  list: readonly unknown[],
  index: number,
  before: readonly unknown[],
  budget: { comparisons: number },
): RestoredPart & { isNew: boolean } {
  const written = list[index]
  const same = before.find((entry) => nameOf(entry) !== undefined && nameOf(entry) === nameOf(written))
  if (same !== undefined) return { ...restorePart(node, secrets, written, same), isNew: false }
  for (const entry of before) {
    budget.comparisons -= 1
    if (budget.comparisons < 0) break
    const renamed = restorePart(node, secrets, written, entry)
    if (renamed.problems.length === 0 && renamed.changed === undefined) return { ...renamed, isNew: false }
  }
  return { ...restorePart(node, secrets, written, undefined), isNew: true }
}

function again(changed: string): string {
  return `enter it again, as ${changed}`
}

/** Name of a changed field in an error. */
function labelOf(path: Path): string {
  const shown = path.at(-1) === 'value' ? path.slice(0, -1) : path
  return `${shown.length === 0 ? 'the entry' : formatPath(shown)} changed`
}

export interface StoredSpec {
  /** As it is stored, sealed. */
  spec: ListSpec
  /** Whether it moves to another namespace, in which the same names may mean other servers and values. */
  isMoved?: boolean
}

/**
 * Replaces masks by the stored secrets. A secret is restored only if no field changed that decides where it is sent or
 * whether it is shown. Otherwise its author must enter it again.
 * @param stored undefined for a new one
 */
export function restoreSecrets(
  types: SpecTypes,
  secrets: Secrets,
  given: ListSpec,
  stored: StoredSpec | undefined,
): Result<Record<string, unknown>, SegmentedProblem[]> {
  const whole = restoreVariables(given, stored?.spec, secrets)
  const written = isRecord(whole) ? whole : given
  const problems: SegmentedProblem[] = []
  const complain = (segments: Path, message: string) =>
    void problems.push({ path: formatPath(segments), message, segments: [...segments] })
  const before = stored?.spec ?? {}
  const environment = restorePart(
    environmentSchema,
    secrets,
    written[ENVIRONMENT] ?? [],
    before[ENVIRONMENT] ?? [],
  )
  const ofEnvironment =
    environment.changed === undefined ? undefined : labelOf([ENVIRONMENT, ...environment.changed])
  const ofSpec = stored?.isMoved === true ? 'namespace changed' : ofEnvironment
  const budget = { comparisons: MOST_COMPARISONS }
  /** The first change of an entry that could reveal the variables of the spec. */
  let ofEntries: string | undefined
  const entries = Object.entries(written).map(([key, list]) => {
    const type = types.get(key)
    if (type === undefined || !Array.isArray(list)) return [key, list]
    const known: unknown = before[key]
    const restored = list.map((_, index) => {
      const entry = restoreEntry(
        type.jsonSchema,
        secrets,
        list,
        index,
        Array.isArray(known) ? known : [],
        budget,
      )
      const place = [key, index]
      const reason = entry.changed === undefined || entry.isNew ? undefined : labelOf(entry.changed)
      ofEntries ??= entry.isNew
        ? `${formatPath(place)} is new`
        : reason === undefined
          ? undefined
          : `${formatPath(place)}.${reason}`
      for (const { path, message } of entry.problems) complain([...place, ...path], message)
      if (entry.problems.length > 0) return entry.value
      const change = reason ?? ofSpec
      if (change !== undefined) for (const path of entry.kept) complain([...place, ...path], again(change))
      return entry.value
    })
    return [key, restored]
  })
  for (const { path, message } of environment.problems) complain([ENVIRONMENT, ...path], message)
  const change = ofSpec ?? ofEntries
  if (environment.problems.length === 0 && change !== undefined)
    for (const path of environment.kept) complain([ENVIRONMENT, ...path], again(change))
  if (problems.length > 0) return fail(problems)
  const restored = Object.fromEntries(entries)
  return succeed(
    written[ENVIRONMENT] === undefined ? restored : { ...restored, [ENVIRONMENT]: environment.value },
  )
}
