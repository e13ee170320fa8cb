import { describe, expect, test } from 'vitest'
import { findUntrueRowTypes } from './check.ts'
import { kindOf } from './record.ts'

// As with `query` of the driver, the type argument is the word of the caller, and nothing else has to do with it.
/* oxlint-disable typescript/no-unnecessary-type-parameters */

/** An answer to a statement that is sent where this is called, with the row type that the caller names. */
function answer<_Row>(...rows: readonly object[]) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return {
    stack: (new Error('here').stack ?? '').split('\n').slice(2),
    columns: Object.fromEntries(
      names.map((name) => [name, [...new Set(rows.map((row) => kindOf(Reflect.get(row, name))))]]),
    ),
  }
}

/** A function that takes the row type of its caller. */
function passedOn<Row>(...rows: readonly object[]) {
  return answer<Row>(...rows)
}

const now = new Date()

describe('a row type', () => {
  test('that allows what was returned is true', () => {
    type Health = 'healthy' | 'unhealthy'
    expect(
      findUntrueRowTypes([
        answer<{ id: string; count: number; at: Date | null; health: Health; body: Buffer; spec: unknown }>(
          { id: '1', count: 1, at: null, health: 'healthy', body: Buffer.of(1), spec: [{}] },
          { id: '2', count: 2, at: now, health: 'unhealthy', body: Buffer.of(), spec: null },
        ),
        answer<{ ids: readonly string[]; labels: Record<string, string>; more?: string }>({
          ids: ['1'],
          labels: {},
        }),
        answer<Pick<{ id: string; none: number }, 'id'> & { tags: string[] | null }>({ id: '1', tags: [] }),
      ]),
    ).toEqual([])
  })

  test('that what was returned breaks is named with the reason', () => {
    const problems = findUntrueRowTypes([
      answer<{ id: string; name: string }>({ id: '1' }),
      answer<{ text: string }>({ text: 'one' }, { text: null }),
      answer<{ count: number }>({ count: '1' }),
      answer<{ label: string | null }>({ label: 1 }),
      answer<{ at: Date }>({ at: '2026' }),
      answer<{ ids: string[] }>({ ids: ['1', null] }),
      passedOn<{ sum: number }>({ sum: '1' }),
    ])
    expect(problems.map((problem) => problem.replace(/^\S+check\.test\.ts:\d+: /, ''))).toEqual([
      '"name: string" is not returned',
      '"text: string" was null',
      '"count: number" was string',
      '"label: string | null" was number',
      '"at: Date" was string',
      '"ids: string[]" was null|string[]',
      '"sum: number" was string',
    ])
  })
})
