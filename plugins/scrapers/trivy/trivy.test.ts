import { createServer } from 'node:http'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { succeed } from '@binnacle/contract/core'
import type { CommandOptions, CommandResult } from '@binnacle/plugin-kit/core'
import { listen, makeFolder } from '@binnacle/plugin-kit/servers'
import { scrapeForTest } from '@binnacle/plugin-kit/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { argumentsOf } from './program.ts'
import { run } from './run.ts'
import { scraper } from './spec.ts'
import { clusterReport } from './targets.ts'

let folder: Awaited<ReturnType<typeof makeFolder>>
beforeEach(async () => {
  folder = await makeFolder()
})
afterEach(() => folder.remove())

const scrape = (spec: Record<string, unknown>) => scrapeForTest(scraper, run, spec)
const write = (name: string, report: unknown) =>
  writeFile(join(folder.path, name), typeof report === 'string' ? report : JSON.stringify(report))
const files = () => ({ reports: { path: `${folder.path}/*.json` } })
const web = { type: 'Kubernetes::Deployment', externalId: 'Kubernetes/Deployment/shop/web' }

test('each vulnerable package and each wrong setting of a thing is an insight with its worst severity', async () => {
  await write('a.json', clusterReport)
  const found = await scrape(files())
  expect(found).toMatchObject([
    {
      kind: 'insight',
      item: web,
      analyzer: 'libc6',
      type: 'security',
      severity: 'high',
      summary: 'libc6 2.36-9+deb12u1: 2 vulnerabilities',
      details: {
        vulnerabilities: [{ VulnerabilityID: 'CVE-2019-1010022' }, { VulnerabilityID: 'CVE-2023-4911' }],
      },
    },
    { analyzer: 'openssl', severity: 'critical', summary: 'openssl 3.0.9-1: 1 vulnerability' },
    { item: web, analyzer: 'AVD-KSV-0001', severity: 'medium', summary: 'Can elevate its own privileges' },
    { kind: 'complete' },
  ])
  expect(found).toHaveLength(4)
})

test('what is not wanted is left out', async () => {
  await write('a.json', clusterReport)
  const analyzers = async (more: object) =>
    (await scrape({ ...files(), ...more })).flatMap((one) => (one.kind === 'insight' ? [one.analyzer] : []))
  expect(await analyzers({ severity: ['CRITICAL', 'HIGH'] })).toEqual(['libc6', 'openssl'])
  expect(await analyzers({ severity: ['LOW'], ignoreUnfixed: true })).toEqual([])
})

test('reports of images, of older versions and of the operator are read too', async () => {
  const [resource] = clusterReport.Resources
  const [packages] = resource?.Results ?? []
  await write('image.json', { SchemaVersion: 2, ArtifactName: 'nginx:1.25', Results: [packages] })
  await write('old.json', { ClusterName: 'kind', Vulnerabilities: [{ ...resource, Name: 'old' }] })
  await write('operator.json', {
    kind: 'VulnerabilityReportList',
    items: [
      {
        metadata: {
          namespace: 'shop',
          labels: {
            'trivy-operator.resource.kind': 'ReplicaSet',
            'trivy-operator.resource.name': 'web-1',
            'trivy-operator.resource.namespace': 'shop',
          },
        },
        report: {
          vulnerabilities: [{ vulnerabilityID: 'CVE-1', resource: 'zlib', severity: 'HIGH' }],
          checks: [
            { checkID: 'KSV001', title: 'Can elevate', severity: 'HIGH', success: false },
            { checkID: 'KSV002', title: 'Fine', severity: 'HIGH', success: true },
          ],
        },
      },
    ],
  })
  const found = await scrape({ ...files(), severity: ['HIGH'] })
  const shown = found.map((one) =>
    one.kind === 'insight' ? `${one.item.externalId} ${one.analyzer}` : one.kind,
  )
  expect(shown).toEqual([
    'nginx:1.25 libc6',
    'Kubernetes/Deployment/shop/old libc6',
    'Kubernetes/ReplicaSet/shop/web-1 zlib',
    'Kubernetes/ReplicaSet/shop/web-1 KSV001',
    'complete',
  ])
})

