import { mapSecrets, SECRET_MASK } from '@binnacle/plugin-kit/core'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSecrets } from '../../../platform/secrets.ts'
import { restoreSecrets } from '../../../platform/specs/restore-secrets.ts'
import { maskSpec, sealSpec } from '../../../platform/specs/stored-spec.ts'
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

describe('a mask', () => {
  const secrets = createSecrets('a secret key for tests, long enough')
  const query = (name: string, host: string, password: string) => ({
    name,
    url: `http://${host}`,
    username: 'u',
    password,
  })
  const below = (name: string, ...checks: object[]) => ({ name, lookup: { http: checks } })
  const top = (...components: object[]) => ({ components: [{ name: 'a', components }] })
  const stored = top(
    below('shop', query('orders', 'shop', 'hunter2'), query('carts', 'carts', 'hunter3')),
    below('bank', query('orders', 'bank', 'hunter4'), query('carts', 'tills', 'hunter5')),
  )
  const restore = (written: ReturnType<typeof top>) => {
    const { types } = engine.parser
    return restoreSecrets(types, secrets, written, { spec: sealSpec(types, secrets, stored) })
  }

  test('keeps the secret of what has its name, also in another order', () => {
    const written = top(
      below('bank', query('orders', 'bank', SECRET_MASK), query('carts', 'tills', SECRET_MASK)),
      below('shop', query('carts', 'carts', SECRET_MASK), query('orders', 'shop', SECRET_MASK)),
    )
    expect(restore(written)).toEqual({
      ok: true,
      value: top(
        below('bank', query('orders', 'bank', 'hunter4'), query('carts', 'tills', 'hunter5')),
        below('shop', query('carts', 'carts', 'hunter3'), query('orders', 'shop', 'hunter2')),
      ),
    })
  })

  test.each([
    [
      'of components',
      top(
        below('bank', query('orders', 'shop', SECRET_MASK), query('carts', 'carts', SECRET_MASK)),
        below('shop', query('orders', 'bank', SECRET_MASK), query('carts', 'tills', SECRET_MASK)),
      ),
    ],
    [
      'of checks',
      top(
        below('shop', query('carts', 'shop', SECRET_MASK), query('orders', 'carts', SECRET_MASK)),
        below('bank', query('orders', 'bank', SECRET_MASK), query('carts', 'tills', SECRET_MASK)),
      ),
    ],
  ])('does not follow exchanged names %s to another server', (_, written) => {
    const restored = restore(written)
    const messages = restored.ok ? [] : restored.failure.map(({ message }) => message)
    expect(messages).toEqual(
      Array.from({ length: 4 }, () => expect.stringMatching(/^enter it again, as .* changed$/)),
    )
  })
})

describe('a secret in what each component gets', () => {
  const own = { username: 'u', password: 'hunter2' }
  const forEach = (checks: object) => ({
    components: [
      {
        lookup: http(),
        forEach: { properties: [{ name: 'p', lookup: checks }], checks: [{ inline: checks }] },
      },
    ],
  })
  const refused = /: a template must not decide where the secret beside it goes; use a stored connection/

  test.each([
    ['the host', { http: [{ name: 'q', url: 'https://{{.component.name}}/x', ...own }] }, 'http[0].url'],
    [
      'the host of a header',
      {
        http: [
          { name: 'q', url: 'http://x', headers: [{ name: 'Host', value: '{{.component.name}}' }], ...own },
        ],
      },
      'http[0].headers[0].value',
    ],
    [
      'a database',
      { postgres: [{ name: 'q', url: 'postgres://{{.component.name}}/d', ...own }] },
      'postgres[0].url',
    ],
    [
      'a script',
      {
        exec: [
          {
            name: 'q',
            script: 'curl {{.component.name}}',
            env: [{ name: 'TOKEN', value: 'hunter2', secret: true }],
          },
        ],
      },
      'exec[0].script',
    ],
    [
      'the host, with a secret of all checks',
      {
        env: [{ name: 'TOKEN', value: 'hunter2', secret: true }],
        http: [{ name: 'q', url: 'https://{{.component.name}}/' }],
      },
      'http[0].url',
    ],
  ])('does not go where templates lead it: %s', async (_, checks, place) => {
    const found = await problems(forEach(checks))
    const [property = '', inline = ''] = found.filter((problem) => refused.test(problem))
    expect(property.split(': ')[0]).toBe(`components[0].forEach.properties[0].lookup.${place}`)
    expect(inline.split(': ')[0]).toBe(`components[0].forEach.checks[0].inline.${place}`)
    // One that was saved earlier still runs.
    expect((await engine.parser.parse(forEach(checks), true)).ok).toBe(true)
  })

  test.each([
    ['a path', { http: [{ name: 'q', url: 'https://api.example/{{.component.name}}', ...own }] }],
    [
      'a body',
      {
        http: [
          { name: 'q', url: 'https://api.example', method: 'POST', body: '{{.component.name}}', ...own },
        ],
      },
    ],
    ['a host without a secret', { http: [{ name: 'q', url: 'https://{{.component.name}}/' }] }],
    [
      'a host with a connection',
      { http: [{ name: 'q', url: 'https://{{.component.name}}/', connection: 'connection://shop/api' }] },
    ],
    [
      'a host with headers that describe the request',
      {
        http: [
          {
            name: 'q',
            url: 'https://{{.component.name}}/',
            headers: [{ name: 'Accept', value: 'text/plain' }],
          },
        ],
      },
    ],
    [
      'a host with a secret that is kept elsewhere',
      {
        http: [{ name: 'q', url: 'https://{{.component.name}}/', password: 'secret://shop/key' }],
      },
    ],
    [
      'a variable',
      { exec: [{ name: 'q', script: 'echo $NAME', env: [{ name: 'NAME', value: '{{.component.name}}' }] }] },
    ],
  ])('may stand beside a template of %s', async (_, checks) => {
    expect(await problems(forEach(checks))).toEqual([])
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
