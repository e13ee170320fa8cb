import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MOST_TRANSFORMED, readTransform } from './transform.ts'

const read = (value: unknown) =>
  readTransform({ value, text: typeof value === 'string' ? value : JSON.stringify(value) }, 'own')

test('JSON may come as a value or as text; the own name is no name', () => {
  const named = [
    { name: 'a', pass: true, duration: '1.5s', labels: { n: 1 } },
    { name: 'own', pass: false },
  ]
  for (const value of [named, JSON.stringify(named)])
    expect(read(value)).toMatchObject({
      ok: true,
      value: {
        patch: { pass: false },
        named: [{ name: 'a', pass: true, duration: 1_500, labels: { n: '1' } }],
      },
    })
})

test('null, an empty text and an empty list give nothing; a null field counts as missing', () => {
  for (const value of [null, '', '  ', [], '[]'])
    expect(read(value)).toEqual({ ok: true, value: { patch: undefined, named: [] } })
  expect(read({ pass: true, message: null })).toEqual({
    ok: true,
    value: { patch: { pass: true }, named: [] },
  })
})

test.each([[{ 'my-label': 'x' }], [[{ name: 'my-label', value: 'x' }]]])(
  'a label of a metric that Prometheus could not read is refused: %j',
  (labels) => {
    const result = read({ metrics: [{ name: 'm', value: 1, labels }] })
    expect(result).toMatchObject({ ok: false, failure: expect.stringContaining('metrics.0.labels') })
  },
)

test('more checks than anyone means are refused', () => {
  const many = Array.from({ length: MOST_TRANSFORMED + 1 }, (_, index) => ({ name: String(index) }))
  expect(read(many)).toEqual({ ok: false, failure: 'it gives 1001 objects; the most is 1000' })
})

test('whatever a script gives is understood or refused with a reason, never thrown', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.jsonValue(),
        fc.string(),
        fc.array(
          fc.record(
            {
              name: fc.oneof(fc.string(), fc.integer(), fc.constant(null)),
              pass: fc.oneof(fc.boolean(), fc.string()),
              labels: fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer())),
              detail: fc.jsonValue(),
              duration: fc.oneof(fc.integer(), fc.string()),
            },
            { requiredKeys: [] },
          ),
        ),
      ),
      (value) => {
        const result = read(value)
        if (result.ok) return result.value.named.every(({ name }) => name !== '' && name !== 'own')
        return result.failure.length > 3
      },
    ),
  )
})
