import { createServer } from 'node:http'
import {
  makeCertificate,
  startTcpServer,
  startHttpServer,
  startHttpsServer,
  type TestServer,
} from '@binnacle/plugin-kit/servers'
import { contextForTest, runForTest, type RunForTestOptions } from '@binnacle/plugin-kit/testing'
import { fail, succeed } from '@binnacle/contract/core'
import type { CheckContext } from '@binnacle/plugin-kit/checks'
import type { CheckOutcome } from '@binnacle/plugin-kit/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { run } from './run.ts'
import { signatureHeaders } from './sign.ts'
import { check } from './spec.ts'

let server: TestServer
beforeAll(async () => {
  server = await startHttpServer()
})
afterAll(() => server.stop())

const at = (path: string) => `http://127.0.0.1:${server.port}${path}`
const runHttp = (spec: Record<string, unknown>, options?: RunForTestOptions) =>
  runForTest(check, run, spec, options)

describe('answers', () => {
  test('any status from 200 to 299 is healthy unless told otherwise', async () => {
    expect(await runHttp({ url: at('/status?code=204') })).toMatchObject({
      state: 'healthy',
      message: 'status 204',
    })
    expect(await runHttp({ url: at('/status?code=404') })).toMatchObject({
      state: 'unhealthy',
      error: 'status 404, expected 200 to 299',
    })
    expect(await runHttp({ url: at('/status?code=404'), responseCodes: [404, 410] })).toMatchObject({
      state: 'healthy',
    })
    expect(await runHttp({ url: at('/ok'), responseCodes: [404, 410] })).toMatchObject({
      state: 'unhealthy',
      error: 'status 200, expected one of 404, 410',
    })
  })

  test('a failing answer keeps its evidence: status, headers, begin of the body, address, timings', async () => {
    const outcome = await runHttp({ url: at('/status?code=503') })
    expect(outcome.details).toMatchObject({ code: 503, content: 'code 503', address: '127.0.0.1', bytes: 8 })
    expect(outcome.details).toHaveProperty('headers.date')
    expect(Object.keys(Object(outcome.details?.['timings']))).toEqual([
      'name',
      'connect',
      'firstByte',
      'transfer',
    ])
  })

  test('scripts see headers, body, its JSON and how long it took; nothing of it is kept of a good answer', async () => {
    const outcome = await runHttp({ url: at('/ok') })
    const data = outcome.data?.()
    expect(data?.values).toMatchObject({ content: 'all is well', json: null })
    expect(data?.values).toHaveProperty('headers.date')
    expect(data?.values).toHaveProperty('headers.Date')
    expect(data?.values).toHaveProperty(['headers', 'Content-Length'])
    expect(data?.durations).toEqual({ elapsed: outcome.durationMilliseconds })
    expect(outcome.details).not.toHaveProperty('content')
    expect(outcome.details).not.toHaveProperty('headers')
  })

  test('a long answer of JSON holds up nothing else for long', async () => {
    const body = `[${'{},'.repeat(190_000)}{}]`
    const server = createServer((_, answer) => {
      answer.setHeader('content-type', 'application/json').end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const address = server.address()
      const port = typeof address === 'object' ? address?.port : undefined
      const started = performance.now()
      const outcome = await runHttp({ url: `http://127.0.0.1:${port}/` })
      expect(outcome.state).toBe('healthy')
      expect(outcome.data?.().values).toHaveProperty('json.length', 190_001)
      expect(performance.now() - started).toBeLessThan(1_500)
    } finally {
      server.close()
    }
  })

  test('what says that it is JSON must be, unless a script tests it', async () => {
    const say = (type: string, body: string) => at(`/say?${new URLSearchParams({ type, body }).toString()}`)
    const good = await runHttp({ url: say('application/problem+json; charset=utf-8', '{"a": [1]}') })
    expect(good.state).toBe('healthy')
    expect(good.data?.().values).toMatchObject({ json: { a: [1] } })
    const url = say('application/json', '{"a": ')
    expect(await runHttp({ url })).toMatchObject({
      state: 'unhealthy',
      error: 'the body is not the JSON that its content type promises',
    })
    expect(await runHttp({ url, test: { expr: 'json == null' } })).toMatchObject({ state: 'healthy' })
    expect(await runHttp({ url: say('text/html', '{"a": ') })).toMatchObject({ state: 'healthy' })
    expect(await runHttp({ url: say('application/json', '') })).toMatchObject({ state: 'healthy' })
  })

  test('the body must contain the expected content', async () => {
    expect(await runHttp({ url: at('/ok'), responseContent: 'well' })).toMatchObject({ state: 'healthy' })
    expect(await runHttp({ url: at('/ok'), responseContent: 'ill' })).toMatchObject({
      state: 'unhealthy',
      error: '"ill" is not in the body (11 bytes read)',
    })
  })

  test('method, headers, body and basic authentication are sent', async () => {
    const outcome = await runHttp({
      url: at('/echo'),
      method: 'POST',
      headers: [{ name: 'X-Trace', value: 'abc' }],
      body: 'the body',
      username: 'user',
      password: { value: 'pass' },
      responseCodes: [500],
    })
    const echoed: unknown = JSON.parse(z.string().parse(outcome.details?.['content']))
    expect(echoed).toMatchObject({
      method: 'POST',
      body: 'the body',
      headers: {
        'x-trace': 'abc',
        authorization: `Basic ${Buffer.from('user:pass').toString('base64')}`,
        'user-agent': 'Binnacle/test',
      },
    })
  })

  test('a body is made of a template and variables where the spec says so', async () => {
    const template: CheckContext['template'] = async (source, variables) =>
      succeed(source.replaceAll(/\{\{ \.(\w+) \}\}/g, (_, name: string) => JSON.stringify(variables[name])))
    const spec = {
      url: at('/echo'),
      method: 'POST',
      body: 'to {{ .who }}',
      env: [{ name: 'who', value: 'the world' }],
      responseCodes: [500],
    }
    const bodyOf = async (outcome: Promise<CheckOutcome>): Promise<unknown> =>
      Object(JSON.parse(z.string().parse((await outcome).details?.['content']))).body
    expect(await bodyOf(runHttp({ ...spec, templateBody: true }, { template }))).toBe('to "the world"')
    expect(await bodyOf(runHttp(spec, { template }))).toBe('to {{ .who }}')
    const wrong = async () => fail('it is wrong')
    expect(await runHttp({ ...spec, templateBody: true }, { template: wrong })).toMatchObject({
      state: 'unknown',
      error: 'the body cannot be made: it is wrong',
    })
  })

  test('slower than the threshold is unhealthy', async () => {
    const outcome = await runHttp({ url: at('/slow'), thresholdMillis: 50 })
    expect(outcome.error).toMatch(/^took \d+ms, expected at most 50ms$/)
  })

  test('redirects are followed, and are the answer when none may be', async () => {
    const followed = await runHttp({ url: at('/redirect?to=/ok') })
    expect(followed).toMatchObject({ state: 'healthy', details: { redirects: [at('/ok')] } })
    const kept = await runHttp({ url: at('/redirect?to=/ok'), maxRedirects: 0, responseCodes: [302] })
    expect(kept).toMatchObject({ state: 'healthy', message: 'status 302' })
  })
})

describe('bad targets give a clear result within their time', () => {
  test.each([
    ['does not resolve', () => 'http://no-such-name.invalid/', 'does not exist'],
    ['redirects for ever', () => at('/loop'), 'more than 10 redirects'],
    ['redirects to no address', () => at('/redirect?to=javascript:alert(1)'), 'which is not an http address'],
    ['drops the connection', () => at('/drop'), 'closed the connection'],
  ])('%s', async (_what, url, message) => {
    const outcome = await runHttp({ url: url() })
    expect(outcome.state).toBe('unhealthy')
    expect(outcome.error).toContain(message)
  })

  test('refuses', async () => {
    const gone = await startHttpServer()
    await gone.stop()
    const outcome = await runHttp({ url: `http://127.0.0.1:${gone.port}/` })
    expect(outcome).toMatchObject({ state: 'unhealthy', error: `127.0.0.1:${gone.port}: connection refused` })
  })

  test.each([
    ['/hang', 'timed out while waiting for the answer'],
    ['/stall', 'timed out while reading the answer'],
  ])('%s', async (path, message) => {
    const started = performance.now()
    const outcome = await runHttp({ url: at(path) }, { timeoutMilliseconds: 300 })
    expect(outcome.state).toBe('unhealthy')
    expect(outcome.error).toContain(message)
    expect(outcome.details).toMatchObject({ reason: 'timeout', address: '127.0.0.1' })
    expect(outcome.details).toHaveProperty('timings.firstByte')
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  test('a body of 1 GB is read to its first MiB only', async () => {
    const started = performance.now()
    const outcome = await runHttp({ url: at('/flood') })
    expect(outcome).toMatchObject({ state: 'healthy', details: { truncated: true, bytes: 1_048_576 } })
    expect(performance.now() - started).toBeLessThan(2_000)
    const missing = await runHttp({ url: at('/flood'), responseContent: 'y' })
    expect(missing.error).toContain('is not in the first MiB of the body')
  })

  test('an address that policy forbids is not connected to, and says so', async () => {
    const outcome = await runHttp({ url: at('/ok') }, { deny: new Set(['loopback']) })
    expect(outcome).toMatchObject({ state: 'unknown', details: { reason: 'denied' } })
    const metadata = await runHttp({ url: at('/redirect?to=http://169.254.169.254/latest/meta-data') })
    expect(metadata.error).toContain('never connected to')
  })
})

describe('certificates', () => {
  const trusting = (cert: string) => ({ tlsConfig: { ca: { value: cert } } })

  test('an expired certificate is refused and shown', async () => {
    const credentials = await makeCertificate(-30, 20)
    const tls = await startHttpsServer(credentials)
    const outcome = await runHttp({ url: `https://localhost:${tls.port}/ok`, ...trusting(credentials.cert) })
    await tls.stop()
    expect(outcome.state).toBe('unhealthy')
    expect(outcome.error).toMatch(/certificate is not trusted: CERT_HAS_EXPIRED \(expired \d{4}-\d\d-\d\d\)/)
    expect(outcome.details).toHaveProperty('certificate.subject', 'localhost')
  })

  test('a certificate that signs itself is refused unless told otherwise', async () => {
    const tls = await startHttpsServer(await makeCertificate(-1, 30))
    const url = `https://localhost:${tls.port}/ok`
    expect((await runHttp({ url })).error).toContain('DEPTH_ZERO_SELF_SIGNED_CERT')
    expect(await runHttp({ url, tlsConfig: { insecureSkipVerify: true } })).toMatchObject({
      state: 'healthy',
    })
    await tls.stop()
  })

  test('a handshake that takes longer than it may is unhealthy, long before the run has to end', async () => {
    const silent = await startTcpServer('')
    const outcome = await runHttp({
      url: `https://127.0.0.1:${silent.port}/`,
      tlsConfig: { handshakeTimeout: '100ms' },
    })
    await silent.stop()
    expect(outcome).toMatchObject({
      state: 'unhealthy',
      error: `127.0.0.1:${silent.port}: timed out during the TLS handshake`,
      details: { reason: 'timeout', address: '127.0.0.1' },
    })
    expect(outcome.details).toHaveProperty('timings.tls')
  })

  test('one that expires in fewer days than wanted is unhealthy', async () => {
    const credentials = await makeCertificate(-1, 11)
    const tls = await startHttpsServer(credentials)
    const spec = { url: `https://localhost:${tls.port}/ok`, ...trusting(credentials.cert) }
    expect(await runHttp({ ...spec, maxSSLExpiry: 5 })).toMatchObject({ state: 'healthy' })
    expect((await runHttp({ ...spec, maxSSLExpiry: 30 })).error).toBe(
      'the certificate expires in 9 days, expected at least 30',
    )
    await tls.stop()
  })
})

test('all fields at once [SPEC-011]', async () => {
  const credentials = await makeCertificate(-1, 30)
  const tls = await startHttpsServer(credentials)
  const outcome = await runHttp({
    name: 'all fields',
    icon: 'shop',
    description: 'All that a form has',
    url: `https://localhost:${tls.port}/echo`,
    method: 'POST',
    body: 'the body',
    headers: [{ name: 'X-Trace', value: 'abc' }],
    authentication: { basic: true, username: { value: 'user' }, password: { value: 'pass' } },
    responseCodes: [200, 201],
    thresholdMillis: 10_000,
    responseContent: '"body":"the body"',
    maxSSLExpiry: 7,
    test: { expr: 'code == 200' },
    display: { template: 'code {{ .code }}' },
    transform: { javascript: 'JSON.stringify([])' },
    tlsConfig: { ca: { value: credentials.cert } },
  })
  await tls.stop()
  expect(outcome).toMatchObject({ state: 'healthy', message: 'status 200' })
})

test.each([
  ['ftp://example.com', 'not an http or https address'],
  ['example.com', 'not an http or https address'],
  ['http://user:secret@example.com', 'put the username and password into'],
])('the address %s is refused', (url, message) => {
  const parsed = check.schema.safeParse({ name: 'x', url })
  expect(parsed.error?.issues[0]?.message).toContain(message)
})

test('a user and a password in the address move to where they are sealed', () => {
  const rewrite = (written: Record<string, unknown>) => check.rewrite?.(written)
  expect(rewrite({ name: 'x', url: 'https://me:p%40ss@shop.example/a?b=c' })).toEqual({
    name: 'x',
    url: 'https://shop.example/a?b=c',
    username: 'me',
    password: 'p@ss',
  })
  // Which of two is meant is for the writer to say.
  const both = { name: 'x', url: 'https://me:pass@shop.example/', username: 'you' }
  expect(rewrite(both)).toEqual(both)
  expect(rewrite({ name: 'x', url: 7 })).toEqual({ name: 'x', url: 7 })
})

test('requests are signed for Amazon as in the example "get-vanilla" of its test suite of Signature Version 4', async () => {
  const headers = await signatureHeaders(
    {
      accessKey: 'AKIDEXAMPLE',
      secretKey: { value: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' },
      region: 'us-east-1',
      service: 'service',
    },
    { method: 'GET', url: 'https://example.amazonaws.com/', body: undefined },
    contextForTest({ now: () => new Date('2015-08-30T12:36:00Z') }),
  )
  expect(headers['authorization']).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  )
})
