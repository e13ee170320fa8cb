import { mapSecrets, SECRET_MASK } from '@binnacle/plugin-kit/core'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maskSpec } from '../../../platform/specs/stored-spec.ts'
import { openTestEngine } from '../engine/testing.ts'

let engine: Awaited<ReturnType<typeof openTestEngine>>
beforeAll(async () => {
  engine = await openTestEngine()
})
afterAll(() => engine.close())

const problems = async (spec: unknown) => {
  const parsed = await engine.parser.parse(spec)
  return parsed.ok ? [] : parsed.failure.map(({ path, message }) => `${path}: ${message}`)
}
const http = (more: object = {}) => ({ http: [{ name: 'q', url: 'http://x', ...more }] })

test.each([
  [
    'an unknown key',
    { components: [{ name: 'a' }], iconn: 'x' },
    /^iconn: unknown key "iconn"; did you mean "icon"/,
  ],
  [
    'an unknown key of a component',
    { components: [{ name: 'a', labls: {} }] },
    /^components\[0\]\.labls: unknown key/,
  ],
  [
    'an unknown key deep below',
    { components: [{ name: 'a', components: [{ name: 'b', tpe: 'x' }] }] },
    /^components\[0\]\.components\[0\]\.tpe: unknown key "tpe"; did you mean "type"/,
  ],
  [
    'a component without a name',
    { components: [{ type: 'x' }] },
    /^components\[0\]\.name: This field is required/,
  ],
  ['no component', { icon: 'x' }, /^components: there is no component/],
  [
    'a lookup next to components',
    { components: [{ lookup: http(), components: [{ name: 'a' }] }] },
    /^components\[0\]\.components: a component has either "lookup" or "components"/,
  ],
  [
    'an unknown key of a check of a lookup',
    { components: [{ lookup: http({ urll: 'x' }) }] },
    /^components\[0\]\.lookup\.http\[0\]\.urll: unknown key/,
  ],
  [
    'a script that does not compile',
    { components: [{ name: 'a', healthExpr: 'summary.' }] },
    /^components\[0\]\.healthExpr: .*line 1/,
  ],
  [
    'a template that does not compile',
    { components: [{ lookup: http(), forEach: { components: [{ name: '{{.component.' }] } }] },
    /^components\[0\]\.forEach\.components\[0\]\.name: /,
  ],
  [
    'a property without a name',
    { components: [{ name: 'a', properties: [{ text: 'x' }] }] },
    /^components\[0\]\.properties\[0\]\.name: This field is required/,
  ],
  [
    'a check that is neither chosen nor written',
    { components: [{ name: 'a', checks: [{}] }] },
    /^components\[0\]\.checks\[0\]: give either "selector" or "inline"/,
  ],
  [
    'an inline check that is not valid',
    { components: [{ name: 'a', checks: [{ inline: { http: [{ name: 'x' }] } }] }] },
    /^components\[0\]\.checks\[0\]\.inline\.http\[0\]/,
  ],
  [
    'labels that cannot be read',
    { components: [{ name: 'a', selectors: [{ labelSelector: 'a==b==c (' }] }] },
    /^components\[0\]\.selectors\[0\]\.labelSelector: cannot read/,
  ],
  [
    'an invalid schedule',
    { schedule: 'often', components: [{ name: 'a' }] },
    /^schedule: "often" is not a schedule/,
  ],
])('refuses %s with its path', async (_, spec, expected) => {
  expect(await problems(spec)).toEqual([expect.stringMatching(expected)])
})

test('refuses components that are nested without end', async () => {
  let spec: object = { name: 'x' }
  for (let level = 0; level < 30; level += 1) spec = { name: 'x', components: [spec] }
  expect(await problems({ components: [spec] })).toEqual([expect.stringContaining('nested too deeply')])
})

test('takes the spellings of older releases', async () => {
  const parsed = await engine.parser.parse({
    Components: [
      {
        name: 'a',
        external_id: 'x',
        id: '{{.self.name}}',
        configs: [{ name: 'c', type: 'VM', tags: { env: 'prod' } }],
        selectors: [{ labels: { app: 'shop' } }],
      },
    ],
  })
  expect(parsed).toMatchObject({
    ok: true,
    value: {
      schedule: '@every 10m',
      input: {
        components: [
          {
            externalID: 'x',
            id: { template: '{{.self.name}}' },
            configs: [{ types: ['VM'], tagSelector: 'env=prod' }],
            selectors: [{ labelSelector: 'app=shop' }],
          },
        ],
      },
    },
  })
})

describe('secrets', () => {
  const spec = {
    components: [
      {
        name: 'a',
        components: [
          {
            lookup: { postgres: [{ name: 'q', url: 'postgres://h/d', username: 'u', password: 'hunter2' }] },
          },
        ],
        checks: [{ inline: { postgres: [{ name: 'c', url: 'postgres://h/d', password: 'hunter3' }] } }],
        properties: [
          { name: 'p', lookup: { postgres: [{ name: 'r', url: 'postgres://h/d', password: 'hunter4' }] } },
        ],
      },
    ],
    properties: [
      { name: 'p', lookup: { postgres: [{ name: 's', url: 'postgres://h/d', password: 'hunter5' }] } },
    ],
  }

  test('are masked in every place where a spec has checks', () => {
    const masked = JSON.stringify(maskSpec(engine.parser.types, spec))
    expect(masked).not.toContain('hunter')
    expect(masked.split(`"password":"${SECRET_MASK}"`)).toHaveLength(5)
  })

  test('are found at every level', () => {
    const found: string[] = []
    mapSecrets(engine.parser.jsonSchema, spec, (secret) => {
      found.push(secret)
      return secret
    })
    expect(found.filter((one) => one.startsWith('hunter')).toSorted()).toEqual([
      'hunter2',
      'hunter3',
      'hunter4',
      'hunter5',
    ])
  })
})

test('the schema for editors is JSON, and names its parts [SET-033]', () => {
  const printed = JSON.parse(JSON.stringify(engine.parser.schemas.printed))
  expect(printed.properties.components.items).toEqual({ $ref: '#/$defs/component' })
  expect(printed.$defs.component.properties.components.items).toEqual({ $ref: '#/$defs/component' })
  expect(Object.keys(printed.$defs.lookup.properties)).toEqual(
    expect.arrayContaining(['http', 'exec', 'postgres', 'catalog']),
  )
  expect(printed.properties.schedule.title).toBe('Schedule')
})

test('never throws, for any input', async () => {
  await fc.assert(
    fc.asyncProperty(fc.anything(), fc.anything(), async (whole, part) => {
      await engine.parser.parse(whole)
      await engine.parser.parse({
        components: [part, { name: 'a', components: part, properties: part, lookup: part }],
      })
      await engine.parser.parse({
        components: [{ name: 'a', forEach: part, checks: [part], selectors: part }],
      })
    }),
    { numRuns: 60 },
  )
})
