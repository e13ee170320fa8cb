import { describe, expect, test } from 'vitest'
import { fromDraft, toDraft } from './entry-values.ts'

const defaults = { name: '', enabled: true, events: ['a'], hours: null }

describe('the draft of an entry form', () => {
  test('restores texts, switches, lists and objects', () => {
    const typed = { name: '12', enabled: false, events: ['b, c', 'd'], hours: { from: '22:00' } }
    expect(fromDraft(toDraft(typed), defaults)).toEqual(typed)
  })

  test('leaves out unknown fields, and text that cannot be read', () => {
    expect(fromDraft({ name: 'x', events: 'a,b', other: '1' }, defaults)).toEqual({ ...defaults, name: 'x' })
    expect(fromDraft({ enabled: '1', events: '12' }, defaults)).toEqual(defaults)
  })
})
