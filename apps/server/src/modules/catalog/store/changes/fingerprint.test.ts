import type { Json } from '@binnacle/plugin-kit/core'
import { expect, test } from 'vitest'
import { fingerprint } from './fingerprint.ts'

const of = (content: Json, type = 'diff') => fingerprint(type, content).toString('hex')

test('changes that differ in numbers, times and ids only are alike', () => {
  const id = '0191f3a0-1111-7222-8333-444455556666'
  const alike: Json[] = [
    { spec: { replicas: 3, at: '2026-11-23T07:00:00Z' }, uid: id, took: '1h30m', version: '12' },
    {
      version: '13',
      uid: id.replace('0', 'f'),
      took: '5s',
      spec: { at: '2027-01-01T00:00:00.123+02:00', replicas: 5 },
    },
  ]
  expect(new Set(alike.map((content) => of(content))).size).toBe(1)
})

test('changes of other paths, texts or types are not', () => {
  const different = [
    of({ spec: { replicas: 3 } }),
    of({ spec: { other: 3 } }),
    of({ spec: { replicas: 'many' } }),
    of({ spec: { replicas: 3 } }, 'Scaled'),
  ]
  expect(new Set(different).size).toBe(different.length)
})
