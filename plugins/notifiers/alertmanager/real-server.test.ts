import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  isReadyAt,
  missingProgram,
  startInFolder,
  startServiceServer,
  type ServiceServer,
  type TestServer,
} from '@binnacle/plugin-kit/servers'
import { messageForTest, notifyForTest } from '@binnacle/plugin-kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectionOf } from '../service-targets.ts'
import { run } from './run.ts'
import { notifier } from './spec.ts'

const missing = missingProgram('prometheus-alertmanager', 'prometheus-alertmanager')

/** An Alertmanager that tells a webhook at once. */
function startAlertmanager(receiver: string): Promise<TestServer> {
  return startInFolder(async ({ folder, port }) => {
    const settings = {
      route: { receiver: 'hook', group_by: ['...'], group_wait: '0s', group_interval: '1s' },
      receivers: [{ name: 'hook', webhook_configs: [{ url: receiver, send_resolved: true }] }],
    }
    await writeFile(join(folder, 'settings.yml'), JSON.stringify(settings))
    return {
      file: 'prometheus-alertmanager',
      arguments: [
        `--config.file=${join(folder, 'settings.yml')}`,
        `--storage.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
        '--cluster.listen-address=',
      ],
      isReady: () => isReadyAt(`http://127.0.0.1:${port}/-/ready`),
    }
  })
}

describe.skipIf(missing !== undefined)(
  `a real Alertmanager${missing === undefined ? '' : `, ${missing}`}`,
  () => {
    let receiver: ServiceServer
    let server: TestServer
    beforeAll(async () => {
      receiver = await startServiceServer(() => ({ status: 200 }))
      server = await startAlertmanager(`${receiver.url}/hook`)
    })
    afterAll(async () => {
      await server.stop()
      await receiver.stop()
    })

    test('tells of an alert once, although it comes twice, and of its end', async () => {
      const input = {
        spec: {},
        connection: connectionOf({ type: 'alertmanager', url: `http://127.0.0.1:${server.port}` }),
      }
      const started = new Date()
      const sent = await notifyForTest(notifier, run, input, messageForTest({ time: started }))
      if (!sent.ok) throw new Error(sent.failure.message)
      const again = await notifyForTest(notifier, run, input, messageForTest({ time: started }))
      expect(again).toEqual(sent)
      const receivedBodies = () => receiver.calls.map(({ json }) => json)
      await expect.poll(receivedBodies, { timeout: 30_000 }).toMatchObject([{ status: 'firing' }])
      const recovery = messageForTest({
        kind: 'recovery',
        severity: 'info',
        time: new Date(),
        opening: sent.value,
      })
      expect(await notifyForTest(notifier, run, input, recovery)).toMatchObject({ ok: true })
      await expect.poll(receivedBodies, { timeout: 30_000 }).toMatchObject([
        { status: 'firing', alerts: [{ labels: { alertname: 'shop', severity: 'critical', team: 'web' } }] },
        { status: 'resolved', alerts: [{ annotations: { summary: 'The shop is down' } }] },
      ])
    })
  },
)
