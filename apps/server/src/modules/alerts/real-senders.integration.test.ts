import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  findProgram,
  freePort,
  isReadyAt,
  listen,
  makeFolder,
  missingProgram,
  startProgram,
  type TestServer,
} from '@binnacle/plugin-kit/servers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { z } from 'zod'
import { type Answer, startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { until } from '../../testing/until.ts'

/** Real programs act on their own schedule, on a machine that does other work too. Milliseconds. */
const PATIENCE = 60_000

/** What these tests need and this machine does not have, each with the package that brings it. */
const missing = [
  missingProgram('prometheus', 'prometheus'),
  missingProgram('prometheus-alertmanager', 'prometheus-alertmanager'),
  missingProgram('amtool', 'prometheus-alertmanager'),
].filter((reason) => reason !== undefined)
const guide = await readFile(
  new URL('../../../../../docs/guide/alerts-from-prometheus.md', import.meta.url),
  'utf8',
)

let app: TestApp
let admin: TestBrowser
let folder: { path: string; remove: () => Promise<void> }
let tokenFiles: { sender: string; amtool: string }
const stops: (() => Promise<void>)[] = []

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signedIn()
  folder = await makeFolder()
  tokenFiles = {
    sender: await newTokenFile('responder'),
    amtool: await newTokenFile('editor'),
  }
})
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
  await folder.remove()
})

/** A file with a token of a role, as the guide asks for it. */
async function newTokenFile(role: string): Promise<string> {
  const { body } = await admin.send('POST', '/api/auth/tokens', { body: { name: role, role, days: 1 } })
  return write(`token-${role}`, body.token)
}

/** The block of the guide with a text, for the product of this test. */
function fromGuide(text: string): string {
  const block = [...guide.matchAll(/```(?:yaml|sh)\n([\s\S]*?)```/g)]
    .map(([, code = '']) => code)
    .find((code) => code.includes(text))
  if (block === undefined) throw new Error(`the guide has no block with ${text}`)
  return block
    .replaceAll('scheme: https', 'scheme: http')
    .replaceAll('https://', 'http://')
    .replaceAll('binnacle.example.com', new URL(app.url).host)
    .replaceAll('/etc/amtool/binnacle-token', tokenFiles.amtool)
    .replaceAll(/\/etc\/\w+\/binnacle-token/g, tokenFiles.sender)
}

async function start(options: Omit<Parameters<typeof startProgram>[0], 'environment'>): Promise<TestServer> {
  const server = await startProgram(options)
  stops.push(() => server.stop())
  return server
}

async function write(name: string, content: string): Promise<string> {
  const path = join(folder.path, name)
  await writeFile(path, content)
  return path
}

const checkOf = async (alertname: string): Promise<Answer['body']> => {
  const { body } = await admin.send('GET', '/api/canary/api/summary')
  const found = body.checks_summary.filter((row: Answer['body']) => row.labels.alertname === alertname)
  expect(found.length).toBeLessThan(2)
  return found[0]
}
const checkWith = (alertname: string, state: string): Promise<Answer['body']> =>
  until(async () => {
    const check = await checkOf(alertname)
    return check?.state === state ? check : undefined
  }, PATIENCE)
const statesOf = async (id: string): Promise<string[]> =>
  (await admin.send('GET', `/api/health/checks/${id}/statuses`)).body.data.map(
    ({ state }: Answer['body']) => state,
  )

/** Starts a Prometheus with the configuration of the guide. It watches `target`. */
async function startPrometheus(name: string, target: number): Promise<TestServer> {
  const port = await freePort()
  const rules = await write(
    'rules.yml',
    stringify({
      groups: [
        {
          name: 'shop',
          rules: [
            {
              alert: 'ShopDown',
              expr: 'shop_up == 0',
              labels: { severity: 'critical' },
              annotations: { summary: '{{ $labels.instance }} is down' },
            },
          ],
        },
      ],
    }),
  )
  const configuration: Record<string, unknown> = {
    global: { scrape_interval: '1s', evaluation_interval: '1s', external_labels: { replica: name } },
    rule_files: [rules],
    scrape_configs: [{ job_name: 'shop', static_configs: [{ targets: [`127.0.0.1:${target}`] }] }],
    alerting: { ...parse(fromGuide('alertmanagers:')).alerting, ...parse(fromGuide('labeldrop')).alerting },
  }
  return start({
    file: 'prometheus',
    port,
    arguments: [
      `--config.file=${await write(`${name}.yml`, stringify(configuration))}`,
      `--storage.tsdb.path=${join(folder.path, name)}`,
      `--web.listen-address=127.0.0.1:${port}`,
      // Alerts that fire are sent again this often.
      '--rules.alert.resend-delay=1s',
    ],
    isReady: () => isReadyAt(`http://127.0.0.1:${port}/-/ready`),
  })
}

