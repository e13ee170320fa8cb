import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReceivedAlert } from './alert.ts'
import { createQueues } from './queues.ts'

const now = new Date('2026-11-23T08:00:00Z')
const alert = (fingerprint: string, isFiring = true): ReceivedAlert => ({
  fingerprint,
  labels: { alertname: fingerprint },
  annotations: {},
  generatorUrl: undefined,
  startsAt: now,
  endsAt: now,
  isFiring,
})

test('a message that comes alone is written at once, what comes meanwhile together', async () => {
  const written: string[][] = []
  const gate = Promise.withResolvers<void>()
  const queues = createQueues(async (_source, alerts) => {
    written.push(alerts.map(({ fingerprint }) => fingerprint))
    await gate.promise
    return written.length
  })
  const first = queues.add('a', [alert('1')], now)
  const others = ['2', '3', '4'].map((fingerprint) => queues.add('a', [alert(fingerprint)], now))
  const elsewhere = queues.add('b', [alert('1')], now)
  expect(written).toEqual([['1'], ['1']])
  gate.resolve()
  await Promise.all([first, elsewhere])
  expect(await Promise.all(others)).toEqual([3, 3, 3])
  expect(written).toEqual([['1'], ['1'], ['2', '3', '4']])
})

test('an error reaches those who wrote together, and nobody else', async () => {
  let writes = 0
  const queues = createQueues(async () => {
    writes += 1
    if (writes === 2) throw new Error('the database is away')
    return writes
  })
  const [first, second] = [queues.add('a', [alert('1')], now), queues.add('a', [alert('2')], now)]
  expect(await first).toBe(1)
  await expect(second).rejects.toThrow('the database is away')
  expect(await queues.add('a', [alert('3')], now)).toBe(3)
})

test('every alert is written once and in order, and an end never together with its begin', async () => {
  const reports = fc.array(
    fc.array(fc.record({ name: fc.constantFrom('1', '2', '3'), isFiring: fc.boolean() }), { maxLength: 3 }),
    { maxLength: 20 },
  )
  await fc.assert(
    fc.asyncProperty(reports, async (messages) => {
      const written: ReceivedAlert[] = []
      const queues = createQueues(async (_source, alerts) => {
        const states = Map.groupBy(alerts, ({ fingerprint }) => fingerprint)
        for (const same of states.values()) expect(new Set(same.map(({ isFiring }) => isFiring)).size).toBe(1)
        written.push(...alerts)
        await Promise.resolve()
      })
      const given = messages.map((message) => {
        const states = new Map(message.map(({ name, isFiring }) => [name, isFiring]))
        return [...states].map(([name, isFiring]) => alert(name, isFiring))
      })
      await Promise.all(given.map((alerts) => queues.add('a', alerts, now)))
      const shown = (alerts: readonly ReceivedAlert[]) =>
        alerts.map(({ fingerprint, isFiring }) => `${fingerprint} ${isFiring}`)
      expect(shown(written)).toEqual(shown(given.flat()))
    }),
  )
})
