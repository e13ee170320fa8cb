import { fail, succeed } from '@binnacle/contract/core'
import type { CommandRunner } from '@binnacle/plugin-kit/core'
import { runForTest } from '@binnacle/plugin-kit/testing'
import { expect, test } from 'vitest'
import { parsePing, run } from './run.ts'
import { check } from './spec.ts'

// Summaries as the programs print them (ping(8) of iputils, BusyBox and macOS).
const iputils = `PING 127.0.0.1 (127.0.0.1) 56(84) bytes of data.

--- 127.0.0.1 ping statistics ---
5 packets transmitted, 4 received, 20% packet loss, time 806ms
rtt min/avg/max/mdev = 0.021/0.034/0.051/0.010 ms`
const busybox = `--- 127.0.0.1 ping statistics ---
3 packets transmitted, 3 packets received, 0% packet loss
round-trip min/avg/max = 0.050/0.062/0.080 ms`
const lost = `--- 192.0.2.1 ping statistics ---
2 packets transmitted, 0 received, 100% packet loss, time 1013ms`

test('the summary of every common ping is read', () => {
  expect(parsePing(iputils)).toEqual({ sent: 5, received: 4, average: 0.034 })
  expect(parsePing(busybox)).toEqual({ sent: 3, received: 3, average: 0.062 })
  expect(parsePing(lost)).toEqual({ sent: 2, received: 0 })
  expect(parsePing('ping: socket: Operation not permitted')).toBeUndefined()
})

/** A ping that printed something; the test is about reading its report. */
function printed(stdout: string, stderr = ''): { commands: CommandRunner } {
  return { commands: { run: async () => succeed({ exitCode: 0, signal: null, stdout, stderr }) } }
}

const spec = { endpoint: '127.0.0.1' }

test('loss above the threshold is unhealthy, below it healthy', async () => {
  expect(await runForTest(check, run, spec, printed(iputils))).toMatchObject({
    state: 'unhealthy',
    error: '20% of 5 packets lost, expected at most 0%',
  })
  expect(await runForTest(check, run, { ...spec, packetLossThreshold: 20 }, printed(iputils))).toMatchObject({
    state: 'healthy',
    durationMilliseconds: 0.034,
  })
  expect(await runForTest(check, run, { ...spec, packetLossThreshold: 100 }, printed(lost))).toMatchObject({
    state: 'unhealthy',
  })
})

test('a slow round trip is unhealthy', async () => {
  const slow = printed(busybox.replace('0.062', '62.5'))
  expect((await runForTest(check, run, { ...spec, thresholdMillis: 50 }, slow)).error).toBe(
    'average round trip 62.5ms, expected at most 50ms',
  )
})

test('where ping cannot run, the state is unknown and says what is missing', async () => {
  const missing: CommandRunner = {
    run: async () => fail({ code: 'missing', message: 'ping is missing', stdout: '', stderr: '' }),
  }
  const outcome = await runForTest(check, run, spec, { commands: missing })
  expect(outcome).toMatchObject({ state: 'unknown' })
  expect(outcome.error).toContain('iputils-ping')
  const forbidden = await runForTest(check, run, spec, printed('', 'ping: socket: Operation not permitted'))
  expect(forbidden).toMatchObject({
    state: 'unknown',
    error: 'ping could not send: ping: socket: Operation not permitted',
  })
})

test('a host that could be read as an option of ping is refused', () => {
  expect(check.schema.safeParse({ name: 'x', endpoint: '-f' }).success).toBe(false)
  expect(check.schema.safeParse({ name: 'x', endpoint: 'a b' }).success).toBe(false)
})
