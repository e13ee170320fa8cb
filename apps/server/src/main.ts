#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { findCommand, type Command } from './commands/find-command.ts'
import { MISUSE } from './misuse.ts'
import { RequestError } from './platform/errors.ts'
import { StartFailure } from './platform/start-failure.ts'
import { SUPERVISED_VARIABLE } from './platform/starter/crash.ts'
import { codeCache, hasStrippedTypes } from './platform/starter/code-cache.ts'

// A start without strip-types.mjs, such as that of root's first process, is faster with Node's own cache.
const cache = codeCache()
if (cache !== undefined && !hasStrippedTypes()) enableCompileCache(cache)

// With much free memory V8 lets garbage grow to several times the used memory. Measured with 5,000 HTTP checks every ten
// seconds: 266 MiB with this and `--max-semi-space-size=8` of package.json, 410 to 550 MiB with neither, at the same speed.
setFlagsFromString('--heap-growing-percent=50')

const usage = `Usage: binnacle [command]

  serve [--canaries PATH]…   Run the product (the default). PATH is a file or folder of checks in YAML; may be repeated.
  check run FILE [--artifacts FOLDER]
                             Run the checks of a file once. Ends with 0 when all are healthy, 1 when any is unhealthy,
                             3 when any is unknown, 2 when the file or a setting is not valid or there is no check.
                             --artifacts writes the files that scripts leave (their artifacts) into FOLDER.
  scrape run FILE [--json]   Run the scrapers of a file once, and print what a run would store. Ends with 0 when nothing
                             failed, 1 when anything did, 2 when the file or a setting is not valid or there is no
                             scraper. --json prints all of it.
  topology run FILE [--json] Run the topologies of a file once, and print the tree that a run would store. Ends with 0 when
                             nothing failed, 1 when anything did, 2 when the file or a setting is not valid or there is no
                             topology. --json prints all of it.
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

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      canaries: { type: 'string', multiple: true, default: [] },
      name: { type: 'string' },
      role: { type: 'string' },
      days: { type: 'string' },
      artifacts: { type: 'string' },
      json: { type: 'boolean', default: false },
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
  const command = findCommand({ ...values, words: positionals })
  if (typeof command !== 'string') return run(command)
  console.error(command === '' ? usage : command)
  return MISUSE
}

/** Commands do not run as root; settings decide as whom they do. */
async function run(command: Command): Promise<number> {
  const isSimple = process.getuid?.() !== 0 && (process.env['RUN_AS'] ?? '') === ''
  // The product that is supervised, and each command that ends by itself.
  const isInPlace = command.kind !== 'serve' || process.env[SUPERVISED_VARIABLE] !== undefined
  if (isSimple && isInPlace) return command.run()
  const { runAsUser } = await import('./commands/as-user.ts')
  return runAsUser(command, process.argv.slice(2))
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
  // Where 1 means that a check is unhealthy, or a scraper or a topology met a fault, what kept them from running must not be 1.
  process.exitCode =
    isUsage ||
    (error instanceof StartFailure && ['check', 'scrape', 'topology'].includes(process.argv[2] ?? ''))
      ? MISUSE
      : 1
}
