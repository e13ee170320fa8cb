#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { MISUSE } from './misuse.ts'
import { RequestError } from './platform/http/errors.ts'
import { StartFailure } from './platform/start-failure.ts'

// Keeps the JavaScript of the TypeScript files: later starts are faster and need no compiler in memory.
enableCompileCache(fileURLToPath(new URL('../../../.cache/node', import.meta.url)))

// With much free memory V8 lets garbage grow to several times of what is used: docs/decisions/0106-memory.md.
setFlagsFromString('--heap-growing-percent=50')

const usage = `Usage: binnacle [command]

  serve [--canaries PATH]…   Run the product (the default). PATH is a file or folder of checks in YAML; may be repeated.
  check run FILE             Run the checks of a file once. Ends with 0 when all are healthy, 1 when any is unhealthy,
                             3 when any is unknown, 2 when the file or a setting is not valid or there is no check.
  migrate                    Bring the database at DATABASE_URL up to date.
  user add EMAIL --name NAME [--role ROLE] [--password-stdin]
                             Create an account, with the password on standard input; without one, print a link with
                             which the person creates it. ROLE is viewer unless given.
  token create EMAIL --name NAME [--role ROLE] [--days DAYS]
                             Print an access token that acts as the person with this address. ROLE is viewer and DAYS
                             90 unless given.
  audit verify [--expect DIGEST@NUMBER]… [--old-keys-stdin]
                             Find the first row of the audit log that was changed, removed, added or moved. Ends with 0
                             when the log is intact, 1 when not. --expect finds rows that are missing at the end;
                             --old-keys-stdin reads secret keys of the past, one a line.
  audit head                 Print the newest digest of the audit log as DIGEST@NUMBER, to keep it elsewhere.

Settings are environment variables; docs/reference/configuration.md lists them.`

interface Options {
  canaries: readonly string[]
  name?: string | undefined
  role?: string | undefined
  days?: string | undefined
  'password-stdin': boolean
  expect: readonly string[]
  'old-keys-stdin': boolean
}

/** Commands load what they need when they run. */
async function run(words: readonly string[], options: Options): Promise<number> {
  const { canaries, name, role = 'viewer', days = '90' } = options
  const [command = 'serve', ...rest] = words
  if (command !== 'serve' && canaries.length > 0) return misuse('--canaries goes with serve only.')
  if (command === 'serve' && rest.length === 0) return (await import('./commands/serve.ts')).serve(canaries)
  if (command === 'migrate' && rest.length === 0) return (await import('./commands/migrate.ts')).migrate()
  const [verb, file] = rest
  if (command === 'check' && verb === 'run' && file !== undefined && rest.length === 2)
    return (await import('./commands/check-run.ts')).checkRun(file)
  if (command === 'user' && verb === 'add' && file !== undefined && rest.length === 2 && name !== undefined)
    return (await import('./commands/user-add.ts')).userAdd({
      email: file,
      name,
      role,
      passwordFromInput: options['password-stdin'],
    })
  if (
    command === 'token' &&
    verb === 'create' &&
    file !== undefined &&
    rest.length === 2 &&
    name !== undefined
  )
    return (await import('./commands/token-create.ts')).tokenCreate({ email: file, name, role, days })
  if (command === 'audit' && verb === 'verify' && rest.length === 1)
    return (await import('./commands/audit.ts')).auditVerify({
      expect: options.expect,
      oldKeysFromInput: options['old-keys-stdin'],
    })
  if (command === 'audit' && verb === 'head' && rest.length === 1)
    return (await import('./commands/audit.ts')).auditHead()
  return misuse(usage)
}

function misuse(text: string): number {
  console.error(text)
  return MISUSE
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      canaries: { type: 'string', multiple: true, default: [] },
      name: { type: 'string' },
      role: { type: 'string' },
      days: { type: 'string' },
      'password-stdin': { type: 'boolean', default: false },
      expect: { type: 'string', multiple: true, default: [] },
      'old-keys-stdin': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
      version: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(usage)
    return 0
  }
  if (values.version) {
    console.log((await import('./platform/version.ts')).SERVER_VERSION)
    return 0
  }
  return run(positionals, values)
}

try {
  process.exitCode = await main()
} catch (error) {
  // Reasons that a person can act on are one sentence; anything else is a defect and shows where.
  const isUsage =
    error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  if (error instanceof StartFailure || error instanceof RequestError || isUsage)
    console.error(`\n${error.message}\n`)
  else console.error(error)
  process.exitCode = isUsage ? MISUSE : 1
}
