import { createRedactor } from '@binnacle/egress'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Plugin } from '../families/family.ts'
import { isRecord } from '../core/json.ts'
import type { RunnableDefinition } from '../core/run-context.ts'
import { inputJsonSchema } from '../core/schema-node.ts'
import { PROGRAM_START_MILLISECONDS } from '../servers/program.ts'
import { typeFolders } from './type-folders.ts'
import { ABORT_MILLISECONDS, shortestStop } from './abort.ts'
import { describeSchema } from './schema.ts'
import { SECRET } from './secret.ts'

/** What runs against real targets of a type, which its folder brings for the suite; exported as `startTargets`. */
export interface Targets<Input> {
  working: Input
  /** The target refuses, or is not as it must be. */
  failing: Input
  /** A target that never answers. */
  hanging: Input
  /** Like `working`, with every secret given, against a target that gives back what it gets where it can. */
  secretive?: Input
  /** What the targets got so far, for those that are sent to. */
  arrived?: () => readonly string[]
  /** Why the targets cannot run on this machine; the tests that need them are then skipped. */
  missing?: string
  stop: () => Promise<void>
}

/** How a run ended, whatever the family. */
interface RunEnd {
  worked: boolean
  /** Why it did not work, as a person reads it. */
  reason?: string | undefined
  /** Everything that comes out of the run, logs included. */
  seen: unknown
}

/** How the suite of a family makes runs. */
export interface RunsOf<Input, Run> {
  /** A run as the product would make it. */
  run: (code: Run, input: Input, signal: AbortSignal) => Promise<RunEnd>
  /** What the spec of the example makes of a run that works. */
  inputOf: (example: Readonly<Record<string, unknown>>, working: Input) => Input
  /** What must arrive at the targets, of families that send. */
  carries?: string
  /** What goes in, with `SECRET` in the place of every secret, and which texts are secret then. */
  withSecrets: (input: Input) => { input: Input; secrets: readonly string[] }
}

/** A run of a test may start programs, which are slow on a busy machine. */
const LONGEST_RUN = 30_000

function describeTargets<Input, Run>(
  code: Run,
  example: Readonly<Record<string, unknown>>,
  start: () => Promise<Targets<Input>>,
  { run, inputOf, withSecrets, carries = '' }: RunsOf<Input, Run>,
): void {
  let targets: Targets<Input>
  beforeAll(async () => {
    targets = await start()
  }, PROGRAM_START_MILLISECONDS)
  afterAll(() => targets.stop())

  const attempt = (input: Input) => run(code, input, AbortSignal.timeout(LONGEST_RUN))

  test('a run against a target that is well works, and reaches it', async ({ skip }) => {
    skip(targets.missing !== undefined, targets.missing)
    const before = targets.arrived?.().length ?? 0
    expect(await attempt(targets.working)).toMatchObject({ worked: true })
    const arrived = targets.arrived?.().slice(before) ?? [carries]
    expect(arrived).toEqual([expect.stringContaining(carries)])
  })

  test('a run against a target that is not well says why', async ({ skip }) => {
    skip(targets.missing !== undefined, targets.missing)
    const { worked, reason } = await attempt(targets.failing)
    expect(worked).toBe(false)
    expect(reason?.length).toBeGreaterThan(5)
  })

  test(`a run that is told to stop ends within ${ABORT_MILLISECONDS} ms`, async ({ skip }) => {
    skip(targets.missing !== undefined, targets.missing)
    const shortest = await shortestStop(async (signal) => {
      expect((await run(code, targets.hanging, signal)).worked).toBe(false)
    })
    expect(shortest).toBeLessThan(ABORT_MILLISECONDS)
  })

  test('two runs at once do not meddle with each other', async ({ skip }) => {
    skip(targets.missing !== undefined, targets.missing)
    const ended = await Promise.all([targets.working, targets.failing, targets.working].map(attempt))
    expect(ended.map(({ worked }) => worked)).toEqual([true, false, true])
  })

  test('what comes out is JSON and holds no secret', async ({ skip }) => {
    skip(targets.missing !== undefined, targets.missing)
    const { input, secrets } = withSecrets(targets.secretive ?? targets.working)
    const text = JSON.stringify((await attempt(input)).seen)
    expect(JSON.parse(text)).toBeInstanceOf(Object)
    expect(createRedactor(secrets)(text)).not.toContain(SECRET)
  })

  test('the example runs to an end', async ({ skip }) => {
    skip(targets.missing !== undefined, targets.missing)
    expect(await attempt(inputOf(example, targets.working))).toHaveProperty('worked')
  })
}

/** Loads what the folder of a type brings for the suite. */
async function loadStart<Input>(
  folder: URL,
  isStart: (value: unknown) => value is () => Promise<Targets<Input>>,
): Promise<() => Promise<Targets<Input>>> {
  const loaded: unknown = await import(new URL('targets.ts', folder).href)
  const start = isRecord(loaded) ? loaded['startTargets'] : undefined
  if (!isStart(start)) throw new TypeError(`${folder.pathname}targets.ts exports no function "startTargets"`)
  return start
}

/**
 * Declares what every type of a family that makes runs must pass. Each folder brings `spec.ts`, `run.ts` and `targets.ts`.
 * @param kind what one type is called
 * @param folder of the family, ending in /
 */
export async function describeRunnableFamily<Definition extends RunnableDefinition<unknown>, Run, Input>(
  kind: string,
  folder: URL,
  plugins: ReadonlyMap<string, Plugin<Definition, Run>>,
  runsOf: (definition: Definition) => RunsOf<Input, Run>,
  isStart: (value: unknown) => value is () => Promise<Targets<Input>>,
): Promise<void> {
  test(`every folder holds a ${kind} of its name`, () => {
    expect([...plugins.keys()].toSorted()).toEqual(typeFolders(folder))
  })

  for (const [type, { definition, run }] of plugins) {
    if (run === undefined) continue
    const start = await loadStart(new URL(`${type}/`, folder), isStart)
    describe(`${kind} ${type}`, () => {
      describeSchema(definition, inputJsonSchema(definition.schema))
      describeTargets(run, definition.example, start, runsOf(definition))
    })
  }
}
