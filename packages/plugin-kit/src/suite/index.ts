import { createEgress, createRedactor } from '@binnacle/egress'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CheckContext, ReceivedMessage } from '../checks/check.ts'
import type { CommandRunner } from '../core/commands.ts'
import type { CommonCheckSpec } from '../checks/common-fields.ts'
import type { FileAccess } from '../core/files.ts'
import { isRecord } from '../core/json.ts'
import { type CheckPlugin, loadCheckPlugins } from '../node.ts'
import type { CheckOutcome } from '../core/outcome.ts'
import { inputJsonSchema, type SchemaNode } from '../core/schema-node.ts'
import { mapSecrets, secretsIn } from '../core/secrets.ts'
import { PROGRAM_START_MILLISECONDS } from '../servers/program.ts'
import { noTemplates, waitHere, workHere } from '../testing.ts'
import { typeFolders } from './type-folders.ts'
import { ABORT_MILLISECONDS, shortestStop } from './abort.ts'
import { describeSchema } from './schema.ts'
import { SECRET, SECRET_PLACE, withSecret } from './secret.ts'

/** Specs against real targets that a check type's folder brings for the suite; exported as `startTargets`. */
export interface CheckTargets {
  healthy: Readonly<Record<string, unknown>>
  unhealthy: Readonly<Record<string, unknown>>
  /** A target that never answers. */
  hanging: Readonly<Record<string, unknown>>
  /**
   * A spec in which every secret field has a value, against a target that gives back what it gets where it can. A
   * secret that holds another one, such as an address with a password, has `SECRET_PLACE` where that one stands.
   */
  secretive?: Readonly<Record<string, unknown>>
  /** Of a type that receives messages: those that go with the specs of the same names. */
  received?: Readonly<Partial<Record<'healthy' | 'unhealthy' | 'secretive', ReceivedMessage>>>
  /** Why the targets cannot run on this machine; the tests that need them are then skipped. */
  missing?: string
  stop: () => Promise<void>
}

/** Targets that cannot run on this machine, and why. */
export function noTargets(missing: string): CheckTargets {
  return { healthy: {}, unhealthy: {}, hanging: {}, missing, stop: async () => {} }
}

type StartTargets = () => Promise<CheckTargets>

export interface SuiteOptions {
  /** How commands are started; the product's own runner. */
  commands: CommandRunner
  /** How files are read, with the folder for temporary files allowed; the product's own reader. */
  files: FileAccess
}

/** Programs that a run starts may be slow on a busy machine. */
const LONGEST_RUN = 30_000
const TEST_MILLISECONDS = 2 * LONGEST_RUN
export { SECRET_PLACE }

function isStartTargets(value: unknown): value is StartTargets {
  return typeof value === 'function'
}

async function loadTargets(folder: URL): Promise<StartTargets> {
  const loaded: unknown = await import(new URL('targets.ts', folder).href)
  const start = isRecord(loaded) ? loaded['startTargets'] : undefined
  if (!isStartTargets(start))
    throw new TypeError(`${folder.pathname}targets.ts exports no function "startTargets"`)
  return start
}

function contextFor(signal: AbortSignal, { commands, files }: SuiteOptions): CheckContext {
  return {
    signal,
    timeoutMilliseconds: LONGEST_RUN,
    now: () => new Date(),
    wait: waitHere(signal),
    egress: createEgress({ deny: new Set() }),
    commands,
    files,
    template: noTemplates,
    jsonPath: noTemplates,
    work: workHere,
    redact: (text) => text,
    redactConnectionSecrets: (text) => text,
    userAgent: 'Binnacle/test',
  }
}

async function runOnce(
  plugin: CheckPlugin,
  input: unknown,
  options: SuiteOptions,
  signal = AbortSignal.timeout(LONGEST_RUN),
  received?: ReceivedMessage,
): Promise<CheckOutcome> {
  const spec: CommonCheckSpec = plugin.definition.schema.parse(input)
  return plugin.run(spec, { ...contextFor(signal, options), received })
}

