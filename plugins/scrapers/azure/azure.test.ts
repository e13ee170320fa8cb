import type { ScrapeOutput, ScrapedItem } from '@binnacle/plugin-kit/scrapers'
import { scrapeForTest } from '@binnacle/plugin-kit/testing'
import { afterEach, expect, test } from 'vitest'
import { run } from './run.ts'
import { scraper } from './spec.ts'
import { SUBSCRIPTION_ID } from './testing/examples.ts'
import { type AzureServer, startAzure, type Troubles } from './testing/server.ts'
import { azureTypes } from './types.ts'

const NOW = new Date('2015-01-23T00:00:00Z')
const group = `/subscriptions/${SUBSCRIPTION_ID}/resourcegroups/rg1`
let azure: AzureServer | undefined
afterEach(() => azure?.stop())

async function scrape(
  spec: Record<string, unknown> = {},
  troubles: Troubles = {},
  context: Parameters<typeof scrapeForTest>[3] = {},
) {
  await azure?.stop()
  azure = await startAzure(troubles)
  const address = `http://127.0.0.1:${azure.port}`
  const whole = {
    tenantID: 'tenant',
    clientID: 'client',
    clientSecret: 'the client secret',
    endpoint: address,
    loginEndpoint: address,
    ...spec,
  }
  return scrapeForTest(scraper, run, whole, {
    now: () => NOW,
    wait: async () => {},
    timeoutMilliseconds: 30_000,
    ...context,
  })
}

const itemsOf = (found: readonly ScrapeOutput[]) =>
  found.filter((one): one is ScrapedItem => one.kind === 'item')
const faultsOf = (found: readonly ScrapeOutput[]) => found.filter(({ kind }) => kind === 'fault')
const refused = (status: number, code: string, message: string) => () => ({
  status,
  body: { error: { code, message } },
})

