import { formatDuration, type Problem } from '@binnacle/contract'
import { createEgress } from '@binnacle/egress'
import {
  checkSecrets,
  createCanaryParser,
  findFiles,
  loadCheckTypes,
  readCanaryFile,
  runCheck,
} from '../modules/health/index.ts'
import { systemClock } from '../platform/clock.ts'
import { createCommandRunner } from '../platform/commands/index.ts'
import { readConfiguration } from '../platform/configuration.ts'
import { createLog } from '../platform/log.ts'
import { SERVER_VERSION } from '../platform/version.ts'

/** Exit codes, from good to bad; the worst check decides. */
const exitCodes = { healthy: 0, unhealthy: 1, unknown: 3 } as const
const INVALID = 2

const marks = { healthy: '✔', unhealthy: '✘', unknown: '?' } as const

function describeProblem(path: string, problem: Problem): string {
  const place = problem.line === undefined ? path : `${path}:${problem.line}:${problem.column ?? 1}`
  return `${place}: ${problem.path === '' ? '' : `${problem.path}: `}${problem.message}`
}

/**
 * Runs every check of a file (or folder) once and prints what came out.
 * @returns 0 when all are healthy, 1 when any is unhealthy, 3 when nothing worse than unknown, 2 when the file is not valid
 */
export async function checkRun(path: string): Promise<number> {
  const types = await loadCheckTypes()
  const parser = createCanaryParser(types)
  const found = await findFiles(path)
  if (!found.ok) {
    console.error(found.failure)
    return INVALID
  }
  const configuration = readConfiguration({
    ...process.env,
    DATABASE_URL: '',
    ADMIN_EMAIL: '',
    ADMIN_PASSWORD: '',
  })
  const settings = configuration.ok ? configuration.value : undefined
  const parts = {
    egress: createEgress({ deny: settings?.egressDeny ?? new Set() }),
    commands: createCommandRunner(settings?.execChecks ?? true),
    clock: systemClock,
    log: await createLog('silent'),
    userAgent: `Binnacle/${SERVER_VERSION}`,
  }
  const never = new AbortController().signal
  let worst = 0
  for (const file of found.value) {
    const text = await file.read()
    const content = text.ok
      ? readCanaryFile(parser, text.value, file.path)
      : { documents: [], problems: [{ path: '', message: text.failure }] }
    for (const problem of content.problems) console.error(describeProblem(file.path, problem))
    if (content.problems.length > 0) worst = Math.max(worst, INVALID)
    for (const { metadata, spec } of content.documents) {
      console.log(`\n${metadata.namespace}/${metadata.name}`)
      const runs = spec.checks.map(async (check) => ({
        check,
        result: await runCheck({ ...check, secrets: checkSecrets(check.type, check.input) }, parts, never),
      }))
      for (const { check, result } of await Promise.all(runs)) {
        if (result === undefined) continue
        const text = result.error ?? result.message ?? ''
        console.log(
          `  ${marks[result.state]} ${result.state.padEnd(9)} ${check.type.definition.type.padEnd(5)} ${check.spec.name}  ${formatDuration(result.duration)}${text === '' ? '' : `\n      ${text.replaceAll('\n', '\n      ')}`}`,
        )
        worst = worse(worst, exitCodes[result.state])
      }
    }
  }
  return worst
}

/** An invalid file is worse than an unhealthy check, which is worse than an unknown one. */
function worse(a: number, b: number): number {
  const order = [0, exitCodes.unknown, exitCodes.unhealthy, INVALID]
  return order.indexOf(a) >= order.indexOf(b) ? a : b
}
