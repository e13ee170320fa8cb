import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readBy } from './use-document-form.ts'

const schema = z.object({
  layers: z.array(z.object({ name: z.string().check(z.minLength(1, 'Enter a name')) })),
})

describe('a document that a schema reads', () => {
  test('is what is sent', () => {
    expect(readBy(schema, { layers: [{ name: 'a' }] })).toEqual({
      ok: true,
      value: { layers: [{ name: 'a' }] },
    })
  })

  test('names each field with a problem as the server does', () => {
    expect(readBy(schema, { layers: [{ name: 'a' }, { name: '' }] })).toEqual({
      ok: false,
      failure: [{ path: 'layers[1].name', message: 'Enter a name' }],
    })
  })
})
