import { randomFillSync } from 'node:crypto'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import { createRedactor, redactDeep } from '@binnacle/contract/redact'
import { type ScriptError, scriptError } from './failure.ts'
import type { Job, Outcome } from './job.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { tryHere } from './placement.ts'
import { createRandom } from './random.ts'
import type { Script } from './script.ts'
import { suggestion } from './suggest.ts'
import { createPool } from './worker/pool.ts'
import { isRecord } from '@binnacle/contract/schema'

/** The environment of a script. Values are those of JSON, and times (`Date`) and integers (`bigint`). */
export interface ScriptEnvironment {
  variables: Readonly<Record<string, unknown>>
  /** JSON in which a JSONPath starts, instead of at the variables. */
  document?: unknown
  /** Variables that are lengths of time, in milliseconds: `elapsed`, `sslAge`. */
  durations?: Readonly<Record<string, number>>
  /**
   * Functions without arguments, such as `last_result`, with their results. `check` returns which of them a script
   * calls.
   */
  given?: Readonly<Record<string, unknown>>
  /** Values that results and errors must not contain, in any encoding. */
  secrets?: readonly string[]
  /**
   * Keeps secrets in the result, which is then a secret itself, such as the URL of a connection. Errors never show
   * them.
   */
  keepSecrets?: boolean
}

export interface ScriptOutput {
  /** The printed text: of a template its text, of lists and objects what the language prints. */
  text: string
  /** The value in JSON. Of a template, its text. */
  value: unknown
}

export interface ScriptEngine {
  /**
   * Runs a script to its end. Never rejects, and always ends within its time limit plus the time that it waits for a
   * worker.
   */
  evaluate(
    script: Script,
    environment: ScriptEnvironment,
    limits?: Partial<Limits>,
  ): Promise<Result<ScriptOutput, ScriptError>>
  /** Ends the workers. Running scripts fail. */
  close(): Promise<void>
}

export interface EngineOptions {
  /** The current time, for functions of time. */
  now: () => Date
  /** Source of the seeds of random numbers. Default: the machine's. */
  seed?: () => Job['seed']
  /** Most scripts that run in workers at once. Default: 2. */
  workers?: number
}

/** Memory of JavaScript objects in a worker. The memory of the sandbox in it is counted separately. */
const HEAP_MEGABYTES = 128

/** Draws the seeds of scripts from one seed of the machine. */
function machineSeeds(): () => Job['seed'] {
  const [a = 0, b = 0, c = 0, d = 0] = randomFillSync(new Uint32Array(4))
  const random = createRandom([a, b, c, d])
  const next = () => Math.floor(random() * 2 ** 32)
  return () => [next(), next(), next(), next()]
}

/** Workers return what the engine made in them. */
const isOutcome = (value: unknown): value is Outcome => isRecord(value) && typeof value['ok'] === 'boolean'

const noSecrets: readonly string[] = []

/** A worker gets only values that the script names. JavaScript can also build names at run time. */
function named(values: Readonly<Record<string, unknown>>, source: string): Record<string, unknown> {
  if (/globalThis|\beval\b|\bFunction\b|\bthis\b|\\u/.test(source)) return { ...values }
  return Object.fromEntries(Object.entries(values).filter(([name]) => source.includes(name)))
}

/** Creates an engine. Workers start with the first script that needs one. */
export function createScriptEngine({ now, seed = machineSeeds(), workers = 2 }: EngineOptions): ScriptEngine {
  const pool = createPool<Job, Outcome>({
    module: new URL('worker/worker.ts', import.meta.url),
    size: workers,
    heapMegabytes: HEAP_MEGABYTES,
    limit: ({ limits }) => limits.timeoutMilliseconds,
    fail: (code, message) => ({ ok: false, code, message, offset: 0 }),
    isOutcome,
  })

  async function run(job: Job): Promise<Outcome> {
    const outcome = tryHere(job)
    if (outcome !== undefined) return outcome
    const { source, language } = job.script
    return pool.run(language === 'jsonpath' ? job : { ...job, variables: named(job.variables, source) })
  }

  return {
    async evaluate(script, environment, limits = {}) {
      const redact = createRedactor(environment.secrets ?? noSecrets)
      const complete = { ...defaultLimits, ...limits }
      if (script.source.length > complete.sourceCharacters)
        return fail(
          scriptError(
            script,
            'script-too-long',
            `longer than ${complete.sourceCharacters} characters`,
            0,
            redact,
          ),
        )
      const { variables, durations = {}, given = {} } = environment
      const job: Job = {
        script,
        variables,
        ...(environment.document === undefined ? {} : { document: environment.document }),
        durations,
        given,
        limits: complete,
        now: now().getTime(),
        seed: seed(),
      }
      const outcome = await run(job)
      if (!outcome.ok) {
        const hint = suggestion(
          outcome,
          script.language,
          [...Object.keys(variables), ...Object.keys(durations)],
          Object.keys(given),
        )
        return fail(scriptError(script, outcome.code, outcome.message + hint, outcome.offset, redact))
      }
      const { text, value } = outcome
      return succeed(
        environment.keepSecrets === true
          ? { text, value }
          : { text: redact(text), value: redactDeep(value, redact) },
      )
    },
    close: () => pool.close(),
  }
}
