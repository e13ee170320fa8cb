import { isRecord, type Json } from '@binnacle/plugin-kit/core'
import fc from 'fast-check'
import { isSecretName } from '@binnacle/contract/redact'
import { describe, expect, test } from 'vitest'
import { createSecrets } from '../../../platform/secrets.ts'
import { createMask, maskDocument, maskText } from './masking.ts'

const mask = createMask(createSecrets('a secret key of more than 32 characters'))

describe('secrets in documents', () => {
  test.each([
    ['password', true],
    ['dbPassword', true],
    ['DB_PASSWORD', true],
    ['client_secret', true],
    ['apiKey', true],
    ['auth-token', true],
    ['nextToken', false],
    ['secretName', false],
    ['secretKeyRef', false],
    ['publicKey', false],
    ['key', false],
    ['passwordPolicy', false],
  ])('%s is the name of one: %s', (name, is) => expect(isSecretName(name)).toBe(is))

  test.each([
    ['postgres://jane:s3cret-pass@db.example/x', 's3cret-pass'],
    ['token ghp_abcdefghijklmnopqrstuvwxyz0123456789 here', 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'],
    ['Server=x;Password=p4ssword-1;Encrypt=yes', 'p4ssword-1'],
  ])('%s is masked by its form', (text, secret) => {
    const masked = maskText(text, mask)
    expect(masked).not.toContain(secret)
    expect(masked).toBe(text.replace(secret, mask(secret)))
  })

  test('a private key is masked as a whole, and many that never end take no time', () => {
    const key =
      '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIIE\n-----END RSA PRIVATE KEY-----'
    expect(maskText(`a ${key} b`, mask)).toBe(`a ${mask(key)} b`)
    const hostile = '-----BEGIN PRIVATE KEY-----'.repeat(40_000)
    const began = process.threadCpuUsage()
    expect(maskText(hostile, mask)).toBe(hostile)
    expect(process.threadCpuUsage(began).user / 1_000).toBeLessThan(1_000)
  })

  test('of variables with names, and not those that only name a secret', () => {
    const env = [
      { name: 'DB_PASSWORD', value: 'hunter2' },
      { name: 'PORT', value: '80' },
      { name: 'TOKEN', value: 'secret://a/b' },
    ]
    expect(maskDocument({ env }, mask)).toEqual({
      env: [{ name: 'DB_PASSWORD', value: mask('hunter2') }, env[1], env[2]],
    })
  })

  test('are masked once: a masked document stays the same object', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json: Json = JSON.parse(JSON.stringify(value))
        const once = maskDocument(json, mask)
        expect(maskDocument(once, mask)).toBe(once)
      }),
    )
  })

  test('are told with their places, and the rest of the document is shared', () => {
    const plain = { list: ['a', { b: null }] }
    const document = {
      env: [
        { name: 'X', value: 'y' },
        { name: 'API_KEY', value: 'abc-def' },
      ],
      plain,
      token: 'abcdefghijk',
    }
    const places: string[] = []
    const masked = maskDocument(document, mask, (place) => places.push(place))
    expect(masked).toEqual({
      env: [document.env[0], { name: 'API_KEY', value: mask('abc-def') }],
      plain,
      token: mask('abcdefghijk'),
    })
    expect(places).toEqual(['$.env[1].value', '$.token'])
    expect(isRecord(masked) && masked['plain']).toBe(plain)
  })

  test('are masked at any depth of a document', () => {
    const secret = fc.stringMatching(/^[a-zA-Z0-9]{12,30}$/)
    fc.assert(
      fc.property(
        secret,
        fc.constantFrom('password', 'api_key', 'clientSecret'),
        fc.jsonValue(),
        (text, name, other) => {
          const rest = JSON.stringify(other)
          fc.pre(!rest.includes(text))
          const masked = JSON.stringify(maskDocument({ deep: [{ [name]: text }], rest }, mask))
          expect(masked).not.toContain(text)
        },
      ),
    )
  })
})
