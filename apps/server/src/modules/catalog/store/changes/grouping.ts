import { HOUR } from '@binnacle/contract/core'
import type { Json } from '@binnacle/plugin-kit/core'
import type { Difference } from '../documents/json-patch.ts'

/** Changes that are alike are one group while each follows within this time on one before it. Milliseconds. */
export const GROUP_WINDOW = HOUR
/** A group begins again after this time, so that readers of a time need to look no further back. Milliseconds. */
export const LONGEST_GROUP = 24 * HOUR

/** A change before it is known whether it belongs to a group. */
export interface NewChange {
  configId: string
  /** Empty where its source has no name for it. */
  externalId: string | undefined
  /** Type of its item. */
  itemType: string
  type: string
  severity: string | undefined
  source: string | undefined
  summary: string | undefined
  /** Person of the product who did it. */
  createdBy: string | undefined
  /** Who did it, as the source names them, where that is no person of the product. */
  by: string | undefined
  at: Date
  /** Whether its source said when it happened. */
  isTimed: boolean
  fingerprint: Buffer | undefined
  diff: string | undefined
  patches: Json | undefined
  details: Json | undefined
  changed: readonly Difference[] | undefined
  /** Digest of details and time: the same name with another digest is another occurrence. */
  digest: string
  /** Whether the document of the item has changed. */
  ofDocument: boolean
}

/** A stored group, as far as grouping needs it. */
export interface Group {
  id: string
  configId: string
  fingerprint: Buffer | undefined
  first: Date
  last: Date
  count: number
}

/** A name of a change in its source. */
export interface ChangeKey {
  configId: string
  externalId: string
  changeId: string
  digest: string
}

/** What is to be written of some changes. */
export interface GroupedChanges {
  /** Groups that are new or have more occurrences, with their newest change. */
  groups: readonly (Group & { change: NewChange; isNew: boolean })[]
  occurrences: readonly { changeId: string; number: number; change: NewChange }[]
  /** All that were seen, so that they are remembered for longer. */
  keys: readonly ChangeKey[]
  stored: number
  grouped: number
}

/** A group while changes are put into groups. */
interface OpenGroup extends Group {
  isNew: boolean
  /** The newest of those that were added. */
  change?: NewChange
}

function fingerprintKey(configId: string, fingerprint: Buffer): string {
  return `${configId} ${fingerprint.toString('hex')}`
}

function isNear(group: Group, at: number): boolean {
  const [first, last] = [group.first.getTime(), group.last.getTime()]
  return (
    at >= first - GROUP_WINDOW &&
    at <= last + GROUP_WINDOW &&
    Math.max(last, at) - Math.min(first, at) <= LONGEST_GROUP
  )
}

/**
 * Puts changes into groups. Each change that was not told before is an occurrence of exactly one group.
 * @param changes the earliest first
 * @param newId makes the id of a group that begins at an instant
 */
export function groupChanges(
  changes: readonly NewChange[],
  knownGroups: readonly Group[],
  knownKeys: readonly ChangeKey[],
  newId: (at: Date) => string,
): GroupedChanges {
  const byId = new Map<string, OpenGroup>()
  const byFingerprint = new Map<string, OpenGroup[]>()
  const keys = new Map(knownKeys.map((key) => [`${key.configId} ${key.externalId}`, key]))
  const seen = new Map<string, ChangeKey>()
  const occurrences: { changeId: string; number: number; change: NewChange }[] = []
  let [stored, grouped] = [0, 0]

  function keep(group: OpenGroup): void {
    byId.set(group.id, group)
    if (group.fingerprint === undefined) return
    const key = fingerprintKey(group.configId, group.fingerprint)
    byFingerprint.set(key, [...(byFingerprint.get(key) ?? []), group])
  }
  for (const group of knownGroups) if (!byId.has(group.id)) keep({ ...group, isNew: false })

  function groupOf(change: NewChange, key: ChangeKey | undefined) {
    const named = key === undefined ? undefined : byId.get(key.changeId)
    if (named !== undefined) return named
    if (change.fingerprint === undefined) return undefined
    const alike = byFingerprint.get(fingerprintKey(change.configId, change.fingerprint)) ?? []
    return alike.findLast((group) => isNear(group, change.at.getTime()))
  }

  for (const change of changes) {
    const name = change.externalId === undefined ? undefined : `${change.configId} ${change.externalId}`
    const key = name === undefined ? undefined : keys.get(name)
    if (key !== undefined && key.digest === change.digest) {
      seen.set(`${name}`, key)
      continue
    }
    let group = groupOf(change, key)
    if (group === undefined) {
      group = {
        id: newId(change.at),
        configId: change.configId,
        fingerprint: change.fingerprint,
        first: change.at,
        last: change.at,
        count: 0,
        isNew: true,
      }
      keep(group)
      stored += 1
    } else grouped += 1
    group.count += 1
    if (group.change === undefined || change.at >= group.last) group.change = change
    if (change.at < group.first) group.first = change.at
    if (change.at > group.last) group.last = change.at
    occurrences.push({ changeId: group.id, number: group.count, change })
    if (name !== undefined && change.externalId !== undefined) {
      const groupingKey = {
        configId: change.configId,
        externalId: change.externalId,
        changeId: group.id,
        digest: change.digest,
      }
      keys.set(name, groupingKey)
      seen.set(name, groupingKey)
    }
  }
  return {
    groups: [...byId.values()].flatMap((group) =>
      group.change === undefined ? [] : [{ ...group, change: group.change }],
    ),
    occurrences,
    keys: [...seen.values()],
    stored,
    grouped,
  }
}
