import { describe, expect, test } from 'vitest'
import { askTogether } from './together.ts'

describe('askTogether', () => {
  test('answers what is asked at the same moment at once, and each key once', async () => {
    const batches: number[][] = []
    const double = askTogether(async (keys: readonly number[]) => {
      batches.push([...keys])
      return new Map(keys.map((key) => [key, key * 2]))
    })
    expect(await Promise.all([double(1), double(2), double(1)])).toEqual([2, 4, 2])
    expect(batches).toEqual([[1, 2]])
  })

  test('asks again for what was asked before', async () => {
    let count = 0
    const next = askTogether(
      async (keys: readonly string[]) => new Map(keys.map((key) => [key, (count += 1)])),
    )
    expect([await next('a'), await next('a')]).toEqual([1, 2])
  })

  test('answers undefined for a key without an answer, and everybody with the error of a failed one', async () => {
    const none = askTogether(async () => new Map<string, number>())
    expect(await none('a')).toBeUndefined()
    const failing = askTogether(async (): Promise<Map<string, number>> => {
      throw new Error('the database is gone')
    })
    const answers = await Promise.allSettled([failing('a'), failing('b')])
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})
