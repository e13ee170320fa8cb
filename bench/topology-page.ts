// The page of the topology with many components: how soon its first cards are on screen, and what that costs the browser.
// Run: npm run bench topology-page [-- --components 5000 --rounds 7]
import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { Page } from '@playwright/test'
import { Pool } from 'pg'
import type { ComponentNode } from '../apps/server/src/modules/topology/component-tree.ts'
import { publishTopology } from '../apps/server/src/modules/topology/store/index.ts'
import { newId } from '../apps/server/src/platform/ids.ts'
import { cookiesIn, signIn } from './lib/browser.ts'
import { launchChromium } from './lib/chromium.ts'
import { rootsOf, treeOf } from './lib/components.ts'
import { machine, spread } from './lib/figures.ts'
import { databaseOf, startProduct } from './lib/product.ts'

/** What issue 14 asks for, in milliseconds. */
const AIM = 1_000

const { values } = parseArgs({
  options: { components: { type: 'string', default: '5000' }, rounds: { type: 'string', default: '7' } },
})
const [size, rounds] = [Number(values.components), Number(values.rounds)]

const product = await startProduct([], { WATCH_SELF: 'off', LOG_LEVEL: 'warn' })
const pool = new Pool(await databaseOf(product))
const browser = await launchChromium()

/** Opens an address again and again. Prints when the first card is on screen, and the processor time of the page by then. */
async function measure(page: Page, what: string, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const metrics = async () => {
    const { metrics: list } = await session.send('Performance.getMetrics')
    return new Map(list.map(({ name, value }) => [name, value * 1_000]))
  }
  const [shown, busy, layout]: number[][] = [[], [], []]
  let bytes = 0
  page.on('response', (response) => {
    if (new URL(response.url()).pathname !== '/api/topology') return
    void response.body().then(
      (body) => (bytes = body.length),
      () => {},
    )
  })
  for (let round = 0; round <= rounds; round += 1) {
    await page.goto('about:blank')
    const before = await metrics()
    const started = performance.now()
    await page.goto(product.url + path, { waitUntil: 'commit' })
    await page.locator('article').first().waitFor()
    const took = performance.now() - started
    const after = await metrics()
    const spent = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
    // The first time fills the caches.
    if (round === 0) continue
    shown?.push(took)
    busy?.push(spent('TaskDuration'))
    layout?.push(spent('LayoutDuration') + spent('RecalcStyleDuration'))
  }
  page.removeAllListeners('response')
  await session.detach()
  console.log(
    `  ${what}: first card after ${spread(shown ?? [])} ms (aim ${AIM}); processor time ${spread(busy ?? [])} ms, of it layout ${spread(layout ?? [])} ms; answer of ${(bytes / 1e6).toFixed(2)} MB; load ${loadavg()[0]?.toFixed(1)}`,
  )
}

async function publish(roots: readonly ComponentNode[]): Promise<void> {
  await pool.query('delete from core.topologies')
  const topologyId = newId()
  await pool.query(`insert into core.topologies (id, name) values ($1, 'bench')`, [topologyId])
  await publishTopology(pool, { topologyId, agentId: LOCAL_AGENT_ID, roots, complete: true })
  // What is not summed up yet is announced, and read again.
  for (;;) {
    const { rows } = await pool.query('select 1 from core.component_stale limit 1')
    if (rows.length === 0) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

try {
  console.log(`${size.toLocaleString('en')} components; ${machine()}, load ${loadavg()[0]?.toFixed(1)}`)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addCookies(cookiesIn(product, await signIn(product)))
  const page = await context.newPage()
  await publish(treeOf(size))
  await measure(page, 'tree of clusters', '/topology')
  await measure(page, 'all pods of the tree in one list', '/topology?type=Pod')
  await publish(rootsOf(size))
  await measure(page, 'all without one above', '/topology')
} finally {
  await browser.close()
  await pool.end()
  await product.stop()
  await product.remove()
}
