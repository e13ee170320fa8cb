// The settings list of connections with many of them in the database: what its requests take at the server, what a
// person waits for in a browser from a click until the rows are there, and how many requests the screen makes.
// Run: npm run bench connections [-- --connections 10000 --rounds 20]
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from '@playwright/test'
import { Client } from 'pg'
import { type Session, signIn } from './lib/browser.ts'
import { launchChromium } from './lib/chromium.ts'
import { machine, spread } from './lib/figures.ts'
import { benchAccount, type Product, startProduct } from './lib/product.ts'

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '20' },
  },
})
const [count, rounds] = [Number(values.connections), Number(values.rounds)]
const aims = { list: 100, requests: 4 }

const fill = `
  insert into core.connections (name, namespace, type, url, revision, source)
  select 'connection ' || number, 'space ' || number % 12,
    (array['postgres', 'http', 'redis', 's3', 'slack', 'git'])[1 + number % 6],
    'https://server-' || number || '.example.com', core.new_id(), (array['UI', 'API'])[1 + number % 2]
  from generate_series(1, $1::integer) as number`

/** What the page asks for, by what a person chose; the rest of the address is the same. */
const lists: Readonly<Record<string, string>> = {
  'opens: by name': 'order=name.asc,id.asc&offset=0&limit=50',
  'last page': `order=name.asc,id.asc&offset=${count - 50}&limit=50`,
  'by type': 'order=type.asc,id.asc&offset=0&limit=50',
  'newest first': 'order=created_at.desc,id.asc&offset=0&limit=50',
  'of one type': 'order=name.asc,id.asc&offset=0&limit=50&type=eq.redis',
  'by search': `order=name.asc,id.asc&offset=0&limit=50&or=${encodeURIComponent('(name.ilike.*77*,namespace.ilike.*77*,type.ilike.*77*)')}`,
  'pages of 1,000': 'order=name.asc,id.asc&offset=0&limit=1000',
}
const columns = 'id,name,namespace,type,source,created_at,updated_at,created_by(id,name)'

async function load(product: Product, session: Session, list: string): Promise<number> {
  const started = performance.now()
  const answer = await fetch(
    `${product.url}/api/db/connections?select=${columns}&deleted_at=is.null&${list}`,
    { headers: { cookie: session, prefer: 'count=exact' } },
  )
  const body = await answer.text()
  if (!answer.ok) throw new Error(`${list}: ${answer.status} ${body}`)
  return performance.now() - started
}

async function measureRequests(product: Product): Promise<void> {
  const session = await signIn(product)
  console.log(`Requests, ${rounds} of each kind, aim ${aims.list} ms:`)
  for (const [title, list] of Object.entries(lists)) {
    await load(product, session, list)
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) times.push(await load(product, session, list))
    console.log(`  ${title}: ${spread(times)} ms`)
  }
}

const rows = 'table[aria-label="Connections"]:not([aria-busy]) tbody tr'

/** What it took to show the rows. */
interface RowsMeasurement {
  milliseconds: number
  /** Paths of the requests for data until the network was quiet. */
  paths: string[]
}

/** Waits for the rows after an action. */
async function untilRows(page: Page, act: () => Promise<unknown>): Promise<RowsMeasurement> {
  const paths: string[] = []
  const note = (request: { url: () => string }) => {
    const { pathname } = new URL(request.url())
    if (/^\/(api|kratos)\//.test(pathname) && pathname !== '/api/live') paths.push(pathname)
  }
  page.on('request', note)
  const started = performance.now()
  await act()
  await page.locator(rows).first().waitFor()
  const milliseconds = performance.now() - started
  await page.waitForLoadState('networkidle').catch(() => undefined)
  page.off('request', note)
  return { milliseconds, paths }
}

async function useScreen({ url }: Product): Promise<void> {
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    await page.goto(`${url}/login?return_to=/settings/connections`)
    await page.getByLabel('Email').fill(benchAccount.email)
    await page.getByLabel('Password').fill(benchAccount.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.locator(rows).first().waitFor()
    const opened: RowsMeasurement[] = []
    const clicked: RowsMeasurement[] = []
    for (let round = 0; round < rounds; round += 1) {
      opened.push(await untilRows(page, () => page.goto(`${url}/settings/connections`)))
      await page.getByRole('link', { name: 'Feature Flags' }).first().click()
      await page.getByRole('heading', { name: 'Feature Flags' }).waitFor()
      clicked.push(
        await untilRows(page, () => page.getByRole('link', { name: 'Connections' }).first().click()),
      )
    }
    const describe = (loads: readonly RowsMeasurement[]) => {
      const [most] = loads.toSorted((one, other) => other.paths.length - one.paths.length)
      const times = spread(loads.map(({ milliseconds }) => milliseconds))
      const requests = spread(loads.map(({ paths }) => paths.length))
      return `${times} ms, ${requests} requests (aim ${aims.requests}), most: ${most?.paths.join(', ')}`
    }
    console.log(`The screen, ${rounds} times:`)
    console.log(`  from its address: ${describe(opened)}`)
    console.log(`  from a link: ${describe(clicked)}`)
  } finally {
    await browser.close()
  }
}

const product = await startProduct([], { WATCH_SELF: 'off', LOG_LEVEL: 'warn' })
const client = new Client({ host: join(product.data, 'run'), user: 'binnacle', database: 'binnacle' })
try {
  await client.connect()
  await client.query(fill, [count])
  await client.query('analyze core.connections')
  console.log(`${count} connections; ${machine()}, load ${loadavg()[0]?.toFixed(1)}`)
  await measureRequests(product)
  await useScreen(product)
  console.log(`load at the end ${loadavg()[0]?.toFixed(1)}`)
} finally {
  await client.end()
  await product.stop()
  await product.remove()
}
process.exit(0)
