import { readdirSync } from 'node:fs'
import { createEgress, createRedactor } from '@binnacle/egress'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CheckContext, CheckDefinition, ReceivedMessage } from '../check.ts'
import type { CommandRunner } from '../commands.ts'
import type { CommonCheckSpec } from '../common-fields.ts'
import type { FileAccess } from '../files.ts'
import { isRecord } from '../json.ts'
import { type CheckPlugin, loadCheckPlugins } from '../node.ts'
import type { CheckOutcome } from '../outcome.ts'
import { problemsOf } from '../problems.ts'
import { inputJsonSchema, type SchemaNode } from '../schema-node.ts'
import { mapSecrets, secretsIn } from '../secrets.ts'
import { PROGRAM_START_MILLISECONDS } from '../servers/program.ts'
import { noTemplates, waitHere, workHere } from '../testing.ts'

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

/** A check that is told to stop has this long. */
const ABORT_MILLISECONDS = 100
/** Programs that a run starts may be slow on a busy machine. */
const LONGEST_RUN = 30_000
const TEST_MILLISECONDS = 2 * LONGEST_RUN
const SECRET = 'sw0rdfish-secret'
export const SECRET_PLACE = '{secret}'

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
    timeoutMilliseconds: 5_000,
    now: () => new Date(),
    wait: waitHere(signal),
    egress: createEgress({ deny: new Set() }),
    commands,
    files,
    template: noTemplates,
    jsonPath: noTemplates,
    work: workHere,
    redact: (text) => text,
    withoutLent: (text) => text,
    userAgent: 'Binnacle/test',
  }
}

async function runOnce(
  plugin: CheckPlugin,
  input: unknown,
  options: SuiteOptions,
  signal = AbortSignal.timeout(5_000),
  received?: ReceivedMessage,
): Promise<CheckOutcome> {
  const spec: CommonCheckSpec = plugin.definition.schema.parse(input)
  return plugin.run(spec, { ...contextFor(signal, options), received })
}

/** Every path at which a record stands in a value, itself first. */
function recordPaths(value: unknown, path: readonly (string | number)[] = []): (string | number)[][] {
  if (Array.isArray(value)) return value.flatMap((item, index) => recordPaths(item, [...path, index]))
  if (!isRecord(value)) return []
  return [[...path], ...Object.entries(value).flatMap(([key, item]) => recordPaths(item, [...path, key]))]
}

function withKey(value: unknown, path: readonly (string | number)[], key: string): unknown {
  const [first, ...rest] = path
  if (first === undefined) return isRecord(value) ? { ...value, [key]: 'x' } : value
  if (Array.isArray(value))
    return value.map((item, index) => (index === first ? withKey(item, rest, key) : item))
  return isRecord(value) ? { ...value, [first]: withKey(value[first], rest, key) } : value
}

function describeSchema(definition: CheckDefinition, schema: SchemaNode): void {
  test('the example is valid', () => {
    expect(definition.schema.safeParse(definition.example).error).toBeUndefined()
  })

  test('an unknown key is refused with its path and a suggestion', () => {
    for (const path of recordPaths(definition.example)) {
      const isMap = path.at(-1) === 'labels'
      if (isMap) continue
      const parsed = definition.schema.safeParse(withKey(definition.example, path, 'nonsense'))
      expect(parsed.success).toBe(false)
      expect(parsed.error?.issues.flatMap((issue) => issue.path)).toEqual(path)
    }
    const misspelt = definition.schema.safeParse({ ...definition.example, nmae: 'x' })
    const problems = misspelt.success ? [] : problemsOf(misspelt.error, schema)
    expect(problems.map(({ path, message }) => ({ path, message }))).toEqual([
      { path: 'nmae', message: 'unknown key "nmae"; did you mean "name"?' },
    ])
  })

  test('a wrong type is refused with the field', () => {
    const refused = Object.keys(definition.example).filter((key) => {
      const parsed = definition.schema.safeParse({ ...definition.example, [key]: () => {} })
      return parsed.error?.issues.some((issue) => issue.path[0] === key) === true
    })
    expect(refused).toEqual(Object.keys(definition.example))
  })

  test('every field has a label', () => {
    const properties = schema['properties']
    const unlabelled = Object.entries(isRecord(properties) ? properties : {}).filter(
      ([, node]) => !isRecord(node) || typeof node['title'] !== 'string',
    )
    expect(unlabelled).toEqual([])
  })

  test('the schema can be given to clients as JSON', () => {
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema)
  })
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
    const stop = async (): Promise<number> => {
      const abort = new AbortController()
      const run = runOnce(plugin, targets.hanging, options, abort.signal)
      // Long enough to be under way; how long does not matter to what is measured.
      await new Promise((resolve) => setTimeout(resolve, 150))
      const told = performance.now()
      abort.abort(Object.assign(new Error('over'), { name: 'TimeoutError' }))
      const outcome = await run
      expect(outcome.state).not.toBe('healthy')
      return performance.now() - told
    }
    // A busy machine only adds to the time, so the shortest of a few is that of the check.
    let shortest = await stop()
    for (let again = 0; again < 4 && shortest >= ABORT_MILLISECONDS; again += 1)
      shortest = Math.min(shortest, await stop())
    expect(shortest).toBeLessThan(ABORT_MILLISECONDS)
  })

  test('two runs at once do not meddle with each other', { timeout: TEST_MILLISECONDS }, async ({ skip }) => {
    skip(targets.missing !== undefined, targets.missing)
    const outcomes = await Promise.all([runTarget('healthy'), runTarget('unhealthy'), runTarget('healthy')])
    expect(outcomes).toMatchObject([{ state: 'healthy' }, { state: 'unhealthy' }, { state: 'healthy' }])
  })

  test('what comes out is JSON and holds no secret', { timeout: TEST_MILLISECONDS }, async ({ skip }) => {
    skip(targets.missing !== undefined, targets.missing)
    const secretive = mapSecrets(schema, targets.secretive ?? targets.healthy, (text) =>
      text.includes(SECRET_PLACE) ? text.replaceAll(SECRET_PLACE, SECRET) : SECRET,
    )
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
  const folders = readdirSync(family, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== 'node_modules',
  )

  test('every folder holds a check type of its name', () => {
    expect([...plugins.keys()].toSorted()).toEqual(folders.map((entry) => entry.name).toSorted())
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
