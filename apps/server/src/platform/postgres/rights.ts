import { execFile } from 'node:child_process'
import { chmod, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

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

/** `daemon`, which every Linux has a name for, as PostgreSQL demands. */
const DATABASE_USER = { uid: 1, gid: 1 }
/** Inside the namespace root's own files belong to this user; any number but 0 would do. */
const mapped = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--']

function runs(command: readonly string[]): Promise<boolean> {
  const [file = '', ...args] = command
  return new Promise((resolve) => {
    execFile(file, args, { timeout: 10_000, cwd: '/' }, (error) => resolve(error === null))
  })
}

/**
 * Decides how PostgreSQL, which refuses to run as root, is started. The product is never root on Linux; what is left here
 * is for tests that run as root, and for root elsewhere: PostgreSQL runs as the owner of its files, else in a user
 * namespace, in which root's files belong to an ordinary user, else as `daemon`, which gets the folder.
 */
export async function chooseRights(options: RightsOptions): Promise<Rights> {
  if (process.getuid?.() !== 0) return { prefix: [] }
  const { databaseFolder, program, userNamespaces = true } = options
  const owner = await stat(databaseFolder).then(
    ({ uid, gid }) => ({ uid, gid }),
    () => undefined,
  )
  if (owner !== undefined && owner.uid !== 0) return { prefix: [], user: owner, owner }
  if (userNamespaces && (await runs([...mapped, program, '--version'])))
    return { prefix: mapped, owner: { uid: 0, gid: 0 } }
  // Others may pass through the data folder, but not list it.
  await chmod(dirname(databaseFolder), 0o711)
  if (owner !== undefined)
    await promisify(execFile)('chown', ['-R', `${DATABASE_USER.uid}:${DATABASE_USER.gid}`, databaseFolder])
  return { prefix: [], user: DATABASE_USER, owner: DATABASE_USER }
}