function describeRuns(
  plugin: CheckPlugin,
  startTargets: StartTargets,
  schema: SchemaNode,
  options: SuiteOptions,
): void {
  let targets: CheckTargets
  beforeAll(async () => {
    targets = await startTargets()
  }, PROGRAM_START_MILLISECONDS)
  afterAll(() => targets.stop())

  type Target = 'healthy' | 'unhealthy' | 'secretive'
  const runTarget = (name: Target, input: unknown = targets[name]) =>
    runOnce(plugin, input, options, AbortSignal.timeout(LONGEST_RUN), targets.received?.[name])

  test('a target that is well is healthy', { timeout: TEST_MILLISECONDS }, async ({ skip }) => {
    skip(targets.missing !== undefined, targets.missing)
    const outcome = await runTarget('healthy')
    expect(outcome).toMatchObject({ state: 'healthy' })
    expect(outcome.error).toBeUndefined()
  })

  test(
    'a target that is not well is unhealthy, with evidence',
    { timeout: TEST_MILLISECONDS },
    async ({ skip }) => {
      skip(targets.missing !== undefined, targets.missing)
      const outcome = await runTarget('unhealthy')
      expect(outcome.state).toBe('unhealthy')
      expect(outcome.error?.length).toBeGreaterThan(5)
    },
  )

  test(`a run that is told to stop ends within ${ABORT_MILLISECONDS} ms`, async ({ skip }) => {
    skip(targets.missing !== undefined, targets.missing)
    const shortest = await shortestStop(async (signal) => {
      const outcome = await runOnce(plugin, targets.hanging, options, signal)
      expect(outcome.state).not.toBe('healthy')
    })
    expect(shortest).toBeLessThan(ABORT_MILLISECONDS)
  })

  test('two runs at once do not meddle with each other', { timeout: TEST_MILLISECONDS }, async ({ skip }) => {
    skip(targets.missing !== undefined, targets.missing)
    const outcomes = await Promise.all([runTarget('healthy'), runTarget('unhealthy'), runTarget('healthy')])
    expect(outcomes).toMatchObject([{ state: 'healthy' }, { state: 'unhealthy' }, { state: 'healthy' }])
  })

  test('what comes out is JSON and holds no secret', { timeout: TEST_MILLISECONDS }, async ({ skip }) => {
    skip(targets.missing !== undefined, targets.missing)
    const secretive = mapSecrets(schema, targets.secretive ?? targets.healthy, withSecret)
    const { data, ...outcome } = await runTarget('secretive', secretive)
    const seen = { ...outcome, data: data?.() }
    const text = JSON.stringify(seen)
    expect(JSON.parse(text)).toEqual(seen)
    const redact = createRedactor(secretsIn(schema, secretive))
    expect(redact(text)).not.toContain(SECRET)
  })

  test('the example runs to an outcome', async () => {
    const outcome = await runOnce(plugin, plugin.definition.example, options)
    expect(['healthy', 'unhealthy', 'unknown']).toContain(outcome.state)
  })
}

/**
 * What every check type of a family must pass. Each folder brings `spec.ts`, `run.ts` and `targets.ts`.
 * @param family folder of the family, ending in /
 */
export async function describeCheckFamily(family: URL, options: SuiteOptions): Promise<void> {
  const plugins = await loadCheckPlugins(family)
  test('every folder holds a check type of its name', () => {
    expect([...plugins.keys()].toSorted()).toEqual(typeFolders(family))
  })

  for (const [type, plugin] of plugins) {
    const startTargets = await loadTargets(new URL(`${type}/`, family))
    const schema = inputJsonSchema(plugin.definition.schema)
    describe(`check type ${type}`, () => {
      describeSchema(plugin.definition, schema)
      describeRuns(plugin, startTargets, schema, options)
    })
  }
}
