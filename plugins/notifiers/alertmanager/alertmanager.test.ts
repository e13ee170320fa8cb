import { messageForTest, notifyForTest } from '@binnacle/plugin-kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GIVEN, type ServiceTargets } from '../service-targets.ts'
import { run } from './run.ts'
import { notifier } from './spec.ts'
import { startTargets } from './targets.ts'

let targets: ServiceTargets
beforeAll(async () => {
  targets = await startTargets()
})
afterAll(() => targets.stop())

const now = () => new Date('2026-11-23T05:00:00Z')

async function deliver(
  changes: Parameters<typeof messageForTest>[0] = {},
  spec: Record<string, unknown> = {},
  url = targets.server.url,
) {
  const { connection } = targets.working
  const input = { spec, connection: { ...connection, url } }
  const sent = await notifyForTest(notifier, run, input, messageForTest(changes), { now })
  const call = targets.server.calls.at(-1)
  if (call === undefined) throw new Error('nothing arrived')
  return { sent, call }
}

test('an alert is what Prometheus would send, and lasts until its recovery', async () => {
  const { sent, call } = await deliver()
  expect(sent).toMatchObject({ ok: true })
  expect(call).toMatchObject({
    path: '/api/v2/alerts',
    headers: { authorization: `Basic ${Buffer.from(`binnacle:${GIVEN}`).toString('base64')}` },
  })
  expect(call.json).toEqual([
    {
      labels: { alertname: 'shop', kind: 'check', severity: 'critical', team: 'web' },
      annotations: {
        summary: 'The shop is down',
        description: 'Its page answers with status 503.',
        view_url: 'https://binnacle.example/health?checkId=1',
        silence_url: 'https://binnacle.example/notifications/silences/add?check_id=1',
        acknowledge_url: 'https://binnacle.example/acknowledge/token',
      },
      startsAt: '2026-11-23T04:05:06.000Z',
      endsAt: '2026-11-24T05:00:00.000Z',
      generatorURL: 'https://binnacle.example/health?checkId=1',
    },
  ])
})

test('its recovery has the same labels, whatever they are by then, and an end', async () => {
  const { sent } = await deliver({ labels: { 'app.kubernetes.io/name': 'shop', '1st': 'x', empty: '' } })
  if (!sent.ok) throw new Error(sent.failure.message)
  const time = new Date('2026-11-23T04:30:00Z')
  const { call } = await deliver({
    kind: 'recovery',
    severity: 'info',
    labels: {},
    time,
    opening: sent.value,
  })
  expect(call.json).toMatchObject([
    {
      labels: {
        _1st: 'x',
        alertname: 'shop',
        app_kubernetes_io_name: 'shop',
        kind: 'check',
        severity: 'critical',
      },
      endsAt: '2026-11-23T04:30:00.000Z',
    },
  ])
})

test('the webhook is what an Alertmanager would send', async () => {
  const spec = { form: 'webhook', alertName: 'ShopDown' }
  const { sent, call } = await deliver({}, spec, `${targets.server.url}/hook`)
  expect(call.json).toMatchObject({
    version: '4',
    groupKey: 'alert-1',
    status: 'firing',
    receiver: 'binnacle',
    groupLabels: { alertname: 'ShopDown' },
    commonLabels: { severity: 'critical', team: 'web' },
    externalURL: 'https://binnacle.example',
    alerts: [
      { status: 'firing', endsAt: '0001-01-01T00:00:00Z', fingerprint: expect.stringMatching(/^\w{16}$/) },
    ],
  })
  if (!sent.ok) throw new Error(sent.failure.message)
  const recovery = await deliver(
    { kind: 'recovery', opening: sent.value },
    spec,
    `${targets.server.url}/hook`,
  )
  expect(recovery.call.json).toMatchObject({ status: 'resolved', alerts: [{ status: 'resolved' }] })
})

test('an error says why', async () => {
  const input = targets.answering({ status: 400, json: 'bad matcher format' })
  const plain = { spec: {}, connection: input.connection }
  expect(await notifyForTest(notifier, run, plain, messageForTest())).toEqual({
    ok: false,
    failure: {
      message: 'Alertmanager answered with status 400: bad matcher format',
      isTemporary: false,
    },
  })
})
