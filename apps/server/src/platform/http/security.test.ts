import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { contentSecurityPolicy, isForeignChange, securityHeaders } from './security.ts'

test('no answer lets a page be framed, its base be moved or its forms lead elsewhere', async () => {
  const app = new Hono().use(securityHeaders(true)).get('/', (context) => context.json({}))
  const answer = await app.request('/')
  const policy = answer.headers.get('content-security-policy')
  for (const directive of ['default-src', 'frame-ancestors', 'base-uri', 'form-action'])
    expect(policy).toContain(`${directive} 'none'`)
  expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000')
  for (const directive of ['default-src', 'object-src', 'frame-ancestors', 'base-uri'])
    expect(contentSecurityPolicy('n')).toContain(`${directive} 'none'`)
})

test('every answer has the same headers, and a page keeps the policy that it has', async () => {
  const app = new Hono()
    .use(securityHeaders(false))
    .get('/page', (context) =>
      context.html('', 200, { 'content-security-policy': contentSecurityPolicy('n') }),
    )
  const headers = async (path: string) => Object.fromEntries((await app.request(path)).headers)
  const common = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  }
  const { 'content-type': _, ...missing } = await headers('/missing')
  const strictest = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
  expect(missing).toEqual({ ...common, 'content-security-policy': strictest })
  expect(await headers('/page')).toMatchObject({
    ...common,
    'content-security-policy': contentSecurityPolicy('n'),
  })
})

test('a change that the page of another site sends is told by its headers', () => {
  const change = (headers: Readonly<Record<string, string>>, method = 'POST') =>
    isForeignChange({ req: { method, header: (name) => headers[name] } }, 'https://b.example')
  expect(change({ 'sec-fetch-site': 'cross-site' })).toBe(true)
  expect(change({ 'sec-fetch-site': 'same-site' })).toBe(true)
  expect(change({ origin: 'https://a.example', host: 'b.example' })).toBe(true)
  expect(change({ origin: 'null', host: 'b.example' })).toBe(true)
  expect(change({ origin: 'https://b.example', host: 'b.example' })).toBe(false)
  expect(change({ 'sec-fetch-site': 'same-origin' })).toBe(false)
  expect(change({})).toBe(false)
  expect(change({ 'sec-fetch-site': 'cross-site' }, 'GET')).toBe(false)
})
