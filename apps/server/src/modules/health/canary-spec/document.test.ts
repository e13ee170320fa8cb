import { createTaskPool } from '@binnacle/scripting/tasks'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CanaryParser, createCanaryParser } from './canary.ts'
import { loadCheckTypes } from './check-types.ts'
import { nameFromFile, readCanaryFile } from './document.ts'

const tasks = createTaskPool()
afterAll(() => tasks.close())
let parser: CanaryParser
beforeAll(async () => {
  parser = createCanaryParser(await loadCheckTypes(), tasks)
})

const read = (text: string, path = 'folder/my_shop.yaml') => readCanaryFile(parser, text, path)
const places = async (text: string) =>
  (await read(text)).problems.map(
    ({ line, column, path, message }) => `${line}:${column} ${path}: ${message}`,
  )

describe('a file that is right', () => {
  test('a manifest gives name, namespace, labels and checks', async () => {
    const { documents, problems } = await read(`
apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata:
  name: shop
  namespace: production
  labels: { team: web }
spec:
  schedule: "@every 30s"
  http:
    - name: front page
      url: https://shop.example.com
`)
    expect(problems).toEqual([])
    expect(documents).toMatchObject([
      {
        metadata: { name: 'shop', namespace: 'production', labels: { team: 'web' } },
        spec: {
          scheduleText: '@every 30s',
          checks: [{ spec: { name: 'front page' }, timeoutMilliseconds: 10_000 }],
        },
      },
    ])
  })

  test('a bare spec is named after its file', async () => {
    expect((await read('tcp:\n  - name: a\n    endpoint: x:1\n')).documents).toMatchObject([
      { metadata: { name: 'myshop', namespace: 'default' } },
    ])
    expect(nameFromFile('/a/b/Some_File.yml')).toBe('SomeFile')
  })

  test('lists are known by any spelling of case, a check may be named by its description, seconds are an interval', async () => {
    const { documents } = await read(
      'interval: 90\nHTTP:\n  - description: front page\n    url: http://x.example\n',
    )
    expect(documents[0]?.spec).toMatchObject({
      scheduleText: '@every 90s',
      checks: [{ spec: { name: 'front page' } }],
    })
  })

  test('a list is known by the other names of its type, unless the proper one is there too', async () => {
    const list = (key: string) => `${key}:\n  - name: a\n    url: mongodb://x.example\n`
    expect(
      (await read(list('mongo'))).documents[0]?.spec.checks.map(({ type }) => type.definition.type),
    ).toEqual(['mongodb'])
    expect(await places(list('mongo') + list('mongodb'))).toEqual(['1:1 mongo: unknown key "mongo"'])
  })

  test('several documents are several canaries', async () => {
    const document = (name: string) =>
      `metadata: { name: ${name} }\nspec:\n  tcp: [{ name: a, endpoint: "x:1" }]\n`
    expect(
      (await read(`${document('one')}---\n${document('two')}---\n`)).documents.map(
        ({ metadata }) => metadata.name,
      ),
    ).toEqual(['one', 'two'])
  })

  test('without schedule, or with no replicas, it runs by hand only', async () => {
    expect((await read('tcp: [{ name: a, endpoint: "x:1" }]')).documents[0]?.spec.scheduleText).toBeNull()
    expect(
      (await read('schedule: "@hourly"\nreplicas: 0\ntcp: [{ name: a, endpoint: "x:1" }]')).documents[0]?.spec
        .scheduleText,
    ).toBeNull()
  })
})

