import { fail, succeed } from '@binnacle/contract/core'
import { createRedactor } from '@binnacle/egress'
import { healthy } from '@binnacle/plugin-kit/core'
import { expect, test } from 'vitest'
import { cleanFinished } from './clean.ts'
import { plainAttempt } from './index.ts'
import { relatedOf, type RelatedResult } from './related.ts'

const result: RelatedResult = {
  name: 'orders',
  type: 'http',
  namespace: 'shop',
  labels: { service: 'orders', empty: '' },
  pass: true,
  message: '',
  error: '',
  duration: 1,
  data: {},
}
const evaluate = async (source: string) => succeed(source)

test.each([
  ['a fixed value', { value: 'a' }, 'a'],
  ['a label', { label: 'service' }, 'orders'],
  ['an expression', { expr: 'found' }, 'found'],
  ['a label without a value', { label: 'empty' }, undefined],
  ['a label that the result has not', { label: 'none' }, undefined],
  ['an expression without a value', { expr: '' }, undefined],
  ['a value that is too long', { expr: 'x'.repeat(1_025) }, undefined],
  ['a value that no database stores', { expr: 'a\0' }, undefined],
  ['half a character', { expr: '\uD800' }, undefined],
])('a field is filled in: %s', async (_, name, found) => {
  const related = await relatedOf({ configs: [{ type: { value: 'Pod' }, name }] }, result, evaluate)
  const configs = found === undefined ? [] : [{ type: 'Pod', name: found }]
  expect(related).toEqual(succeed({ components: [], configs }))
})

test('an expression that fails says where', async () => {
  const related = await relatedOf(
    { components: [{ labels: { a: 'b' } }, { id: { expr: 'x' } }] },
    result,
    async () => fail('no such key'),
  )
  expect(related).toEqual(fail('relationships.components[1].id: no such key'))
})

test('values that are too long together are refused', async () => {
  const related = await relatedOf(
    { configs: Array.from({ length: 9 }, () => ({ name: { expr: 'x'.repeat(1_000) } })) },
    result,
    evaluate,
  )
  expect(related).toEqual(fail('relationships: their values have more than 8000 characters'))
})

test('no secret is in what a check belongs to, or in why nobody knows', () => {
  const redact = createRedactor(['hunter22'])
  const clean = (related: Parameters<typeof cleanFinished>[0]['related']) =>
    cleanFinished({ ...plainAttempt(healthy({ message: '' })), related }, redact).related
  expect(clean(fail('cannot read "hunter22"'))).toEqual(fail('cannot read "***"'))
  expect(clean(succeed({ components: [{ name: 'hunter22' }, { name: 'a' }], configs: [] }))).toEqual(
    succeed({ components: [{ name: 'a' }], configs: [] }),
  )
})
