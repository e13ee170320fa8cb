import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** User and group of commands if no id of the range is mapped. Exists on every Linux. */
export const UNPRIVILEGED_ID = 65_534

interface IdRange {
  first: number
  last: number
}

/** Ids that no distribution, container manager or directory assigns: "Unused" in https://systemd.io/UIDS-GIDS/. */
const UNUSED: IdRange = { first: 1_879_100_000, last: 1_879_165_535 }
/** Whether an id belongs to the range of scripts, so that nothing else should use it. */
export function isRunId(id: number): boolean {
  return id === UNPRIVILEGED_ID || (UNUSED.first <= id && id <= UNUSED.last)
}

/** Below 65520 systemd assigns ids to services; 65534 is `nobody`. */
const HIGHEST_OF_SMALL_MAP = 65_519
const IDS_OF_SMALL_MAP = 4_096

/** Parses /proc/PID/uid_map and gid_map: id inside, id outside, count. */
function parseMap(text: string): IdRange[] {
  return text.split('\n').flatMap((line) => {
    const [first = Number.NaN, , count = Number.NaN] = line.trim().split(/\s+/).map(Number)
    return Number.isInteger(first) && Number.isInteger(count) ? [{ first, last: first + count - 1 }] : []
  })
}

/**
 * Chooses the range of user ids for runs.
 * @param maps contents of uid_map and gid_map; an id must be mapped in both
 * @returns undefined if too few ids are mapped
 */
export function chooseRange(maps: readonly string[]): IdRange | undefined {
  const parsed = maps.map(parseMap)
  const isMapped = ({ first, last }: IdRange) =>
    parsed.every((ranges) => ranges.some((range) => range.first <= first && last <= range.last))
  if (isMapped(UNUSED)) return UNUSED
  const tops = parsed.map((ranges) =>
    Math.max(
      ...ranges
        .filter(({ first }) => first <= HIGHEST_OF_SMALL_MAP)
        .map(({ last }) => Math.min(last, HIGHEST_OF_SMALL_MAP)),
    ),
  )
  const last = Math.min(...tops)
  const small = { first: last - IDS_OF_SMALL_MAP + 1, last }
  return small.first > 0 && isMapped(small) ? small : undefined
}

export interface UserIds {
  /** Takes an id that no running command of this process has. Release it with `release`. */
  take(): number
  release(id: number): void
}

/** @param reserved ids of existing users, which are never taken */
export function createUserIds(range: IdRange, reserved: ReadonlySet<number>): UserIds {
  const taken = new Set<number>()
  const size = range.last - range.first + 1
  return {
    take() {
      // Start at a random id, so that several products on a machine seldom use the same one.
      const start = randomInt(size)
      for (let step = 0; step < size; step += 1) {
        const id = range.first + ((start + step) % size)
        if (taken.has(id) || reserved.has(id)) continue
        taken.add(id)
        return id
      }
      throw new Error('every user id for runs is taken')
    },
    release: (id) => {
      taken.delete(id)
    },
  }
}

/** Ids of all users and groups with a name. */
async function namedIds(): Promise<Set<number>> {
  const texts = await Promise.all(
    ['/etc/passwd', '/etc/group'].map((path) => readFile(path, 'utf8').catch(() => '')),
  )
  return new Set(texts.flatMap((text) => text.split('\n').map((line) => Number(line.split(':')[2]))))
}

/** The ids for runs on this machine; undefined if too few are mapped. */
export async function openUserIds(): Promise<UserIds | undefined> {
  const maps = await Promise.all(
    ['/proc/self/uid_map', '/proc/self/gid_map'].map((path) => readFile(path, 'utf8').catch(() => '')),
  )
  const range = chooseRange(maps)
  return range === undefined ? undefined : createUserIds(range, await namedIds())
}
