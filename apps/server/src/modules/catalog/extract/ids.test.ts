import { isUuid } from '@binnacle/contract/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { itemId } from './ids.ts'

const scraper = {
  id: '11111111-1111-4111-8111-111111111111',
  agentId: '00000000-0000-0000-0000-000000000000',
}

describe('ids', () => {
  test('of a source that are UUIDs are taken as they are', () => {
    expect(itemId(scraper, 'A', 'ABCDEF00-0000-4000-8000-000000000000')).toBe(
      'abcdef00-0000-4000-8000-000000000000',
    )
  })

  test('differ where agent, scraper, type or external id differ', () => {
    const part = fc.string({ maxLength: 8 })
    fc.assert(
      fc.property(fc.tuple(part, part, part, part), fc.tuple(part, part, part, part), (one, other) => {
        const idOf = ([agentId, id, type, externalId]: typeof one) =>
          itemId({ agentId, id }, type, externalId)
        expect(isUuid(idOf(one))).toBe(true)
        expect(idOf(one) === idOf(other)).toBe(JSON.stringify(one) === JSON.stringify(other))
      }),
    )
  })
})
