// The graph of an item with thousands around it, in a browser: when the picture is there, when it stops moving, and the
// longest time for which the page answers nothing. It prints figures beside their aims; no figure is an error.
// Run: npm run bench catalog-graph [-- --nodes 5000 --edges 8000 --only forty]
import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { Client } from 'pg'
import { launchChromium } from './lib/chromium.ts'
import { machine } from './lib/figures.ts'
import { isChosen, load } from './lib/meter.ts'
import { benchAccount, databaseOf, startProduct } from './lib/product.ts'

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '5000' },
    edges: { type: 'string', default: '8000' },
    only: { type: 'string', default: '' },
  },
})
const only = values.only.split(',').filter((part) => part !== '')
const [nodes, edges] = [Number(values.nodes), Number(values.edges)]
/** Aims in milliseconds. */
const aims = { picture: 2_000, settled: 10_000, longestTask: 200 }
/** Milliseconds without a change after which the picture counts as settled. */
const QUIET = 1_000

/** A graph: each node below an earlier one, and links between any two until there are enough. */
interface World {
  name: string
  /** How many types there are. With as many as nodes, nothing is in a group. */
  types: number
}
const allWorlds: readonly World[] = [
  { name: 'forty', types: 40 },
  { name: 'each', types: nodes },
]
const worlds = allWorlds.filter(({ name }) => isChosen(name, only))

const idOf = (name: string, number: string) => `md5('${name} ' || (${number}))::uuid`

function rowsOf({ name, types }: World): string {
  return `
    insert into core.config_items (id, config_class, type, name, health, status, tags, labels)
    select ${idOf(name, 'number')}, 'Bench', '${name}::Type' || ${types === nodes ? 'number' : `number / 6 % ${types}`},
      'a-rather-long-name-of-${name}-' || number,
      (array['healthy', 'healthy', 'healthy', 'warning', 'unhealthy'])[1 + number % 5], 'Running',
      '{"cluster": "shop", "namespace": "payments"}', jsonb_build_object('app', 'a' || number % 90)
    from generate_series(1, ${nodes}) as number;
    insert into core.config_relationships (config_id, related_id, relation, selector_id)
    select ${idOf(name, 'number / 6 + 1')}, ${idOf(name, 'number + 1')}, 'hard', 'parent'
    from generate_series(1, ${nodes} - 1) as number
    union all
    select ${idOf(name, '1 + number * 31 % ' + String(nodes))}, ${idOf(name, '1 + number * 17 % ' + String(nodes))}, 'hard', 'mesh'
    from generate_series(1, ${edges} - ${nodes} + 1) as number
    where (number * 31 - number * 17) % ${nodes} <> 0;
    analyze core.config_items, core.config_relationships`
}

/** Runs in the page: notes the longest task, and when the picture was there first and changed last. */
const watch = `{
  window.seen = { longest: 0, first: 0, last: 0 }
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.seen.longest = Math.max(window.seen.longest, duration)
  }).observe({ type: 'longtask', buffered: true })
  new MutationObserver(() => {
    const graph = document.querySelector('.network-graph')
    if (graph === null || graph.querySelector('.react-flow__node, canvas') === null) return
    requestAnimationFrame(() => setTimeout(() => {
      window.seen.first ||= performance.now()
      window.seen.last = performance.now()
    }))
  }).observe(document, { childList: true, subtree: true, attributes: true })
}`

interface PageActivity {
  longest: number
  first: number
  last: number
}
const seen = (page: Page): Promise<PageActivity> => page.evaluate('window.seen')

async function settle(page: Page, began = 0): Promise<PageActivity> {
  for (;;) {
    const { first, last } = await seen(page)
    const now = await page.evaluate<number>('performance.now()')
    if (first > 0 && now - Math.max(last, began) > QUIET) return seen(page)
    await sleep(100)
  }
}

async function measure(page: Page, title: string, act: () => Promise<void>): Promise<void> {
  await page.evaluate('window.seen.longest = 0')
  const began = await page.evaluate<number>('performance.now()')
  await act()
  const { last, longest } = await settle(page, await page.evaluate<number>('performance.now()'))
  console.log(
    `  ${title}: settled after ${Math.max(0, last - began).toFixed(0)} ms, longest task ${longest.toFixed(0)} ms`,
  )
}

const product = await startProduct([], { WATCH_SELF: 'off', LOG_LEVEL: 'warn' })
try {
  const client = new Client(await databaseOf(product))
  await client.connect()
  for (const world of worlds) await client.query(rowsOf(world))
  const roots = await Promise.all(
    worlds.map(
      async ({ name }) => (await client.query<{ id: string }>(`select ${idOf(name, '1')} as id`)).rows[0]?.id,
    ),
  )
  await client.end()
  console.log(`${nodes} nodes, ${edges} edges; ${machine()}, ${load()}`)
  console.log(
    `Aims: picture ${aims.picture} ms, settled ${aims.settled} ms, longest task ${aims.longestTask} ms`,
  )
  const browser = await launchChromium()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  /** Milliseconds of processor time that the page used so far, which says more where others are busy too. */
  const used = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
  }
  await page.addInitScript(watch)
  await page.goto(`${product.url}/login?return_to=%2Fcatalog`)
  await page.getByLabel('Email').fill(benchAccount.email)
  await page.getByLabel('Password').fill(benchAccount.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Catalog', level: 1 }).waitFor()
  await page.getByRole('table', { name: 'Catalog' }).waitFor()
  // Loads the code, which a browser then has.
  await page.goto(`${product.url}/catalog/${roots[0]}/relationships?view=graph`)
  await settle(page)
  for (const [index, { types }] of worlds.entries()) {
    await page.goto(`${product.url}/catalog/${roots[index]}/relationships?view=graph&most=5000`)
    const { first, last, longest } = await settle(page)
    const processor = await used()
    const shown = await page.locator('.network-graph').getAttribute('data-nodes')
    console.log(`${types} types, so that ${shown} nodes are drawn:`)
    const answered: number = await page.evaluate(
      `performance.getEntriesByType('resource').find(({ name }) => name.includes('related_configs')).responseEnd`,
    )
    console.log(`  answer of the server after ${answered.toFixed(0)} ms of the page`)
    console.log(
      `  picture after ${first.toFixed(0)} ms, settled after ${last.toFixed(0)} ms, longest task ${longest.toFixed(0)} ms, processor time of the page ${processor.toFixed(0)} ms`,
    )
    const graph = page.locator('.network-graph')
    await measure(page, 'show all', () => graph.getByRole('button', { name: 'Show all' }).click())
    await measure(page, 'zoom in', () => graph.getByRole('button', { name: 'Zoom in' }).click())
    await measure(page, 'move', async () => {
      const box = await graph.boundingBox()
      if (box === null) throw new Error('The graph is not there')
      await page.mouse.move(box.x + 500, box.y + 400)
      await page.mouse.down()
      await page.mouse.move(box.x + 200, box.y + 150, { steps: 20 })
      await page.mouse.up()
    })
    await measure(page, 'find', () =>
      graph.getByRole('searchbox', { name: 'Find in the graph' }).fill('name-of-'),
    )
    await measure(page, 'top to bottom', () =>
      graph.getByRole('radio', { name: 'Top to bottom' }).check({ force: true }),
    )
  }
  await browser.close()
  console.log(`at the end: ${load()}`)
} finally {
  await product.stop()
  await product.remove()
}
