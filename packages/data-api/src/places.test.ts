import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPlaces, type PlacesOptions } from './places.ts'

const open = (options: Partial<PlacesOptions>) =>
  createPlaces({
    total: 2,
    each: 1,
    waiting: 10,
    waitMilliseconds: Infinity,
    late: () => new Error('late'),
    full: () => new Error('full'),
    ...options,
  })

/** Lets everything that has been decided happen. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('places', () => {
  test('an owner gets a share, and others get the rest at once', async () => {
    const places = open({})
    await places.take('ada')
    const order: string[] = []
    void places.take('ada').then(() => order.push('ada'))
    await places.take('bo')
    await settled()
    expect(order).toEqual([])
  })

  test('owners who wait take turns, however much one of them wants', async () => {
    const places = open({ total: 1 })
    const order: string[] = []
    const work = async (owner: string) => {
      const end = await places.take(owner)
      order.push(owner)
      await settled()
      end()
    }
    await Promise.all([...Array.from({ length: 5 }, () => work('ada')), work('bo'), work('cy')])
    expect(order.slice(0, 3).toSorted()).toEqual(['ada', 'bo', 'cy'])
    expect(places.taken).toBe(0)
  })

  test('who waits too long, too often, or is gone, is refused and leaves nothing', async () => {
    const places = open({ total: 1, waiting: 1, waitMilliseconds: 20 })
    const end = await places.take('ada')
    const late = places.take('ada')
    await expect(places.take('ada')).rejects.toThrow('full')
    await expect(late).rejects.toThrow('late')
    const gone = new AbortController()
    const left = places.take('bo', gone.signal)
    gone.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    end()
    end()
    expect(places.taken).toBe(0)
    await places.take('cy')
  })

  test('are never more than there are, nor more of one owner, and everybody gets one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 3 }),
        fc.array(fc.constantFrom('ada', 'bo', 'cy'), { maxLength: 30 }),
        async (total, each, owners) => {
          const places = open({ total, each, waiting: 100 })
          const running = new Map<string, number>()
          await Promise.all(
            owners.map(async (owner) => {
              const end = await places.take(owner)
              running.set(owner, (running.get(owner) ?? 0) + 1)
              expect(places.taken).toBeLessThanOrEqual(total)
              expect(running.get(owner)).toBeLessThanOrEqual(each)
              await settled()
              running.set(owner, (running.get(owner) ?? 0) - 1)
              end()
            }),
          )
          expect(places.taken).toBe(0)
        },
      ),
      { numRuns: 50 },
    )
  })
})
