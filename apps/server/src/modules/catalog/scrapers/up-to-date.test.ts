import type { ScrapeOutput } from '@binnacle/plugin-kit/scrapers'
import { expect, test } from 'vitest'
import { itemInput } from '../store/testing.ts'
import { createUpToDate } from './up-to-date.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 24, 10, 0, second))
const item = (type: string): ScrapeOutput => ({ kind: 'item', config: {}, type })
const ready = (type: string) => [itemInput('00000000-0000-4000-8000-000000000001', 'one', { type })]

test('a type is up to date when its source says so, and with each item of it from then on', () => {
  const notes = createUpToDate()
  notes.add(item('Pod'), ready('Pod'), at(1))
  expect(notes.take()).toBeUndefined()
  notes.add({ kind: 'up-to-date', type: 'Pod' }, [], at(2))
  expect(notes.take()).toEqual({ Pod: at(2).toISOString() })
  notes.add(item('Pod'), ready('Pod'), at(3))
  // Read because of an event: of what else there is of this type, nothing is known.
  notes.add(item('Claim'), ready('Claim'), at(4))
  expect(notes.take()).toEqual({ Pod: at(3).toISOString() })
})

test('the types are those that the spec gives', () => {
  const notes = createUpToDate()
  notes.add(item('Pod'), ready('Shop::Pod'), at(1))
  notes.add({ kind: 'up-to-date', type: 'Pod' }, [], at(2))
  expect(notes.take()).toEqual({ 'Shop::Pod': at(2).toISOString() })
})