test.each<[string, unknown, RegExp]>([
  ['half of a report', '{"ClusterName": ', /x\.json is not JSON/],
  ['another document', { hello: 'world' }, /x\.json is not a Trivy report: SchemaVersion: /],
  ['a list', [], /x\.json is not a Trivy report/],
  [
    'wrong fields',
    { ...clusterReport, Resources: [{ Kind: 1 }] },
    /is not a Trivy report: Resources\.0\.Kind: /,
  ],
])('%s is a fault, and the others are read', async (_name, content, message) => {
  await write('a.json', clusterReport)
  await write('x.json', content)
  const found = await scrape(files())
  expect(found.map(({ kind }) => kind)).toEqual(['fault', 'insight', 'insight', 'insight'])
  expect(found[0]).toEqual({ kind: 'fault', message: expect.stringMatching(message) })
})

test('reports of a cluster are read page by page', async () => {
  const requests: (string | undefined)[] = []
  const item = (name: string) => ({
    metadata: { labels: { 'trivy-operator.resource.kind': 'Pod', 'trivy-operator.resource.name': name } },
    report: { vulnerabilities: [{ vulnerabilityID: 'CVE-1', resource: 'zlib', severity: 'LOW' }] },
  })
  const server = await listen(
    createServer((request, response) => {
      requests.push(`${request.url} ${request.headers.authorization}`)
      const isFirst = !(request.url ?? '').includes('continue')
      response.writeHead(200, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          kind: 'VulnerabilityReportList',
          metadata: { continue: isFirst ? 'more' : '' },
          items: [item(isFirst ? 'one' : 'two')],
        }),
      )
    }),
    0,
  )
  const path = '/apis/aquasecurity.github.io/v1alpha1/vulnerabilityreports'
  const found = await scrape({ reports: { url: `http://127.0.0.1:${server.port}${path}`, bearer: 'token' } })
  await server.stop()
  expect(found.map(({ kind }) => kind)).toEqual(['insight', 'insight', 'complete'])
  expect(requests).toEqual([`${path}?limit=500 Bearer token`, `${path}?limit=500&continue=more Bearer token`])
})

test('without reports the program is run', async () => {
  const started: CommandOptions[] = []
  const scan = (result: Partial<CommandResult>, report = '') => {
    const kept = { files: [{ path: 'report.json', content: new TextEncoder().encode(report) }], leftOut: [] }
    const whole = { exitCode: 0, signal: null, stdout: '', stderr: '', kept, ...result }
    const commands = {
      run: async (options: CommandOptions) => {
        started.push(options)
        return succeed(whole)
      },
    }
    const kubernetes = { context: 'live', kubeconfig: 'the kubeconfig', namespace: 'shop' }
    return scrapeForTest(scraper, run, { kubernetes, version: 'v0.57.1' }, { commands })
  }
  expect((await scan({}, JSON.stringify(clusterReport))).map(({ kind }) => kind)).toEqual([
    'insight',
    'insight',
    'insight',
    'complete',
  ])
  const [options] = started
  expect(options?.arguments.at(-1)).toContain(`'--include-namespaces' 'shop' 'live'`)
  expect(options?.arguments.join(' ')).not.toContain('the kubeconfig')
  expect(options?.environment).toEqual({
    TRIVY_WANTED: '0.57.1',
    BINNACLE_FILE_KUBECONFIG: 'the kubeconfig',
  })
  const message = async (result: Partial<CommandResult>, report = '') => {
    const [one] = await scan(result, report)
    return one?.kind === 'fault' ? one.message : one
  }
  expect(await message({ exitCode: 95 })).toContain('trivy is missing on the machine')
  expect(await message({ exitCode: 1, stderr: 'line\nFATAL: no cluster\n' })).toBe(
    'trivy: exit code 1, expected 0: FATAL: no cluster',
  )
  expect(await message({}, '{"ClusterName"')).toContain('the report of trivy is not JSON')
  const leftOut = ['report.json is larger than 64 MiB']
  expect(await message({ kept: { files: [], leftOut } })).toContain(
    'trivy wrote no report: report.json is larger than 64 MiB',
  )
})

test('arguments of the program are those of the spec, and cannot be options of it', () => {
  const spec = scraper.schema.parse({
    scanners: ['vuln'],
    severity: ['HIGH'],
    compliance: ['k8s-nsa-1.0'],
    ignoreUnfixed: true,
    timeout: '5m',
  })
  expect(argumentsOf(spec, 1_000).join(' ')).toBe(
    'k8s --format json --report all --quiet --timeout 300s --scanners vuln --severity HIGH --compliance k8s-nsa-1.0 --ignore-unfixed',
  )
  expect(scraper.schema.safeParse({ kubernetes: { context: '--config=/etc/x' } }).success).toBe(false)
  expect(scraper.schema.safeParse({ reports: {} }).error?.issues[0]?.message).toBe(
    'give either "path" or "url"',
  )
})
