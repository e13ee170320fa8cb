import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '@binnacle/plugin-kit/core'
import { encodeVersion, stepBack, WHOLE_EVERY } from './encode.ts'
import { normalize } from '../stage/normalize.ts'

const document = fc.jsonValue({ maxDepth: 3 }).map((value): Json => {
  const normal = normalize({ same: 'same', value })
  return normal.ok ? JSON.parse(normal.value.text) : null
})

test('each version leads back from the one after it', () => {
  fc.assert(
    fc.property(fc.array(document, { minLength: 2, maxLength: 2 * WHOLE_EVERY + 3 }), (documents) => {
      const stored = documents
        .slice(0, -1)
        .map((before, place) =>
          encodeVersion(
            place + 1,
            { text: JSON.stringify(before), value: before },
            documents[place + 1] ?? null,
          ),
        )
      expect(stored.filter((_, place) => (place + 1) % WHOLE_EVERY === 0).every(({ whole }) => whole)).toBe(
        true,
      )
      let present = structuredClone(documents.at(-1) ?? null)
      for (let place = stored.length - 1; place >= 0; place -= 1) {
        const version = stored[place]
        if (version !== undefined) present = stepBack(present, version)
        expect(present).toEqual(documents[place])
      }
    }),
    { numRuns: 50 },
  )
})
