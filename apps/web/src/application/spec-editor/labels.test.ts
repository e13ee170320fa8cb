import { expect, test } from 'vitest'
import { readLabels } from './labels.ts'

test('labels are a JSON object of texts [SET-031]', () => {
  expect(readLabels('{"team": "payments", "tier": ""}')).toEqual({
    ok: true,
    value: { team: 'payments', tier: '' },
  })
  expect(readLabels(' ')).toEqual({ ok: true, value: {} })
})

test.each(['{', '[]', 'null', '"team"', '{"team": 1}', '{"team": {"a": "b"}}', '{"": "a"}'])(
  'labels that are not valid say so: %s [SET-031]',
  (text) => {
    expect(readLabels(text)).toMatchObject({ ok: false, failure: expect.stringMatching(/\.$/) })
  },
)
