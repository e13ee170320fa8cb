import { succeed } from '@binnacle/contract/core'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  connectionSecrets,
  type ConnectionValues,
  readConnectionReference,
  renderConnection,
  type RawSpec,
} from './connection.ts'
import { fillConnections, needsConnections, serverConnection } from './connection-filling.ts'
import { field, secretValue } from './fields.ts'
import { inputJsonSchema } from './schema-node.ts'
import { secretsIn } from './secrets.ts'

const id = '01900000-0000-7000-8000-000000000000'

function connection(values: Partial<ConnectionValues> = {}): ConnectionValues {
  return { name: 'db', namespace: 'shop', type: 'http', insecureTls: false, properties: {}, ...values }
}

const uses = [serverConnection(['http'])]

function fill(written: RawSpec, values: Partial<ConnectionValues>) {
  return fillConnections(uses, { connection: 'connection://db', ...written }, async () =>
    succeed(connection(values)),
  )
}

async function filled(written: RawSpec, values: Partial<ConnectionValues>): Promise<RawSpec> {
  const result = await fill(written, values)
  return result.ok ? result.value.written : { failure: result.failure }
}

describe('references', () => {
  test.each([
    ['connection://db', { name: 'db' }],
    ['connection://shop/db', { name: 'db', namespace: 'shop', isShort: true }],
    ['connection://http/shop/db', { name: 'db', namespace: 'shop', type: 'http', isShort: false }],
    ['connection://my shop/the db', { name: 'the db', namespace: 'my shop' }],
    [id.toUpperCase(), { id }],
  ])('%s', (text, reference) => {
    expect(readConnectionReference(text)).toMatchObject(reference)
  })

  test.each(['', 'db', 'connection://', 'connection:///db', 'connection://a/ /c', 'connection://a/b/c/d'])(
    '"%s" is not valid',
    (text) => {
      expect(readConnectionReference(text)).toBeUndefined()
    },
  )

  test('a name is no secret where an address would be one', () => {
    const schema = inputJsonSchema(
      z.strictObject({
        connection: field(secretValue({ title: 'Connection', reference: true }), {
          title: 'Connection',
          reference: true,
        }),
        password: field(secretValue({ title: 'Password' }), { title: 'Password' }),
      }),
    )
    const secrets = (connection: unknown) => secretsIn(schema, { connection, password: id })
    expect(secrets('connection://shop/db')).toEqual([id])
    expect(secrets({ value: 'connection://shop/db' })).toEqual([id])
    expect(secrets('postgres://u:p@host')).toEqual(['postgres://u:p@host', id])
  })
})

describe('the URL of a connection', () => {
  const render = (values: Partial<ConnectionValues>) => {
    const rendered = renderConnection(connection(values))
    return rendered.ok ? rendered.value.url : rendered.failure
  }

  test('placeholders are filled, escaped', () => {
    expect(
      render({
        url: ' http://$(username):$(password)@$(properties.host)/$(namespace)/$(name)?t=$(type)&d=$(.domain) ',
        username: 'me@shop',
        password: 'p/ss?#',
        properties: { host: 'db.example', domain: 'D' },
      }),
    ).toBe('http://me%40shop:p%2Fss%3F%23@db.example/shop/db?t=http&d=D')
    expect(render({})).toBeUndefined()
  })

  test('a placeholder without a value is named', () => {
    expect(render({ url: 'http://$(username)/$(constructor)' })).toBe(
      'the connection shop/db has nothing to put in the place of $(username), $(constructor) in its url',
    )
  })
})

