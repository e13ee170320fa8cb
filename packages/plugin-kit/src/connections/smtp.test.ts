import { describe, expect, test } from 'vitest'
import { smtpOptions } from './smtp.ts'

function optionsOf(properties: Record<string, string>, username?: string) {
  return smtpOptions({
    name: 'test',
    namespace: 'default',
    type: 'email',
    insecureTls: false,
    ...(username === undefined ? {} : { username, password: 'given' }),
    properties: { host: 'smtp.example.com', ...properties },
  })
}

describe('the encryption of a mail server', () => {
  test('is demanded where a password goes out, so that nobody on the way can prevent it', () => {
    expect(optionsOf({}, 'me')).toMatchObject({
      port: 587,
      secure: false,
      requireTLS: true,
      ignoreTLS: false,
    })
    expect(optionsOf({ host: '127.0.0.1' }, 'me')).toMatchObject({ requireTLS: false })
    expect(optionsOf({})).toMatchObject({ requireTLS: false })
  })

  test('begins at once on its port, and where the connection says so', () => {
    expect(optionsOf({ port: '465' }, 'me')).toMatchObject({ secure: true, requireTLS: false })
    expect(optionsOf({ port: '2465', encryptionMethod: 'ImplicitTLS' })).toMatchObject({ secure: true })
    expect(optionsOf({ port: '465', encryptionMethod: 'ExplicitTLS' })).toMatchObject({
      secure: false,
      requireTLS: true,
    })
  })

  test('is not used where the connection says None', () => {
    expect(optionsOf({ encryptionMethod: 'None' }, 'me')).toMatchObject({
      ignoreTLS: true,
      requireTLS: false,
    })
  })
})

describe('the account of a mail server', () => {
  test('signs in as the connection says', () => {
    expect(optionsOf({}, 'me')).toMatchObject({ auth: { user: 'me', pass: 'given' } })
    expect(optionsOf({ authMethod: 'CRAMMD5' }, 'me')).toMatchObject({ authMethod: 'CRAM-MD5' })
    expect(optionsOf({ authMethod: 'OAuth2' }, 'me')).toMatchObject({
      auth: { type: 'OAuth2', user: 'me', accessToken: 'given' },
    })
  })

  test('is missing without a user, and where the connection says None', () => {
    expect(optionsOf({ authMethod: 'None' }, 'me')).not.toHaveProperty('auth')
    expect(optionsOf({}, '')).not.toHaveProperty('auth')
  })
})

test('a connection without a host has no options', () => {
  expect(optionsOf({ host: '' })).toBeUndefined()
})
