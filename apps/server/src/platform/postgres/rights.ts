import { execFile } from 'node:child_process'
import { chmod, chown, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StartFailure } from '../start-failure.ts'

/** How a program is started that refuses to run as root. */
export interface Rights {
  /** Program and arguments to put before it. */
  prefix: readonly string[]
  /** User and group to start as. */
  user?: { uid: number; gid: number }
}

export interface RightsOptions {
  /** Folder of the database files; need not exist yet. */
  databaseFolder: string
  /** A program that must be reachable. */
  program: string
  /** Whether user namespaces may be tried; false in tests of the other way. */
  userNamespaces?: boolean
}

const NOBODY = { uid: 65_534, gid: 65_534 }
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
 * namespaces are forbidden, as the user that owns the files already, or as nobody.
 * @throws StartFailure when no way is open
 */
export async function chooseRights(options: RightsOptions): Promise<Rights> {
  if (process.getuid?.() !== 0) return { prefix: [] }
  const owner = await stat(options.databaseFolder).then(
    ({ uid, gid }) => ({ uid, gid }),
    () => undefined,
  )
  if (owner !== undefined && owner.uid !== 0) return { prefix: [], user: owner }
  if (options.userNamespaces !== false && (await runs([...mapped, options.program, '--version'])))
    return { prefix: mapped }
  // The folder above holds the generated key as well: others may pass through it, but not list it.
  const above = dirname(options.databaseFolder)
  await chmod(above, 0o711)
  const reachable =
    (await runs([options.program, '--version'], NOBODY)) && (await runs(['test', '-x', above], NOBODY))
  if (!reachable)
    throw new StartFailure(
      'PostgreSQL does not run as root, user namespaces are forbidden here, and other users cannot enter the folder of the program or of DATA_DIR: start Binnacle as an ordinary user, move both to a folder that others can enter, or set DATABASE_URL.',
    )
  if (owner !== undefined) await chown(options.databaseFolder, NOBODY.uid, NOBODY.gid)
  return { prefix: [], user: NOBODY }
}