describe.skipIf(missing.length > 0)(
  `configured as in the guide${missing.map((reason) => `, ${reason}`).join('')}`,
  () => {
    test(
      'two Prometheus servers report one alert; a restart changes nothing; what ends is healthy',
      { timeout: 6 * PATIENCE },
      async () => {
        let value = 0
        const target = await listen(
          createServer((_request, response) => response.end(`shop_up ${value}\n`)),
          0,
        )
        stops.push(() => target.stop())
        const [first] = await Promise.all([
          startPrometheus('first', target.port),
          startPrometheus('second', target.port),
        ])
        const check = await checkWith('ShopDown', 'unhealthy')
        expect(check).toMatchObject({
          name: `ShopDown 127.0.0.1:${target.port} (critical)`,
          message: `127.0.0.1:${target.port} is down`,
          severity: 'critical',
        })
        const receivedSince = async (before: string) => {
          const { body } = await admin.send('GET', '/api/alertmanager/api/v2/alerts')
          return body[0]?.updatedAt > before
        }
        await first.stop()
        await startPrometheus('first', target.port)
        const restarted = new Date().toISOString()
        await until(() => receivedSince(restarted), PATIENCE)
        expect(await statesOf(check.id)).toEqual(['unhealthy'])
        value = 1
        expect(await checkWith('ShopDown', 'healthy')).toMatchObject({ id: check.id, message: 'Resolved' })
      },
    )

    test(
      'an Alertmanager passes on what starts and ends, with its own fingerprint',
      { timeout: 4 * PATIENCE },
      async () => {
        const port = await freePort()
        const configuration = {
          route: { receiver: 'binnacle', group_wait: '1ms', group_interval: '1s' },
          ...parse(fromGuide('webhook_configs')),
        }
        await start({
          file: 'prometheus-alertmanager',
          port,
          arguments: [
            `--config.file=${await write('alertmanager.yml', stringify(configuration))}`,
            `--storage.path=${join(folder.path, 'alertmanager')}`,
            `--web.listen-address=127.0.0.1:${port}`,
            '--cluster.listen-address=',
          ],
          isReady: () => isReadyAt(`http://127.0.0.1:${port}/-/ready`),
        })
        const labels = { alertname: 'DiskFull', path: '/var "x"\\', place: 'Köln 😀' }
        const report = async (more: object) => {
          const answer = await fetch(`http://127.0.0.1:${port}/api/v2/alerts`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify([{ labels, annotations: { summary: 'The disk is full' }, ...more }]),
          })
          expect(answer.status).toBe(200)
        }
        await report({})
        const { id } = await checkWith('DiskFull', 'unhealthy')
        const answer = await fetch(`http://127.0.0.1:${port}/api/v2/alerts`)
        const theirs = z.array(z.object({ fingerprint: z.string() })).parse(await answer.json())
        const ours = (await admin.send('GET', '/api/alertmanager/api/v2/alerts?filter=alertname=DiskFull'))
          .body
        expect(ours).toMatchObject([{ labels, ...theirs[0] }])
        await report({ endsAt: new Date().toISOString() })
        expect(await checkWith('DiskFull', 'healthy')).toMatchObject({ id, message: 'Resolved' })
      },
    )

    test('amtool reads and adds alerts', { timeout: 4 * PATIENCE }, async () => {
      const httpConfiguration = await write('http.yml', fromGuide('credentials_file: /etc/amtool'))
      const [program = '', ...options] = fromGuide('amtool --alertmanager')
        .replace('/etc/amtool/http.yml', httpConfiguration)
        .trim()
        .split(' ')
      const amtool = async (...words: readonly string[]) => {
        const path = findProgram(program) ?? program
        const { stdout } = await promisify(execFile)(path, [...options.slice(0, -2), ...words], {
          timeout: PATIENCE,
        })
        return stdout
      }
      await amtool(
        'alert',
        'add',
        'QueueLong',
        'queue="orders, new"',
        '--annotation=summary="The queue is long"',
      )
      await checkWith('QueueLong', 'unhealthy')
      const listed = JSON.parse(await amtool('alert', 'query', 'queue=~"orders.*"', '-o', 'json'))
      expect(listed).toMatchObject([
        {
          labels: { alertname: 'QueueLong', queue: 'orders, new' },
          annotations: { summary: 'The queue is long' },
        },
      ])
      expect(await amtool('alert', 'query')).toContain('The queue is long')
      expect(JSON.parse(await amtool('alert', 'query', 'queue=other', '-o', 'json'))).toEqual([])
      const id = (
        await amtool(
          'silence',
          'add',
          '--comment=Orders are imported',
          'queue=~"orders.*"',
          'alertname=QueueLong',
        )
      ).trim()
      expect(JSON.parse(await amtool('silence', 'query', '-o', 'json'))).toMatchObject([
        { id, comment: 'Orders are imported', status: { state: 'active' } },
      ])
      const silenced = async () =>
        (await amtool('alert', 'query', '--silenced', '-o', 'simple')).includes('QueueLong')
      await until(silenced, PATIENCE)
      await amtool('silence', 'update', '--duration=3h', id)
      await amtool('silence', 'expire', id)
      await until(async () => !(await silenced()), PATIENCE)
      expect(await amtool('config', 'show')).toContain('receiver: binnacle')
      expect(await amtool('cluster', 'show')).toContain('disabled')
    })
  },
)
