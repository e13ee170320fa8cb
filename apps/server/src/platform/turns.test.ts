import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('a turn is waited for, in the order of asking, and ended once', async () => {
  const turns = createTurns()
  const order: string[] = []
  const first = await turns.take('loki', 1)
  const waiting = ['second', 'third'].map(async (name) => {
    const end = await turns.take('loki', 1)
    order.push(name)
    return end
  })
  // Another kind waits for nobody.
  expect(await turns.take('file', 1)).toBeTypeOf('function')
  expect(order).toEqual([])
  first?.()
  first?.()
  const second = await waiting[0]
  expect(order).toEqual(['second'])
  second?.()
  await waiting[1]
  expect(order).toEqual(['second', 'third'])
})

test('who gives up gets no turn and takes none from others', async () => {
  const turns = createTurns()
  const end = await turns.take('loki', 1)
  const stop = new AbortController()
  const given = turns.take('loki', 1, stop.signal)
  const next = turns.take('loki', 1)
  stop.abort()
  expect(await given).toBeUndefined()
  expect(await turns.take('loki', 1, stop.signal)).toBeUndefined()
  end?.()
  expect(await next).toBeTypeOf('function')
})

test('a turn that is given in the moment of giving up goes to the next one', async () => {
  const turns = createTurns()
  const end = await turns.take('loki', 1)
  const stop = new AbortController()
  const given = turns.take('loki', 1, stop.signal)
  const next = turns.take('loki', 1)
  end?.()
  stop.abort()
  expect(await given).toBeUndefined()
  expect(await next).toBeTypeOf('function')
})
