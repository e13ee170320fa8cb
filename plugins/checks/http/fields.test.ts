import { inputJsonSchema, problemsOf } from '@binnacle/plugin-kit/core'
import { startHttpServer, type TestServer } from '@binnacle/plugin-kit/servers'
import { runForTest } from '@binnacle/plugin-kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from './run.ts'
import { check } from './spec.ts'

let server: TestServer
beforeAll(async () => {
  server = await startHttpServer()
})
afterAll(() => server.stop())

const at = (path: string) => `http://127.0.0.1:${server.port}${path}`
const jsonSchema = inputJsonSchema(check.schema)
const problems = (more: Record<string, unknown>) => {
  const { error } = check.schema.safeParse({ name: 'x', url: 'http://a.example', ...more })
  return error === undefined
    ? []
    : problemsOf(error, jsonSchema).map(({ path, message }) => `${path}: ${message}`)
}

describe('a variable in the address', () => {
  test('is put in as a part of the query, and comes out nowhere', async () => {
    const value = "it's a/b&c=d"
    const spec = { url: at('/say?body=$(KEY)'), env: [{ name: 'KEY', value, secret: true }] }
    expect(await runForTest(check, run, { ...spec, responseContent: value })).toMatchObject({
      state: 'healthy',
    })
    const outcome = await runForTest(check, run, { ...spec, maxRedirects: 0, responseCodes: [500] })
    expect(JSON.stringify(outcome)).not.toContain('it%27s')
  })

  test('may be the whole address, which then comes out nowhere', async () => {
    const env = [{ name: 'url', value: at('/status?code=500'), secret: true }]
    for (const url of ['$(.url)', '$(url)']) {
      const outcome = await runForTest(check, run, { url, env })
      expect(outcome).toMatchObject({ error: 'status 500, expected 200 to 299' })
      expect(JSON.stringify(outcome)).not.toContain('code=500')
    }
    const wrong = [{ name: 'url', value: 'ftp://a.example' }]
    const refused = await runForTest(check, run, { url: '$(.url)', env: wrong })
    expect(refused).toMatchObject({
      state: 'unknown',
      error: 'url: the variable "url" is not an http or https address',
    })
    expect(problems({ url: '$(.url)' })).toEqual(['url: there is no variable "url" in "env" for $(url)'])
    expect(problems({ url: '$(.url)', env, connection: 'connection://a' })).toEqual([
      'url: with a connection the address is written out, not kept in a variable',
    ])
    expect(problems({ url: 'nonsense' })).toEqual(['url: "nonsense" is not an http or https address'])
  })

  test('that is no secret is not taken out of what the server says', async () => {
    const env = [{ name: 'KEY', value: 'shown-value' }]
    const outcome = await runForTest(check, run, { url: at('/say?body=$(KEY)'), env })
    expect(outcome.data?.().values).toMatchObject({ content: 'shown-value' })
  })

  test('may bring user and password, or be one of them', async () => {
    const proof = `Basic ${Buffer.from('hello:p@ss word').toString('base64')}`
    const sends = async (responseContent: string, spec: Record<string, unknown>) => {
      const outcome = await runForTest(check, run, { ...spec, responseContent })
      expect(JSON.stringify([outcome, outcome.data?.()])).not.toContain('p@ss word')
      expect(outcome).toMatchObject({ state: 'healthy' })
    }
    const whole = at('/echo').replace('//', '//hello:p%40ss%20word@')
    await sends(proof, { url: '$(.url)', env: [{ name: 'url', value: whole }] })
    const env = [
      { name: 'user', value: 'hello' },
      { name: 'pass', value: 'p@ss word' },
    ]
    const written = check.rewrite?.({ url: at('/echo').replace('//', '//$(.user):$(.pass)@'), env })
    expect(written).toMatchObject({ username: '$(.user)', password: '$(.pass)' })
    await sends(proof, { ...written })
    // What no variable is named after is a password like any other.
    const odd = `Basic ${Buffer.from('hello:$(other)').toString('base64')}`
    await sends(odd, { url: at('/echo'), username: '$(user)', password: '$(other)', env })
  })

  test('has to be there, and not in the place of the host', () => {
    const env = [{ name: 'A', value: 'a' }]
    expect(problems({ url: 'http://a.example/?b=$(B)', env })).toEqual([
      'url: there is no variable "B" in "env" for $(B)',
    ])
    expect(problems({ url: 'http://$(A)/', env })).toEqual([
      'url: only path and query of the address can have a $(name)',
    ])
    expect(problems({ url: 'http://a.example/$(A)', env })).toEqual([])
  })
})

describe('headers and variables, as Kubernetes writes them', () => {
  test.each([
    [{ name: 'A', value: 'b' }],
    [{ name: 'A', value: 'secret://shop/token' }],
    [{ name: 'A', valueFrom: { secretKeyRef: { name: 'shop', key: 'token' } } }],
    [{ name: 'A', valueFrom: { configMapKeyRef: { name: 'shop', key: 'token' } } }],
  ])('%j is right [SPEC-010]', (header) => {
    expect(problems({ headers: [header] })).toEqual([])
  })

  test.each([
    [{ name: 'A' }, 'headers[0].value: This field is required'],
    [{ name: 'A', value: 'secret://shop' }, 'headers[0].value: write secret://name/key'],
    [
      { name: 'A', value: 'x', valueFrom: { secretKeyRef: { name: 'a', key: 'b' } } },
      'headers[0].value: give either "value" or "valueFrom"',
    ],
    [
      { name: 'A', valueFrom: {} },
      'headers[0].valueFrom: give one of "secretKeyRef", "configMapKeyRef", "helmRef" and "serviceAccount"',
    ],
    [
      { name: 'A', valueFrom: { secretKeyRef: { name: '..', key: 'b' } } },
      'headers[0].valueFrom.secretKeyRef.name: The name has letters, digits, dots, - and _ only, at most 253, and does not begin with two dots',
    ],
    [
      { name: 'A', valueFrom: { secretKeyRef: { name: 'a' } } },
      'headers[0].valueFrom.secretKeyRef.key: This field is required',
    ],
    [
      { name: 'A', valueFrom: { secretRef: { name: 'a', key: 'b' } } },
      'headers[0].valueFrom.secretRef: unknown key "secretRef"; did you mean "secretKeyRef"?',
    ],
  ])('%j is refused with the field', (header, problem) => {
    expect(problems({ headers: [header] })[0]).toBe(problem)
  })
})
