import { fail, formatDuration, type Problem } from '@binnacle/contract'
import { createEgress } from '@binnacle/egress'
import { createScriptEngine, type ScriptEngine } from '@binnacle/scripting'
import { createTaskPool, type TaskPool } from '@binnacle/scripting/tasks'
import {
  createCanaryParser,
  findFiles,
  loadCheckTypes,
  readCanaryFile,
  retryPlan,
  runUnsaved,
} from '../modules/health/index.ts'
import { systemClock } from '../platform/clock.ts'
import { createCommandRunner } from '../platform/commands/index.ts'
import { createLog } from '../platform/log.ts'
import { createReferences } from '../platform/references/index.ts'
import { SERVER_VERSION } from '../platform/version.ts'
import { MISUSE } from '../misuse.ts'
import { readSettings } from './settings.ts'

const exitCodes = { healthy: 0, unhealthy: 1, unknown: 3 } as const
/** From good to bad; the worst decides. */
const badness: readonly number[] = [exitCodes.healthy, exitCodes.unknown, exitCodes.unhealthy, MISUSE]

const marks = { healthy: '✔', unhealthy: '✘', unknown: '?' } as const

function describeProblem(path: string, problem: Problem): string {
  const place = problem.line === undefined ? path : `${path}:${problem.line}:${problem.column ?? 1}`
  return `${place}: ${problem.path === '' ? '' : `${problem.path}: `}${problem.message}`
}

/**
 * Runs every check of a file (or folder) once and prints what came out.
 * @returns 0 when all are healthy, 1 when any is unhealthy, 3 when nothing worse than unknown, 2 when the file or the
 * settings are not valid, or there is no check
 */
export async function checkRun(path: string): Promise<number> {
  const scripts = createScriptEngine({ now: () => systemClock.now() })
  const tasks = createTaskPool()
  try {
    return await runFiles(path, scripts, tasks)
  } finally {
    await scripts.close()
    await tasks.close()
  }
}

async function runFiles(path: string, scripts: ScriptEngine, tasks: TaskPool): Promise<number> {
  const settings = readSettings(['DATABASE_URL', 'ROLE', 'ADMIN_EMAIL', 'ADMIN_PASSWORD'])
  if (settings === undefined) return MISUSE
  const types = await loadCheckTypes()
  const parser = createCanaryParser(types, tasks)
  const found = await findFiles(path)
  if (!found.ok) {
    console.error(found.failure)
    return MISUSE
  }
  const parts = {
    egress: createEgress({ deny: settings.egressDeny }),
    commands: createCommandRunner(settings.execChecks),
    scripts,
    tasks,
    clock: systemClock,
    log: await createLog('silent'),
    userAgent: `Binnacle/${SERVER_VERSION}`,
  }
  const sources = {
    connections: {
      find: async () => fail('stored connections can be looked up by a running server only'),
    },
    references: createReferences(settings.references, systemClock),
  }
  const never = new AbortController().signal
  const codes: number[] = []
  for (const file of found.value) {
    const text = await file.read()
    const content = text.ok
      ? await readCanaryFile(parser, text.value, file.path)
      : { documents: [], problems: [{ path: '', message: text.failure }] }
    for (const problem of content.problems) console.error(describeProblem(file.path, problem))
    if (content.problems.length > 0) codes.push(MISUSE)
    for (const { metadata, spec } of content.documents) {
      console.log(`\n${metadata.namespace}/${metadata.name}`)
      const runs = spec.checks.map(async (check) => ({
        check,
        result: await runUnsaved(
          check,
          { namespace: metadata.namespace, retries: retryPlan(spec.retries, check.spec.retries) },
          { runner: parts, sources },
          never,
        ),
      }))
      for (const { check, result } of await Promise.all(runs)) {
        if (result === undefined) continue
        const text = result.error ?? result.message ?? ''
        console.log(
          `  ${marks[result.state]} ${result.state.padEnd(9)} ${check.type.definition.type.padEnd(5)} ${check.spec.name}  ${formatDuration(result.duration)}${text === '' ? '' : `\n      ${text.replaceAll('\n', '\n      ')}`}`,
        )
        codes.push(exitCodes[result.state])
        for (const { name, result: own } of result.transformed ?? [])
          console.log(
            `    ${marks[own.state]} ${own.state.padEnd(9)} ${name}  ${own.error ?? own.message ?? ''}`,
          )
      }
    }
  }
  if (codes.length === 0) {
    console.error(`${path} holds no check`)
    return MISUSE
  }
  return codes.toSorted((a, b) => badness.indexOf(b) - badness.indexOf(a))[0] ?? MISUSE
}
