import { execFile } from 'node:child_process'
import { chmod, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

/** How to start a program that refuses to run as root. */
export interface Rights {
  /** Program and arguments to put before it. */
  prefix: readonly string[]
  /** User and group of the program. */
  user?: { uid: number; gid: number }
  /** Owner of the program's files, if root has to set one. */
  owner?: { uid: number; gid: number }
}

export interface RightsOptions {
  /** Folder of the database files. It need not exist yet. */
  databaseFolder: string
  /** A program that the user must be able to reach. */
  program: string
  /** Whether to try user namespaces. Tests of the alternative set false. */
  userNamespaces?: boolean
}

/** `daemon`: every Linux has a name for this user, and PostgreSQL needs a name. */
const DATABASE_USER = { uid: 1, gid: 1 }
/** In the namespace, root's files belong to this user. Any number except 0 works. */
const mapped = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--']

function runs(command: readonly string[]): Promise<boolean> {
  const [file = '', ...args] = command
  return new Promise((resolve) => {
    execFile(file, args, { timeout: 10_000, cwd: '/' }, (error) => resolve(error === null))
  })
}

/**
 * Decides how to start PostgreSQL, which refuses to run as root. The product never runs as root on Linux, so this
 * serves tests that run as root, and root on other systems. PostgreSQL then runs as the owner of its files; otherwise
 * in a user namespace in which root's files belong to an ordinary user; otherwise as `daemon`, which becomes the
 * owner of the folder.
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
  // Other users may traverse the data folder, but not list it.
  await chmod(dirname(databaseFolder), 0o711)
  if (owner !== undefined)
    await promisify(execFile)('chown', ['-R', `${DATABASE_USER.uid}:${DATABASE_USER.gid}`, databaseFolder])
  return { prefix: [], user: DATABASE_USER, owner: DATABASE_USER }
}