describe('a file of canary-checker', () => {
  const first = async (text: string) => {
    const { documents, problems } = await read(text)
    expect(problems).toEqual([])
    return documents[0]
  }

  test('may write a field under its other names, in any case', async () => {
    const { spec } =
      (await first(`
HTTP:
  - { name: a, endpoint: "https://a.example", thresholdmillis: 5, tls: { insecureskipverify: true } }
tcp: [{ name: b, url: "b.example:1" }]
icmp: [{ name: c, url: c.example }]
redis: [{ name: d, endpoint: "d.example:6379", auth: { username: me, password: { value: pw } } }]
elasticsearch: [{ name: e, endpoint: "http://e.example", index: i, query: "{}" }]
prometheus: [{ name: f, host: "http://f.example", query: up }]
ldap: [{ name: g, host: "ldap://g.example", bindDN: "dc=g" }]
exec: [{ name: h, script: "true", envVar: [{ name: A, value: b }] }]
`)) ?? {}
    expect(spec?.input).toMatchObject({
      http: [{ url: 'https://a.example', thresholdMillis: 5, tlsConfig: { insecureSkipVerify: true } }],
      tcp: [{ endpoint: 'b.example:1' }],
      icmp: [{ endpoint: 'c.example' }],
      redis: [{ url: 'd.example:6379', authentication: { username: 'me', password: { value: 'pw' } } }],
      elasticsearch: [{ url: 'http://e.example' }],
      prometheus: [{ url: 'http://f.example' }],
      ldap: [{ url: 'ldap://g.example' }],
      exec: [{ env: [{ name: 'A', value: 'b' }] }],
    })
  })

  test('may search OpenSearch, which is its own type', async () => {
    const search = '[{ name: a, url: "http://a.example", index: i, query: "{}" }]'
    expect((await first(`opensearch: ${search}\n`))?.spec.input).toMatchObject({
      opensearch: [{ name: 'a' }],
    })
  })

  test('may not write one field twice', async () => {
    expect(
      await places('http:\n  - name: a\n    url: http://a.example\n    endpoint: http://b.example\n'),
    ).toEqual(['4:5 http[0].endpoint: unknown key "endpoint"'])
  })

  test('may give a timeout as seconds, or minutes for tests, and expect no content', async () => {
    const { spec } =
      (await first(`
http: [{ name: a, url: "http://a.example", timeout: 10, responseContent: "" }]
dns: [{ name: b, query: b.example, timeout: "1" }]
junit: [{ name: c, testResults: /c, timeout: 5 }]
`)) ?? {}
    const timeouts = spec?.checks.map(({ type, timeoutMilliseconds }) => [
      type.definition.type,
      timeoutMilliseconds,
    ])
    expect(timeouts?.toSorted()).toEqual([
      ['dns', 1_000],
      ['http', 10_000],
      ['junit', 300_000],
    ])
  })

  test('may have annotations that are no texts', async () => {
    const written =
      'metadata: { name: a, annotations: { trace: true, level: 2 } }\nspec: { tcp: [{ name: a, url: "x:1" }] }\n'
    expect((await first(written))?.metadata.annotations).toEqual({ trace: 'true', level: '2' })
  })

  test('may merge what stands under an anchor at the top', async () => {
    const defaults = 'defaults: &defaults\n  thresholdMillis: 700\n  method: HEAD\n'
    const checks = 'http:\n  - <<: *defaults\n    name: a\n    url: http://a.example\n    method: GET\n'
    expect((await first(defaults + checks))?.spec.input).toEqual({
      http: [{ name: 'a', url: 'http://a.example', method: 'GET', thresholdMillis: 700 }],
    })
    expect(await places(`defaults: {}\n${checks.replace('<<: *defaults', 'icon: x')}`)).toEqual([
      '1:1 defaults: unknown key "defaults"',
    ])
  })

  test('is refused at once where merges of merges have no bound', async () => {
    const levels = Array.from({ length: 30 }, (_, index) => {
      const from = Array.from({ length: 10 }, () => `*a${index}`)
      return `a${index + 1}: &a${index + 1} { k: { <<: [${from.join(', ')}] } }`
    })
    expect(await places(`a0: &a0 { x: 1 }\n${levels.join('\n')}\n`)).toEqual([
      expect.stringContaining('aliases stand for more than'),
    ])
    expect(await places('a: &a { <<: *a }\n')).toEqual([
      expect.stringContaining('stands for a value that holds it'),
    ])
  })

  test('is refused for the checks that are wrong only, with all their errors', async () => {
    const { documents, problems } = await read(`
http:
  - { name: a, url: "ftp://a.example" }
  - { name: b, url: "http://b.example" }
  - { name: c, url: "http://c.example", test: { expr: "code ==" } }
  - { name: d, url: "http://d.example", dependsOn: [c] }
tcp:
  - { name: e, endpoint: nowhere }
`)
    expect(documents).toMatchObject([{ isPartial: true, spec: { checks: [{ spec: { name: 'b' } }] } }])
    expect(problems.map(({ line, path }) => `${line} ${path}`)).toEqual([
      '3 http[0].url',
      '8 tcp[0].endpoint',
      expect.stringMatching(/^5 http\[2\]\.test/),
      '6 http[3].dependsOn[0]',
    ])
    expect(problems.at(-1)?.message).toBe('the check that it depends on has errors')
  })
})

