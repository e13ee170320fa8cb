import { scrapeForTest } from '@binnacle/plugin-kit/testing'
import type { Scraped, ScrapedItem } from '@binnacle/plugin-kit/scrapers'
import { afterEach, expect, test } from 'vitest'
import { run } from './run.ts'
import { scraper } from './spec.ts'
import { exampleAccount } from './testing/account.ts'
import { type AmazonServer, type Answers, startAmazon } from './testing/server.ts'
import { amazonTypes } from './types/index.ts'

const NOW = new Date('2021-11-20T00:00:00Z')
const ACCOUNT = '123456789012'
let amazon: AmazonServer | undefined
afterEach(() => amazon?.stop())

async function scrape(
  spec: Record<string, unknown> = {},
  answers: Answers = {},
  context: Parameters<typeof scrapeForTest>[3] = {},
) {
  await amazon?.stop()
  amazon = await startAmazon({ ...(await exampleAccount()), ...answers })
  const keys = { accessKey: 'AKIDEXAMPLE', secretKey: 'the secret key' }
  const whole = { region: ['us-east-1'], endpoint: `http://127.0.0.1:${amazon.port}`, ...keys, ...spec }
  return scrapeForTest(scraper, run, whole, {
    now: () => NOW,
    wait: async () => {},
    timeoutMilliseconds: 30_000,
    ...context,
  })
}

const itemsOf = (found: readonly Scraped[]) => found.filter((one): one is ScrapedItem => one.kind === 'item')
const onlyOf = (found: readonly Scraped[], type: string) =>
  itemsOf(found).filter((item) => item.type === type)

test('every type is read from the examples of Amazon, and each is seen whole', async () => {
  const found = await scrape({ include: ['*', 'ECSTaskDefinition'] })
  expect(found.filter(({ kind }) => kind === 'fault')).toEqual([])
  const read = new Set(itemsOf(found).map(({ type }) => type))
  expect(amazonTypes.length).toBeGreaterThanOrEqual(30)
  expect(amazonTypes.map(({ type }) => type).filter((type) => !read.has(type))).toEqual([])
  const whole = found.flatMap((one) => (one.kind === 'complete' ? [`${one.type} ${one.scope}`] : []))
  expect(whole).toHaveLength(amazonTypes.length + 1)
  expect(whole).toContain(`AWS::EC2::VPC ${ACCOUNT}/us-east-1`)
  expect(whole).toContain(`AWS::IAM::User ${ACCOUNT}/global`)
  expect(
    itemsOf(found).map(({ name, externalId, type }) => `${type} ${externalId} ${name}`),
  ).toMatchSnapshot()
})
