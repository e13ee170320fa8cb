import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { isRunId } from '../commands/user-ids.ts'
import { StartFailure } from '../start-failure.ts'

/** The user that the product runs as when root starts it. */
export interface Account {
  uid: number
  gid: number
  /** Undefined if the machine has no user with this number. */
  name?: string
  /** Home folder; `/` if the user has none. */
  home: string
  /** Supplementary groups. */
  groups: readonly number[]
}

/** The setting RUN_AS: names or numbers. */
export interface RunAs {
  user: string
  group?: string
}

/** Every Linux has this user, and it has a name, which PostgreSQL requires. */
const DEFAULT_USER = 'daemon'

/**
 * Reads the fields of an entry from all sources of the machine with `getent`, or from the file if `getent` is
 * missing.
 */
function lookUp(table: 'passwd' | 'group', key: string): string[] | undefined {
  const matches = (fields: readonly string[]) => fields[0] === key || fields[2] === key
  try {
    const found = execFileSync('getent', [table, key], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return found.split('\n')[0]?.split(':')
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing) return undefined
    const lines = readFileSync(`/etc/${table}`, 'utf8').split('\n')
    return lines.map((line) => line.split(':')).find(matches)
  }
}

const isNumber = (text: string) => /^\d+$/.test(text)

function groupId(group: string): number {
  const id = lookUp('group', group)?.[2] ?? (isNumber(group) ? group : undefined)
  if (id === undefined) throw new StartFailure(`RUN_AS: this machine has no group "${group}".`)
  return Number(id)
}

/** Lists the groups that the machine gives a user, without groups that only root should use. */
function groupsOf(name: string): number[] {
  const listed = execFileSync('id', ['-G', name], { encoding: 'utf8' })
  return listed
    .trim()
    .split(' ')
    .map(Number)
    .filter((id) => id > 0)
}

function refuse({ uid, gid }: Account, what: string): void {
  if (uid === 0 || gid === 0)
    throw new StartFailure(
      `RUN_AS: ${what} is root or in root's group; name an ordinary user, such as RUN_AS=daemon.`,
    )
  if (isRunId(uid))
    throw new StartFailure(
      // Such scripts could read the key of the product.
      `RUN_AS: scripts of checks may run as ${what}; name another user, such as RUN_AS=daemon.`,
    )
}

/**
 * Looks up the user that RUN_AS names.
 * @throws StartFailure when the machine has no such user or group, or the product must not run as it
 */
export function findAccount({ user, group }: RunAs): Account {
  const [name, , uid, gid, , home] = lookUp('passwd', user) ?? []
  if (uid === undefined && !isNumber(user))
    throw new StartFailure(`RUN_AS: this machine has no user "${user}".`)
  const account = {
    uid: Number(uid ?? user),
    gid: group === undefined ? Number(gid ?? user) : groupId(group),
    ...(name === undefined ? {} : { name }),
    home: home === undefined || home === '' ? '/' : home,
    groups: name !== undefined && group === undefined ? groupsOf(name) : [],
  }
  refuse(account, `"${group === undefined ? user : `${user}:${group}`}"`)
  return account
}

/**
 * Chooses the user that the product runs as: the user that RUN_AS names, otherwise the owner of the data folder,
 * otherwise `daemon`. Without RUN_AS the product gets no supplementary groups, because nobody granted it their
 * rights.
 * @param owner owner of the data folder; undefined if the folder does not exist or is not used
 * @throws StartFailure as `findAccount` does
 */
export function chooseAccount(
  runAs: RunAs | undefined,
  owner: { uid: number; gid: number } | undefined,
): Account {
  if (runAs !== undefined) return findAccount(runAs)
  const isOwned = owner !== undefined && owner.uid !== 0 && !isRunId(owner.uid)
  const user = isOwned ? String(owner.uid) : DEFAULT_USER
  const group = isOwned && owner.gid !== 0 ? { group: String(owner.gid) } : {}
  return { ...findAccount({ user, ...group }), groups: [] }
}

/** Name or number of a user, for messages. */
export function describeAccount({ name, uid }: Account): string {
  return name ?? String(uid)
}

/** Runs synchronous work with the rights of an account. Only root can do this. */
export function asAccount<Value>(account: Account, work: () => Value): Value {
  const { gid, groups, uid } = account
  const own = process.getgroups?.() ?? []
  process.setgroups?.([...groups])
  process.setegid?.(gid)
  process.seteuid?.(uid)
  try {
    return work()
  } finally {
    process.seteuid?.(0)
    process.setegid?.(0)
    process.setgroups?.(own)
  }
}
