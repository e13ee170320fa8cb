import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { StartFailure } from '../start-failure.ts'
import { type Account, describeAccount } from './account.ts'
import type { MountWords } from './reach.ts'

/** How a process of root starts a program as the product's user. */
export interface ProductCommand {
  /** Program and arguments to put before those of the product. */
  prefix: readonly [string, ...string[]]
  /** User and group to start as, if the prefix does not change the user because `setpriv` is missing. */
  user?: { uid: number; gid: number }
}

export interface ProductCommandOptions {
  account: Account
  mounts: MountWords
  /** Whether the product may listen on ports below 1024. */
  lowPort: boolean
  /** Whether the product ends with the process that starts it. */
  endsWithParent: boolean
  /** A file that the product must be able to read. */
  program: string
}

const enter = fileURLToPath(new URL('enter.sh', import.meta.url))

/** Numbers of capabilities (capabilities(7)). */
const capabilities = { net_bind_service: 10n, net_raw: 13n } as const

/** Returns which of our capabilities this process may pass on. A container may have removed some. */
function available(): (name: keyof typeof capabilities) => boolean {
  const bounding = /^CapBnd:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'
  return (name) => ((BigInt(`0x${bounding}`) >> capabilities[name]) & 1n) === 1n
}

function dropRights({ account, lowPort, endsWithParent }: ProductCommandOptions): string[] {
  const has = available()
  const inherited = lowPort && has('net_bind_service') ? ['+net_bind_service'] : []
  // `ping` gets the right to send packets from its file, but only if this process may pass the right on.
  const bounding = has('net_raw') ? ['+net_raw', ...inherited] : inherited
  return [
    'setpriv',
    `--reuid=${account.uid}`,
    `--regid=${account.gid}`,
    account.groups.length > 0 ? `--groups=${account.groups.join(',')}` : '--clear-groups',
    `--bounding-set=${['-all', ...bounding].join(',')}`,
    `--inh-caps=${['-all', ...inherited].join(',')}`,
    `--ambient-caps=${['-all', ...inherited].join(',')}`,
    ...(endsWithParent ? ['--pdeathsig=KILL'] : []),
    '--',
  ]
}

/** Runs a program with the command. @returns undefined if it works, otherwise the error output */
function fails({ prefix, user }: ProductCommand, program: string): string | undefined {
  const [file, ...before] = prefix
  const { status, error, stderr } = spawnSync(file, [...before, 'test', '-r', program], {
    encoding: 'utf8',
    timeout: 10_000,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...user,
  })
  if (status === 0) return undefined
  return error?.message ?? (stderr.trim().split('\n').at(-1) || `no right to read ${program}`)
}

const WHAT_ELSE =
  'move both to a folder that everyone can enter, name another user with RUN_AS, or start Binnacle as an ordinary user'

/**
 * Finds a way to start the product as an account.
 * @throws StartFailure if no way works
 */
export function findProductCommand(options: ProductCommandOptions): ProductCommand {
  const { account, mounts, program } = options
  const enterShell: [string, ...string[]] = ['sh', enter]
  const candidates: ProductCommand[] =
    mounts.length > 0
      ? [
          {
            prefix: [
              'unshare',
              '--mount',
              '--propagation',
              'private',
              '--',
              ...enterShell,
              ...mounts,
              'in',
              process.cwd(),
              '--',
              ...dropRights(options),
            ],
          },
        ]
      : [
          { prefix: [...enterShell, '--', ...dropRights(options)] },
          { prefix: [...enterShell, '--'], user: { uid: account.uid, gid: account.gid } },
        ]
  const reasons: string[] = []
  for (const candidate of candidates) {
    const reason = fails(candidate, program)
    if (reason === undefined) return candidate
    reasons.push(reason)
  }
  const name = describeAccount(account)
  throw new StartFailure(
    mounts.length === 0
      ? `Binnacle was started by root and cannot go on as the user ${name} (${reasons[0]}): make the folder of the program readable for that user, name another user with RUN_AS, or start Binnacle as an ordinary user.`
      : `Binnacle does not run as root, the user ${name} cannot enter the folder of the program or of DATA_DIR, and they cannot be shown to it elsewhere (${reasons[0]}): ${WHAT_ELSE}.`,
  )
}