describe('a file that is wrong says where', () => {
  test('an unknown key', async () => {
    expect(await places('spec:\n  http:\n    - name: a\n      ur: http://x.example\n')).toEqual([
      '4:7 spec.http[0].ur: unknown key "ur"; did you mean "url"?',
      '3:7 spec.http[0].url: This field is required',
    ])
    expect(await places('spec:\n  htttp: []\n')).toEqual([
      '2:3 spec.htttp: unknown key "htttp"; did you mean "http"?',
    ])
    expect(
      await places('metadata: { name: a }\nspecs: {}\nspec:\n  tcp: [{ name: a, endpoint: "x:1" }]'),
    ).toEqual(['2:1 specs: unknown key "specs"; did you mean "spec"?'])
  })

  test('an unknown key or a wrong type in the metadata', async () => {
    const spec = 'spec:\n  tcp: [{ name: a, endpoint: "x:1" }]\n'
    expect(await places(`metadata:\n  nmae: shop\n${spec}`)).toEqual([
      '2:3 metadata.nmae: unknown key "nmae"; did you mean "name"?',
    ])
    expect(await places(`metadata:\n  name: 7\n${spec}`)).toEqual(['2:3 metadata.name: must be a text'])
    const exported = await read(`metadata:\n  name: shop\n  uid: 1-2\n  managedFields: []\n${spec}`)
    expect(exported).toMatchObject({ problems: [], documents: [{ metadata: { name: 'shop' } }] })
    expect(Object.keys(exported.documents[0]?.metadata ?? {})).not.toContain('uid')
  })

  test('a wrong type', async () => {
    expect(
      (await places('http:\n  - name: a\n    url: http://x.example\n    thresholdMillis: fast\n'))[0],
    ).toMatch(/^4:5 http\[0\]\.thresholdMillis: must be a number/)
  })

  test('a tab', async () => {
    expect((await places('http:\n\t- name: a\n'))[0]).toMatch(
      /^2:\d+ : tabs are not allowed as indentation; use spaces$/i,
    )
  })

  test('an invalid schedule', async () => {
    expect((await places('schedule: often\ntcp: [{ name: a, endpoint: "x:1" }]\n'))[0]).toContain(
      '1:1 schedule: "often" is not a schedule',
    )
  })

  test('two checks of one type and name', async () => {
    expect(
      await places('tcp:\n  - { name: a, endpoint: "x:1" }\n  - { name: a, endpoint: "x:2" }\n'),
    ).toEqual(['3:7 tcp[1].name: another check of this type is named "a" already'])
  })

  test('no check, another kind, a list, two canaries of one name', async () => {
    expect((await places('schedule: "@hourly"\n'))[0]).toContain('there is no check')
    expect((await places('kind: Pod\nspec: {}\n'))[0]).toContain('only documents of kind Canary are read')
    expect((await places('- a\n'))[0]).toContain('a canary is a map of keys')
    const same = 'metadata: { name: same }\nspec:\n  tcp: [{ name: a, endpoint: "x:1" }]\n'
    expect((await places(`${same}---\n${same}`))[0]).toContain(
      'another canary of this file is named default/same already',
    )
  })

  test('one document with an error holds back no other', async () => {
    const { documents, problems } = await read(
      'metadata: { name: good }\nspec:\n  tcp: [{ name: a, endpoint: "x:1" }]\n---\nmetadata: { name: bad }\nspec:\n  nonsense: 1\n',
    )
    expect(documents.map(({ metadata }) => metadata.name)).toEqual(['good'])
    expect(problems).toMatchObject([{ line: 7, path: 'spec.nonsense' }])
  })

  test('10 MB are refused at once', async () => {
    const started = process.threadCpuUsage()
    const { documents, problems } = await read(
      `http:\n${'  - { name: x, url: "http://x.example" }\n'.repeat(250_000)}`,
    )
    expect(documents).toEqual([])
    expect(problems[0]?.message).toBe('the file has 10 MiB; the most is 1 MiB, split it into several')
    expect(process.threadCpuUsage(started).user / 1_000).toBeLessThan(500)
  })

  test('aliases that multiply themselves are an error', async () => {
    const lines = Array.from(
      { length: 12 },
      (_, index) => `a${index + 1}: &a${index + 1} [*a${index}, *a${index}, *a${index}, *a${index}]`,
    )
    expect((await places(`a0: &a0 [x, x, x, x]\n${lines.join('\n')}\n`))[0]).toMatch(/alias/i)
  })

  test('nothing makes it throw', async () => {
    await fc.assert(fc.asyncProperty(fc.string(), async (text) => Array.isArray((await read(text)).problems)))
    const keys = fc.constantFrom(
      'spec',
      'metadata',
      'http',
      'tcp',
      'name',
      'url',
      'endpoint',
      'schedule',
      'kind',
      '&a',
      '<<',
    )
    const values = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.constantFrom('[]', '{}', '*a', '&a [*a]', '!!js/function x', '- x'),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(3), keys, values)), async (lines) => {
        const text = lines.map(([depth, key, value]) => `${'  '.repeat(depth)}${key}: ${value}`).join('\n')
        return Array.isArray((await read(text)).problems)
      }),
    )
  })
})

test('a key that stands twice is refused with its place, however many keys there are', async () => {
  const doubled = await readCanaryFile(
    parser,
    'schedule: "@hourly"\nexec:\n  - name: a\n    script: x\n    name: b\n',
    'a.yaml',
  )
  expect(doubled).toEqual({
    documents: [],
    problems: [{ path: '', message: 'Map keys must be unique', line: 5, column: 5 }],
  })
  const withKeys = async (length: number) => {
    const keys = Array.from({ length }, (_, index) => `key${index}`)
    return (await readCanaryFile(parser, `{${keys.join(',')}}`, 'a.yaml')).problems[0]?.message
  }
  expect(await withKeys(9_000)).toContain('unknown key')
  expect(await withKeys(30_000)).toBe('a map of more than 10000 keys')
})
