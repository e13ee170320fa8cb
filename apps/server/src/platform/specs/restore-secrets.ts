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
import { ENVIRONMENT, environmentSchema, type ListSpec, type SpecTypes } from './types.ts'

type Path = readonly (string | number)[]

const NOTHING_STORED = 'there is no stored secret to keep; enter it'

function nameOf(item: unknown): string | undefined {
  const name = isRecord(item) ? item['name'] : undefined
  return typeof name === 'string' ? name.trim() : undefined
}

/** Finds the stored item for an item of a list: by name, or by position if items have no names. */
function counterpart(list: readonly unknown[], before: readonly unknown[], index: number): unknown {
  const name = nameOf(list[index])
  if (name === undefined || nameOf(before[index]) === name) return before[index]
  const [found, ...others] = before.filter((item) => nameOf(item) === name)
  return others.length === 0 ? found : undefined
}

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

/** A part of a spec with restored secrets, and its difference from the stored part. */
interface Restored {
  value: unknown
  /** Paths of the masks. */
  kept: readonly Path[]
  problems: readonly { path: Path; message: string }[]
  /** The first changed field that decides where secrets are sent. */
  changed: Path | undefined
}

function restorePart(node: SchemaNode, secrets: Secrets, written: unknown, stored: unknown): Restored {
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
  const before = mapSecrets(node, stored, (sealed) => {
    const opened = secrets.unseal(sealed)
    return opened.ok ? opened.value : sealed
  })
  return { value, kept, problems, changed: firstDifference(bindingOf(node, before), bindingOf(node, value)) }
}

/** Most comparisons with checks of other names in one spec, because more would block the process. */
const MOST_COMPARISONS = 200

/** Restores one check of a list from the stored check of its name, or from one with the same destination fields. */
function restoreCheck(
  node: SchemaNode,
  secrets: Secrets,
  list: readonly unknown[],
  index: number,
  before: readonly unknown[],
  budget: { comparisons: number },
): Restored & { isNew: boolean } {
  const written = list[index]
  const same = before.find((check) => nameOf(check) !== undefined && nameOf(check) === nameOf(written))
  if (same !== undefined) return { ...restorePart(node, secrets, written, same), isNew: false }
  for (const check of before) {
    budget.comparisons -= 1
    if (budget.comparisons < 0) break
    const renamed = restorePart(node, secrets, written, check)
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
  return `${shown.length === 0 ? 'the check' : formatPath(shown)} changed`
}

export interface StoredSpec {
  /** As it is stored, sealed. */
  spec: ListSpec
  /** Whether the canary moves to another namespace, in which the same names may mean other servers and values. */
  isMoved?: boolean
}

/**
 * Replaces masks by the stored secrets. A secret is restored only if no field changed that decides where it is sent or
 * whether it is shown. Otherwise its author must enter it again.
 * @param stored undefined for a new canary
 */
export function restoreSecrets(
  types: SpecTypes,
  secrets: Secrets,
  written: ListSpec,
  stored: StoredSpec | undefined,
): Result<Record<string, unknown>, SegmentedProblem[]> {
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
  const ofCanary = stored?.isMoved === true ? 'namespace changed' : ofEnvironment
  const budget = { comparisons: MOST_COMPARISONS }
  /** The first change of a check that could reveal the variables of the canary. */
  let ofChecks: string | undefined
  const entries = Object.entries(written).map(([key, list]) => {
    const type = types.get(key)
    if (type === undefined || !Array.isArray(list)) return [key, list]
    const known: unknown = before[key]
    const checks = list.map((_, index) => {
      const check = restoreCheck(
        type.jsonSchema,
        secrets,
        list,
        index,
        Array.isArray(known) ? known : [],
        budget,
      )
      const place = [key, index]
      const reason = check.changed === undefined || check.isNew ? undefined : labelOf(check.changed)
      ofChecks ??= check.isNew
        ? `${formatPath(place)} is new`
        : reason === undefined
          ? undefined
          : `${formatPath(place)}.${reason}`
      for (const { path, message } of check.problems) complain([...place, ...path], message)
      if (check.problems.length > 0) return check.value
      const change = reason ?? ofCanary
      if (change !== undefined) for (const path of check.kept) complain([...place, ...path], again(change))
      return check.value
    })
    return [key, checks]
  })
  for (const { path, message } of environment.problems) complain([ENVIRONMENT, ...path], message)
  const change = ofCanary ?? ofChecks
  if (environment.problems.length === 0 && change !== undefined)
    for (const path of environment.kept) complain([ENVIRONMENT, ...path], again(change))
  if (problems.length > 0) return fail(problems)
  const restored = Object.fromEntries(entries)
  return succeed(
    written[ENVIRONMENT] === undefined ? restored : { ...restored, [ENVIRONMENT]: environment.value },
  )
}
