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

/** What a script can see. Values are those of JSON, and times (`Date`) and whole numbers (`bigint`). */
export interface ScriptEnvironment {
  variables: Readonly<Record<string, unknown>>
  /** JSON in which a JSONPath begins, instead of at the variables. */
  document?: unknown
  /** Variables that are lengths of time, in milliseconds: `elapsed`, `sslAge`. */
  durations?: Readonly<Record<string, number>>
  /** Functions without arguments, such as `last_result`, with what they return. `check` says which a script calls. */
  given?: Readonly<Record<string, unknown>>
  /** Values that must not come out, in any spelling. */
  secrets?: readonly string[]
  /** Lets secrets stay in the result, which then is one itself, as of the address of a connection. Errors never show them. */
  keepSecrets?: boolean
}

export interface ScriptOutput {
  /** What is printed: of a template its text, of lists and objects what the language prints. */
  text: string
  /** The value as JSON has it; of a template, its text. */
  value: unknown
}

export interface ScriptEngine {
  /**
   * Runs a script to its end. Never rejects, and always ends: within the time of the limits, and the time that it waits
   * for its turn when it needs a worker.
   */
  evaluate(
    script: Script,
    environment: ScriptEnvironment,
    limits?: Partial<Limits>,
  ): Promise<Result<ScriptOutput, ScriptError>>
  /** Ends the workers; what still runs fails. */
  close(): Promise<void>
}

export interface EngineOptions {
  /** The present, for functions of time. */
  now: () => Date
  /** Source of the seeds of random numbers; the machine's unless given. */
  seed?: () => Job['seed']
  /** How many scripts that need a worker may run at once; 2 unless given. */
  workers?: number
}

/** Of JavaScript objects in a worker; the memory of the sandbox within is counted by itself. */
const HEAP_MEGABYTES = 128

/** One seed of the machine's for the engine, from which those of its scripts are drawn. */
function machineSeeds(): () => Job['seed'] {
  const [a = 0, b = 0, c = 0, d = 0] = randomFillSync(new Uint32Array(4))
  const random = createRandom([a, b, c, d])
  const next = () => Math.floor(random() * 2 ** 32)
  return () => [next(), next(), next(), next()]
}

const noSecrets: readonly string[] = []

/** Only what a script names is handed to a worker; JavaScript can also make names while it runs. */
function named(values: Readonly<Record<string, unknown>>, source: string): Record<string, unknown> {
  if (/globalThis|\beval\b|\bFunction\b|\bthis\b|\\u/.test(source)) return { ...values }
  return Object.fromEntries(Object.entries(values).filter(([name]) => source.includes(name)))
}

/** Makes an engine. Workers start with the first script that needs one. */
export function createScriptEngine({ now, seed = machineSeeds(), workers = 2 }: EngineOptions): ScriptEngine {
  const pool = createPool<Job, Outcome>({
    module: new URL('worker/worker.ts', import.meta.url),
    size: workers,
    heapMegabytes: HEAP_MEGABYTES,
    limit: ({ limits }) => limits.timeoutMilliseconds,
    fail: (code, message) => ({ ok: false, code, message, offset: 0 }),
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
