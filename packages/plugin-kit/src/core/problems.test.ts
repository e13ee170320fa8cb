import { expect, test } from 'vitest'
import { z } from 'zod'
import { inputJsonSchema } from './schema-node.ts'
import { problemsOf } from './problems.ts'

const schema = z.strictObject({
  name: z.string().min(1).max(3).optional(),
  count: z.int().min(1).max(9).optional(),
  share: z.number().gt(0).optional(),
  kind: z.enum(['one', 'two']).optional(),
  only: z.literal('this').optional(),
  own: z.enum(['a'], 'is not for us').optional(),
  list: z.array(z.string()).min(2).optional(),
  map: z.record(z.string(), z.boolean()).optional(),
  needed: z.string(),
})

const problemTexts = (value: object) => {
  const parsed = schema.safeParse({ needed: 'x', ...value })
  return parsed.success
    ? []
    : problemsOf(parsed.error, inputJsonSchema(schema)).map(({ path, message }) => `${path} ${message}`)
}

test.each([
  [{ needed: undefined }, 'needed This field is required'],
  [{ needed: null }, 'needed This field is required'],
  [{ name: 7 }, 'name must be a text'],
  [{ name: '' }, 'name must have at least 1 character'],
  [{ name: 'four' }, 'name must have at most 3 characters'],
  [{ count: 'x' }, 'count must be a number'],
  [{ count: 1.5 }, 'count must be a whole number'],
  [{ count: 0 }, 'count must be at least 1'],
  [{ count: 10 }, 'count must be at most 9'],
  [{ share: 0 }, 'share must be more than 0'],
  [{ kind: 'three' }, 'kind must be one of one, two'],
  [{ only: 'that' }, 'only must be this'],
  [{ own: 'b' }, 'own is not for us'],
  [{ list: 7 }, 'list must be a list'],
  [{ list: ['a'] }, 'list must have at least 2 entries'],
  [{ map: [] }, 'map must be keys with values'],
  [{ map: { a: 1 } }, 'map.a must be true or false'],
  [{ nmae: 1 }, 'nmae unknown key "nmae"; did you mean "name"?'],
])('%j says what is expected in words for people', (value, words) =>
  expect(problemTexts(value)).toEqual([words]),
)
