// A cluster that changes all the time, from its API server to the screen: how far the page of an item is behind, and whether
// each update was stored or counted. It prints figures beside their aims; no figure is an error.
// Run: npm run bench catalog-screen [-- --rate 500 --seconds 60 --objects 2000]
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { z } from 'zod'
import { startApiServer } from '@binnacle/clients/kubernetes/testing/api-server'
import { makeObject } from '@binnacle/clients/kubernetes/testing/shop'
import { cookiesIn, signIn } from './lib/browser.ts'
import { launchChromium } from './lib/chromium.ts'
import { machine, percentile } from './lib/figures.ts'
import { load } from './lib/meter.ts'
import { cpuSeconds, nameOf, tree } from './lib/processes.ts'
import { databaseOf, startProduct } from './lib/product.ts'

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '60' },
    objects: { type: 'string', default: '2000' },
  },
})
const [rate, seconds, objects] = [Number(values.rate), Number(values.seconds), Number(values.objects)]
/** What issue 13 asks for, in milliseconds. */
const AIM = 5_000
/** Milliseconds between two updates of the ConfigMap whose page the browser shows. */
const PROBE = 1_000
const PROBED = 'probe'
/** How long the last updates have to arrive. */
const PATIENCE = 60_000

const FILLER = Object.fromEntries(Array.from({ length: 20 }, (_, line) => [`line-${line}`, 'x'.repeat(110)]))
const mapOf = (name: string, value: string) =>
  makeObject('v1', 'ConfigMap', name, { namespace: 'default', data: { ...FILLER, value } })

const cluster = await startApiServer()
for (let number = 0; number < objects; number += 1) cluster.put(mapOf(`map-${number}`, '0'))
cluster.put(mapOf(PROBED, 'sent 0'))
const product = await startProduct([], { WATCH_SELF: 'off', LOG_LEVEL: 'warn' })
const client = new Client(await databaseOf(product))
await client.connect()
const browser = await launchChromium()

/** Asks until there is an answer. */
async function until<Value>(ask: () => Promise<Value | undefined>, what: string): Promise<Value> {
  for (const end = performance.now() + PATIENCE; performance.now() < end; await sleep(200)) {
    const found = await ask()
    if (found !== undefined) return found
  }
  throw new Error(`${what} took longer than ${PATIENCE / 1_000} s`)
}

/** Updates that are stored or counted: each change holds how often it happened. */
async function counted(): Promise<number> {
  const { rows } = await client.query<{ sum: number }>(
    `select coalesce(sum(changes.count), 0)::integer as sum
     from core.config_changes as changes join core.config_items as items on items.id = changes.config_id
     where items.type = 'Kubernetes::ConfigMap' and changes.change_type = 'diff'`,
  )
  return rows[0]?.sum ?? 0
}

try {
  const cookie = await signIn(product)
  const spec = {
    schedule: '@never',
    kubernetes: [
      {
        clusterName: 'bench',
        kubeconfig: cluster.kubeconfig(),
        watch: [{ apiVersion: 'v1', kind: 'ConfigMap' }],
      },
    ],
  }
  const made = await fetch(`${product.url}/api/catalog/scrapers`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', origin: product.url },
    body: JSON.stringify({ name: 'bench', spec }),
  })
  if (!made.ok) throw new Error(await made.text())
  const { id: scraper } = z.object({ id: z.string() }).parse(await made.json())
  await fetch(`${product.url}/api/run/${scraper}`, {
    method: 'POST',
    headers: { cookie, origin: product.url },
  })
  const probe = await until(async () => {
    const { rows } = await client.query<{ id: string }>('select id from core.config_items where name = $1', [
      PROBED,
    ])
    return cluster.watches('configmaps') > 0 ? rows[0]?.id : undefined
  }, 'the first scrape')

  const context = await browser.newContext()
  await context.addCookies(cookiesIn(product, cookie))
  const page = await context.newPage()
  await page.goto(`${product.url}/catalog/${probe}`)
  await page.getByText('sent 0').first().waitFor()
  const behind: number[] = []
  const [sentAt, seen] = [new Map<number, number>(), new Set<number>()]
  await page.exposeFunction('tellShown', (number: number) => {
    const sent = sentAt.get(number)
    if (sent === undefined || seen.has(number)) return
    seen.add(number)
    behind.push(performance.now() - sent)
  })
  await page.evaluate(`new MutationObserver(() => {
    const found = /sent (\\d+)/.exec(document.body.innerText)
    if (found !== null && found[1] !== window.lastShown) {
      window.lastShown = found[1]
      window.tellShown(Number(found[1]))
    }
  }).observe(document.body, { childList: true, subtree: true, characterData: true })`)

  const stored = await counted()
  const used = () => {
    const sum = { server: 0, database: 0 }
    for (const pid of tree(product.pid)) {
      const spent = cpuSeconds(pid)
      // One that ended meanwhile has no number.
      if (!Number.isNaN(spent)) sum[nameOf(pid).startsWith('postgres') ? 'database' : 'server'] += spent
    }
    return sum
  }
  const before = used()
  const begun = performance.now()
  let [updates, probes] = [0, 0]
  while (performance.now() - begun < seconds * 1_000) {
    const passed = performance.now() - begun
    for (; updates < (passed / 1_000) * rate; updates += 1)
      cluster.put(mapOf(`map-${(updates * 17) % objects}`, String(updates + 1)))
    if (passed >= probes * PROBE) {
      probes += 1
      sentAt.set(probes, performance.now())
      cluster.put(mapOf(PROBED, `sent ${probes}`))
    }
    await sleep(10)
  }
  const all = updates + probes
  const ended = performance.now()
  await until(async () => {
    const shown = await page.getByText(`sent ${probes}`).count()
    return shown > 0 && (await counted()) - stored >= all ? true : undefined
  }, 'the rest').catch((error: unknown) => console.log(String(error)))
  const after = used()
  const each = (part: 'server' | 'database') => (((after[part] - before[part]) * 1_000) / all).toFixed(2)
  console.log(
    `${all} updates of ${objects} objects in ${seconds} s; ${machine()}, ${load()}\n` +
      `  on the screen after p50 ${percentile(behind, 0.5).toFixed(0)} ms, p95 ${percentile(behind, 0.95).toFixed(0)} ms, ` +
      `most ${Math.max(...behind).toFixed(0)} ms (aim ${AIM}), ${behind.length} of ${probes} updates of the open item were shown\n` +
      `  ${(await counted()) - stored} of ${all} stored or counted, the last ${(performance.now() - ended).toFixed(0)} ms after it was sent\n` +
      `  processor time of each update: server ${each('server')} ms, PostgreSQL ${each('database')} ms`,
  )
} finally {
  await browser.close()
  await client.end()
  await product.stop()
  await product.remove()
  await cluster.stop()
}
process.exit(0)
