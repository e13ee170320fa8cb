import { execFile } from 'node:child_process'
import { chmod, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { UNPRIVILEGED_ID } from '../commands/user-ids.ts'
import { StartFailure } from '../start-failure.ts'

/** How a program is started that refuses to run as root. */
export interface Rights {
  /** Program and arguments to put before it. */
  prefix: readonly string[]
  /** User and group to start as. */
  user?: { uid: number; gid: number }
  /** Whose its files are, where root decides. */
  owner?: { uid: number; gid: number }
}

export interface RightsOptions {
  /** Folder of the database files; need not exist yet. */
  databaseFolder: string
  /** A program that must be reachable. */
  program: string
  /** Whether user namespaces may be tried; false in tests of the other way. */
  userNamespaces?: boolean
}

/**
 * `daemon`, which every Linux has a name for, as PostgreSQL demands. Not `nobody`, as commands of checks run as that
 * (platform/commands) and would own the database.
 */
const DATABASE_USER = { uid: 1, gid: 1 }
const ROOT = { uid: 0, gid: 0 }
/** Inside the namespace root's own files belong to this user; any number but 0 would do. */
const mapped = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--']

function runs(command: readonly string[], user?: { uid: number; gid: number }): Promise<boolean> {
  const [file = '', ...args] = command
  return new Promise((resolve) => {
    execFile(file, args, { timeout: 10_000, cwd: '/', ...user }, (error) => resolve(error === null))
  })
}

/**
 * Decides how PostgreSQL runs without root's rights, which it insists on.
 * Not root: as the user one is. Root: in a user namespace, in which root's files belong to an ordinary user; where
 * namespaces are forbidden, as the user that owns the files already, or as `daemon`.
 * @throws StartFailure when no way is open
 */
export async function chooseRights(options: RightsOptions): Promise<Rights> {
  if (process.getuid?.() !== 0) return { prefix: [] }
  const { databaseFolder, program, userNamespaces = true } = options
  const owner = await stat(databaseFolder).then(
    ({ uid, gid }) => ({ uid, gid }),
    () => undefined,
  )
  const hand = async (uid: number, gid: number) => {
    if (owner !== undefined && owner.uid !== uid)
      await promisify(execFile)('chown', ['-R', `${uid}:${gid}`, databaseFolder])
  }
  if (owner !== undefined && ![0, UNPRIVILEGED_ID].includes(owner.uid))
    return { prefix: [], user: owner, owner }
  if (userNamespaces && (await runs([...mapped, program, '--version']))) {
    await hand(ROOT.uid, ROOT.gid)
    return { prefix: mapped, owner: ROOT }
  }
  // The folder above holds the generated key as well: others may pass through it, but not list it.
  const above = dirname(databaseFolder)
  await chmod(above, 0o711)
  const reachable =
    (await runs([program, '--version'], DATABASE_USER)) && (await runs(['test', '-x', above], DATABASE_USER))
  if (!reachable)
    throw new StartFailure(
      'PostgreSQL does not run as root, user namespaces are forbidden here, and other users cannot enter the folder of the program or of DATA_DIR: start Binnacle as an ordinary user, move both to a folder that others can enter, or set DATABASE_URL.',
    )
  await hand(DATABASE_USER.uid, DATABASE_USER.gid)
  return { prefix: [], user: DATABASE_USER, owner: DATABASE_USER }
}