test('every type is read with its version of the API, and each is seen whole', async () => {
  const found = await scrape()
  expect(faultsOf(found)).toEqual([])
  const types = azureTypes.map(({ type }) => `Azure::${type}`)
  expect(types.length).toBeGreaterThanOrEqual(30)
  const read = new Set(itemsOf(found).map(({ type }) => type))
  expect(types.filter((type) => !read.has(type))).toEqual([])
  expect(found.flatMap((one) => (one.kind === 'complete' ? [one.type] : []))).toEqual([
    'Azure::Microsoft.Resources/subscriptions',
    'Azure::Microsoft.Resources/resourceGroups',
    ...types,
  ])
  // Each item once, and no version marks.
  const ids = itemsOf(found).map(({ externalId }) => externalId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(JSON.stringify(itemsOf(found))).not.toContain('etag')
})

test('an item says what contains it, what it has to do with and whether it runs', async () => {
  const found = await scrape({ include: ['VM', 'Database', 'AKS'] })
  const machine = `${group}/providers/microsoft.compute/virtualmachines/myvm`
  expect(itemsOf(found).find(({ externalId }) => externalId === machine)).toMatchObject({
    type: 'Azure::Microsoft.Compute/virtualMachines',
    class: 'VirtualMachine',
    name: 'myVM',
    aliases: ['5c0d55a7-c407-4ed6-bf7d-ddb810267c85'],
    tags: { subscriptionID: SUBSCRIPTION_ID, subscriptionName: 'Example Subscription', resourceGroup: 'rg1' },
    scope: SUBSCRIPTION_ID,
    createdAt: new Date('2021-06-27T01:02:38.313Z'),
    link: expect.stringMatching(/^https:\/\/portal\.azure\.com\/#resource\/subscriptions\//),
    config: { properties: { instanceView: { statuses: [{ code: 'PowerState/running' }] } } },
    parents: [
      { type: 'Azure::Microsoft.Resources/resourceGroups', externalId: group },
      { type: 'Azure::Microsoft.Resources/subscriptions', externalId: `/subscriptions/${SUBSCRIPTION_ID}` },
    ],
    related: [
      { externalId: `${group}/providers/microsoft.compute/disks/myosdisk`, relation: 'VirtualMachineDisk' },
      {
        externalId: `${group}/providers/microsoft.network/networkinterfaces/mynic`,
        relation: 'VirtualMachineInterface',
      },
    ],
  })
  expect(
    itemsOf(found).find(({ type }) => type?.endsWith('servers/databases') === true)?.parents?.[0],
  ).toEqual({
    type: 'Azure::Microsoft.Sql/servers',
    externalId: `${group}/providers/microsoft.sql/servers/example`,
  })
  expect(itemsOf(found).find(({ name }) => name === 'clustername1')?.labels).toEqual({
    archv2: '',
    tier: 'production',
  })
})

test('a type inside another one is found without that one being wanted', async () => {
  const found = await scrape({ include: ['databases'] })
  expect(itemsOf(found).flatMap(({ type }) => (type?.includes('Sql') === true ? [type] : []))).toEqual([
    'Azure::Microsoft.Sql/servers/databases',
  ])
  const denied = await scrape(
    { include: ['databases'] },
    { '/providers/microsoft.sql/servers': refused(403, 'AuthorizationFailed', 'no') },
  )
  expect(faultsOf(denied)).toMatchObject([
    {
      type: 'Azure::Microsoft.Sql/servers/databases',
      message: expect.stringContaining('not every Microsoft.Sql/servers'),
    },
  ])
})

test('a type that may not be read is not seen whole, one that was never used is empty, and the others are read', async () => {
  const found = await scrape(
    { include: ['disks', 'Redis', 'vaults'] },
    {
      '/providers/microsoft.compute/disks': refused(
        403,
        'AuthorizationFailed',
        'The client does not have authorization to perform action.',
      ),
      '/providers/microsoft.cache/redis': refused(
        409,
        'MissingSubscriptionRegistration',
        'The subscription is not registered.',
      ),
    },
  )
  expect(faultsOf(found)).toEqual([
    {
      kind: 'fault',
      type: 'Azure::Microsoft.Compute/disks',
      scope: SUBSCRIPTION_ID,
      message: expect.stringMatching(
        /Microsoft\.Compute\/disks: status 403, AuthorizationFailed: The client does not/,
      ),
    },
  ])
  const whole = found.flatMap((one) => (one.kind === 'complete' ? [one.type] : []))
  expect(whole).toContain('Azure::Microsoft.Cache/redis')
  expect(whole).toContain('Azure::Microsoft.KeyVault/vaults')
  expect(whole).not.toContain('Azure::Microsoft.Compute/disks')
})

test('a service that is asked too often is asked again when it wants that', async () => {
  const waits: number[] = []
  let count = 0
  const busy = () => {
    count += 1
    return count > 2 ? undefined : { status: 429, body: {}, headers: { 'retry-after': '17' } }
  }
  const wait = async (milliseconds: number) => void waits.push(milliseconds)
  const found = await scrape(
    { include: ['vaults'] },
    { '/providers/microsoft.keyvault/vaults': busy },
    { wait },
  )
  expect(faultsOf(found)).toEqual([])
  expect(waits).toEqual([17_000, 17_000])
})

test.each<[string, unknown, RegExp]>([
  [
    'leads to another server',
    { value: [], nextLink: 'https://elsewhere.example/' },
    /the next page is on another server$/,
  ],
  ['is no list', { items: [] }, /has no list "value"$/],
  ['has no id', { value: [{ name: 'x' }] }, /a resource has no id$/],
])('a list that %s is not seen whole', async (_, body, message) => {
  const found = await scrape(
    { include: ['vaults'] },
    { '/providers/microsoft.keyvault/vaults': () => ({ status: 200, body }) },
  )
  expect(faultsOf(found)).toMatchObject([
    { type: 'Azure::Microsoft.KeyVault/vaults', message: expect.stringMatching(message) },
  ])
  expect(found).not.toContainEqual(
    expect.objectContaining({ kind: 'complete', type: 'Azure::Microsoft.KeyVault/vaults' }),
  )
})

test('events of one operation are one change, and excluded ones are none', async () => {
  const lastComplete = new Date('2015-01-22T00:00:00Z')
  const spec = { include: ['vaults'], exclusions: { activityLogs: ['*listKeys/action'] } }
  const found = await scrape(spec, {}, { lastComplete })
  expect(found.filter(({ kind }) => kind === 'change')).toMatchObject([
    {
      item: { externalId: `${group}/providers/microsoft.compute/virtualmachines/myvm` },
      externalId: '1e121103-0ba6-4300-ac9d-952bb5d0c80f',
      type: 'Microsoft.Compute/virtualMachines/write',
      severity: 'high',
      summary: 'Create or Update Virtual Machine: Failed',
      by: 'admin@contoso.com',
      at: new Date('2015-01-21T22:15:26Z'),
    },
  ])
  const request = azure?.requests.find(({ pathname }) => pathname.includes('eventtypes'))
  expect(request?.searchParams.get('$filter')).toBe(
    "eventTimestamp ge '2015-01-21T23:30:00.000Z' and eventTimestamp le '2015-01-23T00:00:00.000Z'",
  )
})

test('what Advisor recommends is an insight', async () => {
  const found = await scrape({ include: ['vaults'] })
  expect(found.filter(({ kind }) => kind === 'insight')).toMatchObject([
    {
      item: { externalId: `${group}/providers/microsoft.compute/availabilitysets/abc` },
      type: 'availability',
      severity: 'medium',
      summary: expect.stringMatching(/^To ensure high availability/),
    },
  ])
})

test('keys in answers are masked', async () => {
  const body = { value: [{ id: '/x', properties: { primaryMasterKey: 'sw0rdfish', hostName: 'h' } }] }
  const found = await scrape(
    { include: ['Redis'] },
    { '/providers/microsoft.cache/redis': () => ({ status: 200, body }) },
  )
  expect(JSON.stringify(found)).not.toContain('sw0rdfish')
  expect(itemsOf(found).at(-1)?.config).toMatchObject({
    properties: { primaryMasterKey: expect.stringMatching(/^masked:/), hostName: 'h' },
  })
})

test('a wrong secret and no subscription are faults of the whole', async () => {
  expect(await scrape({ clientSecret: 'wrong' })).toEqual([
    { kind: 'fault', message: expect.stringMatching(/^getting a token: status 401.*AADSTS7000215/) },
  ])
  expect(await scrape({}, { '/subscriptions': () => ({ status: 200, body: { value: [] } }) })).toEqual([
    { kind: 'fault', message: 'the service principal may read no subscription' },
  ])
})

test('a connection gives its service principal to Microsoft only', () => {
  const [use] = scraper.connections ?? []
  const connection = {
    name: 'cloud',
    namespace: 'default',
    type: 'azure',
    username: 'client',
    password: 'the secret',
    insecureTls: false,
    properties: { tenant: 'tenant' },
  }
  const fill = (written: object) =>
    use?.fill({ connection: 'connection://cloud', ...written }, connection, {})
  expect(fill({})).toEqual({
    ok: true,
    value: { tenantID: 'tenant', clientID: 'client', clientSecret: 'the secret' },
  })
  const own = { endpoint: 'https://other.example', loginEndpoint: 'https://other.example' }
  expect(fill(own)).toMatchObject({ ok: false })
  expect(fill({ tlsConfig: { insecureSkipVerify: true } })).toMatchObject({ ok: false })
  expect(
    scraper.schema
      .safeParse({ loginEndpoint: 'https://a.example' })
      .error?.issues.map(({ path }) => path.join()),
  ).toEqual(['endpoint', 'tenantID', 'clientID', 'clientSecret'])
})
