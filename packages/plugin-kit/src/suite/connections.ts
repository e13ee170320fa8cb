import {
  connectionFormProblems,
  connectionFormValues,
  emptyConnectionForm,
  placeOfField,
  storedConnection,
} from '@binnacle/contract/connections'
import { isRecord, propertiesOf } from '@binnacle/contract/schema'
import { createEgress } from '@binnacle/egress'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type {
  CommonConnectionForm,
  ConnectionDefinition,
  TestConnectionForm,
} from '../connections/connection-type.ts'
import { connectionFamily } from '../families/connections.ts'
import type { CheckOutcome } from '../core/outcome.ts'
import { inputJsonSchema, type SchemaNode } from '../core/schema-node.ts'
import { connectionValuesOf, contextForTest, type RunForTestOptions } from '../testing.ts'
import { typeFolders } from './type-folders.ts'
import { ABORT_MILLISECONDS, shortestStop } from './abort.ts'

/** How the tests of connections start programs and read files; the product's own parts. */
export interface ConnectionSuiteOptions extends Pick<RunForTestOptions, 'commands' | 'files'> {
  /** Tests of types whose folder has none. */
  tests?: ReadonlyMap<string, TestConnectionForm>
}

/** Names are never found here, so what waits for one is over only when it is told to stop. */
const PATIENCE_MILLISECONDS = 500

const printable = fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme-ascii' }).filter(
  // Forms trim texts, and what names a value is a reference, which has its own test.
  (text) => text === text.trim() && text !== '' && !text.includes('/'),
)

/** Any value that a form can have in a field. */
function arbitraryOf(node: SchemaNode): fc.Arbitrary<unknown> {
  const values = node['enum']
  if (Array.isArray(values)) return fc.constantFrom<unknown>(...values)
  if (node['type'] === 'boolean') return fc.boolean()
  if (node['type'] === 'integer') {
    const [minimum, maximum] = [node['minimum'], node['maximum']]
    return fc.integer({
      min: typeof minimum === 'number' ? minimum : 0,
      max: typeof maximum === 'number' ? Math.min(maximum, 65_535) : 65_535,
    })
  }
  return printable
}

/** Any complete form of a type. */
function arbitraryForm(schema: SchemaNode): fc.Arbitrary<Record<string, unknown>> {
  const fields = propertiesOf(schema)
  const every = fc.record(Object.fromEntries(fields.map(([key, node]) => [key, arbitraryOf(node)])))
  // What another field hides is not stored.
  return every.map((values) =>
    Object.fromEntries(
      fields
        .filter(([, node]) => {
          const rule = node['shownWhen']
          return (
            !isRecord(rule) ||
            (Array.isArray(rule['values']) && rule['values'].includes(values[String(rule['field'])]))
          )
        })
        .map(([key]) => [key, values[key]]),
    ),
  )
}

function describeForm({ type, schema: parser, example }: ConnectionDefinition, schema: SchemaNode): void {
  const fields = propertiesOf(schema)

  test('the example is valid', () => {
    expect(parser.safeParse(example).error).toBeUndefined()
    expect(connectionFormProblems(schema, { ...emptyConnectionForm(schema), ...example })).toEqual([])
  })

  test('an unknown key is refused', () => {
    expect(parser.safeParse({ ...example, nonsense: 'x' }).error?.issues[0]?.code).toBe('unrecognized_keys')
  })

  test('every field has a label, and a place where it is stored or by which it is recognized', () => {
    const lost = fields.filter(
      ([, node]) =>
        typeof node['title'] !== 'string' ||
        (placeOfField(node) === undefined && node['chosenBy'] === undefined),
    )
    expect(lost).toEqual([])
    const places = fields.flatMap(([, node]) => placeOfField(node) ?? [])
    expect(new Set(places).size).toBe(places.length)
  })

  test('what is kept as password or certificate is marked as a secret', () => {
    const open = fields.filter(
      ([, node]) => ['password', 'certificate'].includes(placeOfField(node) ?? '') && node['secret'] !== true,
    )
    expect(open).toEqual([])
  })

  test('a field that is required says so while it is empty', () => {
    const required = Array.isArray(schema['required']) ? schema['required'] : []
    const problems = connectionFormProblems(schema, {})
    for (const key of required)
      expect(problems).toContainEqual({ path: [key], message: 'This field is required' })
    expect(parser.safeParse({}).success).toBe(false)
  })

  test('a form comes back from what is stored of it', () => {
    fc.assert(
      fc.property(arbitraryForm(schema), (form) => {
        const stored = storedConnection(schema, type, form)
        expect(Object.values(stored.properties).every((value) => typeof value === 'string')).toBe(true)
        expect({ ...emptyConnectionForm(schema), ...connectionFormValues(schema, stored) }).toEqual({
          ...emptyConnectionForm(schema),
          ...form,
        })
      }),
      { numRuns: 50 },
    )
  })

  test('what other clients stored besides the fields of the form stays', () => {
    const kept = { ...storedConnection(schema, type, example), properties: { theirs: '***' } }
    expect(storedConnection(schema, type, example, kept).properties['theirs']).toBe('***')
  })
}

type Test = (form: CommonConnectionForm, signal: AbortSignal) => Promise<CheckOutcome>

function describeTest(definition: ConnectionDefinition, run: Test): void {
  const form: CommonConnectionForm = definition.schema.parse(definition.example)

  test('the test of the example ends in an outcome', async () => {
    const outcome = await run(form, AbortSignal.timeout(PATIENCE_MILLISECONDS))
    expect(['healthy', 'unhealthy', 'unknown']).toContain(outcome.state)
    expect((outcome.error ?? outcome.message ?? '').length).toBeGreaterThan(5)
  })

  test(`a test that is told to stop ends within ${ABORT_MILLISECONDS} ms`, async () => {
    const shortest = await shortestStop(async (signal) => {
      await run(form, signal)
    })
    expect(shortest).toBeLessThan(ABORT_MILLISECONDS)
  })
}

/**
 * What every connection type of a family must pass. Each folder brings `spec.ts`, and `test.ts` where it can be tested.
 * Nothing here reaches a server outside of this machine: names lead nowhere.
 * @param family folder of the family, ending in /
 */
export async function describeConnectionFamily(family: URL, options: ConnectionSuiteOptions): Promise<void> {
  const plugins = await connectionFamily.load(family)
  test('every folder holds a connection type of its name', () => {
    expect([...plugins.keys()].toSorted()).toEqual(typeFolders(family))
  })

  for (const [type, { definition, run: own }] of plugins) {
    const run = own ?? options.tests?.get(type)
    const schema = inputJsonSchema(definition.schema)
    describe(`connection type ${type}`, () => {
      describeForm(definition, schema)
      if (run === undefined) return
      describeTest(definition, (form, signal) => {
        // A name that is never found out about: what waits for it is what is told to stop.
        const never = new Promise<never>(() => {})
        const stored = storedConnection(schema, type, { ...form })
        return run(form, {
          ...contextForTest(options),
          signal,
          egress: createEgress({ deny: new Set() }, () => never),
          connection: connectionValuesOf(stored),
        })
      })
    })
  }
}
