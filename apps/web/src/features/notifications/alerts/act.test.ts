import { describe, expect, test } from 'vitest'
import { deedOf, undoOf } from './act.ts'
import { bellText } from './bell-text.ts'

describe('what takes a verb back', () => {
  test('is its opposite, for the alerts that changed', () => {
    const pairs = [
      ['acknowledge', 'unacknowledge'],
      ['unacknowledge', 'acknowledge'],
      ['snooze', 'wake'],
      ['resolve', 'reopen'],
      ['reopen', 'resolve'],
    ] as const
    for (const [verb, undo] of pairs)
      expect(undoOf({ verb }, ['a', 'b'])).toEqual({ ids: ['a', 'b'], verb: undo })
  })

  test('of reassigning is who had it before, nobody too', () => {
    expect(undoOf({ verb: 'assign' }, ['a'], { assignedTo: 'ann' })).toEqual({
      ids: ['a'],
      verb: 'assign',
      personId: 'ann',
    })
    expect(undoOf({ verb: 'assign' }, ['a'], { assignedTo: null })).toMatchObject({ personId: null })
  })

  test('is nothing where nothing changed, or how it was is not known', () => {
    expect(undoOf({ verb: 'acknowledge' }, [])).toBeUndefined()
    expect(undoOf({ verb: 'wake' }, ['a'])).toBeUndefined()
    expect(undoOf({ verb: 'assign' }, ['a'])).toBeUndefined()
  })
})

test('says what happened, also where some were so already', () => {
  expect(deedOf('acknowledge', 1, 1)).toBe('Acknowledged')
  expect(deedOf('snooze', 1_200, 1_200)).toBe('1,200 alerts snoozed')
  expect(deedOf('resolve', 2, 3)).toBe('2 of 3 alerts resolved')
  expect(deedOf('wake', 0, 1)).toBe('The alert was so already, or is over')
  expect(deedOf('wake', 0, 2)).toBe('The alerts were so already, or are over')
})

test('the bell says how many wait for the person, and how many are critical', () => {
  expect(bellText({ count: 1, critical: 0 })).toBe('1 alert of yours is not acknowledged')
  expect(bellText({ count: 1_500, critical: 2 })).toBe(
    '1,500 alerts of yours are not acknowledged, 2 critical',
  )
})
