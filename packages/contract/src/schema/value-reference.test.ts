import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  readValueFrom,
  readValueReference,
  type ValueReference,
  writeValueFrom,
  writeValueReference,
} from './value-reference.ts'

const keptName = fc
  .stringMatching(/^[A-Za-z0-9._-]{1,40}$/)
  .filter((text) => text !== '.' && !text.startsWith('..'))
const place = fc.record({ name: keptName, key: keptName })
const kept = fc.oneof(
  place.map((names): ValueReference => ({ kind: 'secret', ...names })),
  place.map((names): ValueReference => ({ kind: 'configmap', ...names })),
)
const reference = fc.oneof(
  kept,
  fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,30}$/).map((name): ValueReference => ({ kind: 'env', name })),
  fc
    .string({ minLength: 1, maxLength: 60 })
    .filter((path) => !/\p{Cc}/u.test(path) && !path.split('/').includes('..'))
    .map((path): ValueReference => ({ kind: 'file', path })),
  fc
    .record({ name: keptName, key: fc.stringMatching(/^[ -~]{1,60}$/) })
    .map((names): ValueReference => ({ kind: 'helm', ...names })),
  keptName.map((name): ValueReference => ({ kind: 'serviceaccount', name })),
)

describe('a reference', () => {
  test('comes back from its short form as it was', () => {
    fc.assert(
      fc.property(reference, (given) => {
        expect(readValueReference(writeValueReference(given))).toEqual({ ok: true, value: given })
      }),
    )
  })

  test('to a name and a key comes back from valueFrom as it was', () => {
    fc.assert(
      fc.property(fc.constantFrom('secret' as const, 'configmap' as const), place, (kind, names) => {
        expect(readValueFrom(writeValueFrom(kind, names))).toEqual({ kind, ...names })
      }),
    )
  })

  test('to a release or an account is read in the spelling of files', () => {
    const helmRef = { name: 'podinfo', key: '.ingress.hosts[0].host' }
    expect(readValueFrom({ helmRef })).toEqual({ kind: 'helm', ...helmRef })
    expect(readValueFrom({ serviceAccount: 'reader' })).toEqual({ kind: 'serviceaccount', name: 'reader' })
    expect(readValueFrom({})).toBeUndefined()
  })

  test('that can be read is written as it was', () => {
    const text = fc.oneof(
      fc.string(),
      fc
        .tuple(fc.constantFrom('secret', 'configmap', 'env', 'file', 'helm'), fc.string())
        .map(([scheme, rest]) => `${scheme}://${rest}`),
    )
    fc.assert(
      fc.property(text, (written) => {
        const read = readValueReference(written)
        expect(read?.ok === true ? writeValueReference(read.value) : written).toBe(written)
      }),
    )
  })

  test.each([
    'secret://',
    'secret://name',
    'secret://name/',
    'secret:///key',
    'secret://space/name/key',
    'secret://../key',
    'secret://name/..',
    'secret://name/..data',
    'secret://name/.',
    'secret://na me/key',
    'secret://name/ke\0y',
    `secret://${'x'.repeat(254)}/key`,
    'configmap://name',
    'env://',
    'env://1ST',
    'env://A-B',
    'file://',
    'file://../etc/passwd',
    'file://a/../b',
    'file://a\0b',
    'helm://release',
    'helm://release/',
    'helm:///key',
    'helm://release/a\nb',
    'serviceaccount://',
    'serviceaccount://name/key',
  ])('%j is refused', (text) => {
    expect(readValueReference(text)).toMatchObject({ ok: false })
  })

  test.each(['', 'secret', 'https://a.example', 'connection://shop', 'Secret://name/key', ' secret://a/b'])(
    '%j is not valid',
    (text) => {
      expect(readValueReference(text)).toBeUndefined()
    },
  )
})
