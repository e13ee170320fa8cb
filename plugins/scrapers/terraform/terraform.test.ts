import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { askStore, objectUrl } from '@binnacle/clients/object-storage/s3'
import { storeOf } from '@binnacle/clients/object-storage/s3-fields'
import { bucket, keys, startStore } from '@binnacle/clients/object-storage/testing/s3'
import { makeFolder } from '@binnacle/plugin-kit/servers'
import { contextForTest, scrapeForTest } from '@binnacle/plugin-kit/testing'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { openScripts } from '../testing/scripts.ts'
import { run } from './run.ts'
import { scraper } from './spec.ts'
import { smallState } from './targets.ts'

const scripts = openScripts()
let folder: Awaited<ReturnType<typeof makeFolder>>
beforeEach(async () => {
  folder = await makeFolder()
})
afterEach(() => folder.remove())
afterAll(() => scripts.close())

const scrape = (spec: Record<string, unknown>) => scrapeForTest(scraper, run, spec, scripts)
const write = (name: string, state: unknown) =>
  writeFile(join(folder.path, name), typeof state === 'string' ? state : JSON.stringify(state))
const everywhere = () => ({ state: { local: `${folder.path}/**/*.tfstate` } })
const attribute = (...names: (string | number)[]) =>
  names.map((value) => ({ type: typeof value === 'string' ? 'get_attr' : 'index', value }))

const database = 'arn:aws:rds:eu-west-1:123456789012:db:shop'
const state = {
  ...smallState,
  outputs: { url: { value: 'https://shop.example' }, token: { value: 't0p-s3cret', sensitive: true } },
  resources: [
    {
      mode: 'managed',
      type: 'aws_db_instance',
      name: 'shop',
      provider: 'provider["registry.terraform.io/hashicorp/aws"]',
      instances: [
        {
          schema_version: 2,
          attributes: {
            id: 'db-ABC',
            arn: database,
            password: 'hunter2',
            replicas: [{ name: 'one', key: 'k3y' }],
            settings: { 'app.secret': 's3tting', open: 'yes' },
          },
          sensitive_attributes: [
            attribute('password'),
            [
              ...attribute('replicas'),
              { type: 'index', value: { value: 0, type: 'number' } },
              ...attribute('key'),
            ],
            attribute('settings', 'app.secret'),
            attribute('gone', 'deep'),
          ],
          private: 'c2VjcmV0',
        },
      ],
    },
    {
      mode: 'managed',
      type: 'azurerm_storage_account',
      name: 'files',
      instances: [
        { attributes: { id: '/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/RG/Files' } },
      ],
    },
    { mode: 'managed', type: 'random_id', name: 'x', instances: [{ attributes: { id: 'abc' } }, {}] },
    {
      mode: 'data',
      type: 'aws_iam_role',
      name: 'read',
      instances: [{ attributes: { arn: 'arn:aws:iam::123456789012:role/read' } }],
    },
  ],
}

test('a state is a module, related to what it manages', async () => {
  await write('shop.tfstate', state)
  const found = await scrape({ ...everywhere(), name: '{{ .path | filepath.Base }}' })
  expect(found).toEqual([
    {
      kind: 'item',
      type: 'Terraform::Module',
      class: 'Module',
      externalId: state.lineage,
      name: 'shop.tfstate',
      source: join(folder.path, 'shop.tfstate'),
      config: expect.objectContaining({ serial: 7, terraform_version: '1.9.5' }),
      related: [
        { externalId: database, relation: 'TerraformResource' },
        {
          externalId: '/subscriptions/00000000-0000-0000-0000-000000000001/resourcegroups/rg/files',
          relation: 'TerraformResource',
        },
      ],
    },
    { kind: 'complete', type: 'Terraform::Module' },
  ])
})

test('what the state marks as sensitive is a digest, and a changed one another digest', async () => {
  await write('shop.tfstate', state)
  const text = JSON.stringify(await scrape(everywhere()))
  for (const secret of ['t0p-s3cret', 'hunter2', 'k3y', 's3tting', 'c2VjcmV0'])
    expect(text).not.toContain(secret)
  expect(text).toContain('https://shop.example')
  expect(text).toContain('"open":"yes"')
  expect(text.match(/masked:[0-9a-f]{64}/g)).toHaveLength(4)
  expect(JSON.stringify(await scrape(everywhere()))).toBe(text)
  await write('shop.tfstate', JSON.stringify(state).replace('hunter2', 'hunter3'))
  expect(JSON.stringify(await scrape(everywhere()))).not.toBe(text)
})

test.each<[string, unknown, RegExp]>([
  ['half of a state', '{"version": 4, "serial": 1', /x\.tfstate is not JSON/],
  ['an old version', { version: 3, serial: 1 }, /x\.tfstate is a state of version 3, expected 4$/],
  ['another document', { items: [] }, /x\.tfstate is not a Terraform state: version: /],
  ['no lineage', { ...smallState, lineage: '' }, /x\.tfstate is not a Terraform state: lineage: /],
  ['a list', [], /x\.tfstate is not a Terraform state$/],
  [
    'a copy of another state',
    smallState,
    /x\.tfstate has the lineage of .*well\.tfstate; one of them is a copy$/,
  ],
])('%s is a fault, and the other states are read', async (_name, content, message) => {
  await write('well.tfstate', smallState)
  await write('x.tfstate', content)
  expect(await scrape(everywhere())).toEqual([
    expect.objectContaining({ kind: 'item', externalId: smallState.lineage }),
    { kind: 'fault', type: 'Terraform::Module', message: expect.stringMatching(message) },
  ])
})

test('a state may be in a bucket', async () => {
  const store = await startStore()
  const account = { endpoint: `http://127.0.0.1:${store.port}`, ...keys }
  const context = contextForTest()
  for (const key of ['live/shop.tfstate', 'live/notes.txt']) {
    const url = objectUrl(storeOf(account), bucket, key)
    await askStore(
      storeOf(account),
      { purpose: key, method: 'PUT', body: JSON.stringify(smallState), url },
      context,
    )
  }
  const found = await scrape({ state: { s3: { ...account, bucket, objectPath: 'live/*.tfstate' } } })
  const other = await scrape({ state: { s3: { ...account, bucket: 'nothing' } } })
  await store.stop()
  expect(found).toEqual([
    expect.objectContaining({ name: `s3://${bucket}/live/shop.tfstate` }),
    { kind: 'complete', type: 'Terraform::Module' },
  ])
  expect(other).toEqual([
    { kind: 'fault', type: 'Terraform::Module', message: expect.stringContaining('NoSuchBucket') },
  ])
})

test('a spec names one place', () => {
  const problems = (place: object) =>
    scraper.schema
      .safeParse({ state: place })
      .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  expect(problems({})).toEqual(['state: give one of "local", "s3" and "gcs"'])
  expect(problems({ local: 'here' })).toEqual(['state.local: not an absolute path'])
  expect(problems({ s3: {} })).toEqual(['state.s3.bucket: This field is required'])
  const [use] = scraper.connections ?? []
  const connection = {
    name: 'states',
    namespace: 'default',
    type: 's3',
    username: 'key',
    password: 'secret',
    insecureTls: false,
    properties: { bucket: 'states' },
  }
  expect(use?.fill({ connection: 'connection://states' }, connection, {})).toEqual({
    ok: true,
    value: { bucket: 'states', accessKey: 'key', secretKey: 'secret' },
  })
})