describe('what a check gets of a connection', () => {
  const whole = { url: 'http://shop.example/api', username: 'u', password: 'conn-pass' }

  test('its address, user and password', async () => {
    expect(await filled({ name: 'x' }, whole)).toEqual({ name: 'x', ...whole })
  })

  test('user and password of the connection stand above those of the check, unless it lacks one', async () => {
    const own = { username: 'mine', authentication: { password: { value: 'my-pass' }, ntlm: true } }
    expect(await filled(own, whole)).toEqual({ ...whole, authentication: { ntlm: true } })
    expect(await filled(own, { url: whole.url, password: 'conn-pass' })).toEqual({
      url: whole.url,
      username: 'mine',
      password: 'my-pass',
      authentication: { ntlm: true },
    })
  })

  test('an address of the check takes the place of the other; to another server nothing is lent', async () => {
    const url = 'http://shop.example/other'
    expect(await filled({ url }, whole)).toEqual({ ...whole, url })
    expect(await filled({ url: { value: url } }, whole)).toEqual({ ...whole, url })
    for (const elsewhere of [
      'http://evil.example/api',
      'https://shop.example/api',
      'http://shop.example:81/',
    ])
      expect(await filled({ url: elsewhere, username: 'mine' }, { ...whole, insecureTls: true })).toEqual({
        url: elsewhere,
        username: 'mine',
      })
    const { url: _, ...account } = whole
    // An account without an address says itself which servers may get it.
    expect(await filled({ url }, account)).toMatchObject({
      failure: expect.stringContaining('add http://shop.example:80'),
    })
    for (const servers of ['https://a.example  http://shop.example', '*'])
      expect(await filled({ url }, { ...account, properties: { servers } })).toEqual({ ...account, url })
  })

  test('a user in its address, where no field has one', async () => {
    expect(await filled({}, { url: 'http://me:p%40ss@shop.example/' })).toEqual({
      url: 'http://shop.example/',
      username: 'me',
      password: 'p@ss',
    })
    expect(await filled({}, { url: 'http://me:other@shop.example/', password: 'p' })).toMatchObject({
      username: 'me',
      password: 'p',
    })
  })

  test('how its certificate is verified, unless the check says so itself', async () => {
    const ca = '-----BEGIN CERTIFICATE-----\nMII'
    const lends = { url: 'https://shop.example', insecureTls: true, certificate: ca }
    for (const tlsConfig of [{ insecureSkipVerify: true }, { ca }, { serverName: 'evil.example' }])
      expect(await filled({ tlsConfig }, { ...whole, url: 'https://shop.example' })).toMatchObject({
        failure: expect.stringContaining('does not give its secrets to a check with tlsConfig.'),
      })
    expect(await filled({}, lends)).toMatchObject({ tlsConfig: { insecureSkipVerify: true, ca } })
    expect(await filled({ tlsConfig: { insecureSkipVerify: false, cert: 'c' } }, lends)).toMatchObject({
      tlsConfig: { insecureSkipVerify: false, cert: 'c', ca },
    })
  })

  test('or why it is of no use, with the field', async () => {
    expect(await filled({}, { username: 'u' })).toEqual({
      failure: 'connection: the connection shop/db has no url, and neither has the check',
    })
  })

  test('nothing, where it names none', () => {
    expect(needsConnections(uses, { url: 'http://a' })).toBe(false)
    expect(needsConnections(uses, { connection: 'postgres://a' })).toBe(false)
    expect(needsConnections(uses, { connection: { value: id } })).toBe(true)
  })
})

test('what may be in no output: credentials, tokens, addresses with more than a host', async () => {
  const values = connection({
    url: 'http://me:p%40ss@shop.example/?token=abc',
    password: 'conn-pass',
    properties: { region: 'eu-west-1', token: 'prop-token' },
  })
  expect(connectionSecrets(values)).toEqual([
    'http://me:p%40ss@shop.example/?token=abc',
    'me',
    'me',
    'p%40ss',
    'p@ss',
    'conn-pass',
    'prop-token',
  ])
  expect(connectionSecrets(connection({ url: 'https://shop.example:8443/' }))).toEqual([])
  const result = await fill(
    {},
    { url: 'http://shop.example/$(properties.token)', properties: { token: 'a b' } },
  )
  expect(result.ok ? result.value.secrets : []).toEqual([
    'http://shop.example/a%20b',
    'a b',
    'http://shop.example/$(properties.token)',
  ])
})
