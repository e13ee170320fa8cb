// Time until the shell can be used on a cold load, in Chromium with an empty cache, and until the rows are there on a
// slow network.
// Run: npm run bench cold-load [-- --only near|slow --encoding gzip --requests]
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContextOptions } from '@playwright/test'
import { z } from 'zod'
import { launchChromium } from './lib/chromium.ts'
import { machine, spread } from './lib/figures.ts'
import { benchAccount, startProduct } from './lib/product.ts'
import { loadSlowly, type SlowLoad } from './lib/slow-network.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    encoding: { type: 'string', default: 'br' },
    requests: { type: 'boolean', default: false },
  },
})
const RUNS = 15
const SLOW_RUNS = 5
/** Milliseconds in which the shell is usable, as the figures of the product say. */
const AIM = 1_500
/** Milliseconds in which the rows are there on 400 kbit/s with 400 ms latency. */
const SLOW_AIM = 6_000
/** Milliseconds that one load may take before the benchmark gives up. */
const PATIENCE = 30_000

/** What of a page is waited for, by what shows that it is there. */
const parts = {
  /** Navigation with the present page, and the page's own heading. */
  shell: 'body:has(nav[aria-label="Main"] a[aria-current="page"]) main h1',
  /** The first row of the page's list. */
  list: 'table[aria-label="Checks"]:not([aria-busy]) tbody tr a[href*="checkId="]',
  /** The palette, for which a key was pressed as soon as the shell was there. */
  palette: '[role="dialog"] [role="combobox"]:focus',
}
const drawn = z.record(z.string(), z.number())

/** Runs in the page: notes when each part is first on the screen, in milliseconds since the navigation began. */
const watch = `{
  const wanted = Object.entries(${JSON.stringify(parts)})
  const seen = {}
  window.drawn = {}
  const look = () => {
    for (const [name, selector] of wanted) {
      if (seen[name] || document.querySelector(selector) === null) continue
      seen[name] = true
      // After the next frame it is painted.
      requestAnimationFrame(() => setTimeout(() => { window.drawn[name] = performance.now() }))
    }
  }
  const events = { childList: true, subtree: true, attributes: true }
  new MutationObserver(look).observe(document, events)
  document.addEventListener('focusin', look, true)
}`

/** Signs in once. @returns what a browser needs to be signed in, and nothing else of it */
async function signIn(browser: Browser, url: string): Promise<BrowserContextOptions> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${url}/login?return_to=%2Fhealth`)
  await page.getByLabel('Email').fill(benchAccount.email)
  await page.getByLabel('Password').fill(benchAccount.password)
  await page.keyboard.press('Enter')
  await page.locator(parts.list).first().waitFor({ timeout: PATIENCE })
  const { cookies } = await context.storageState()
  await context.close()
  return { storageState: { cookies, origins: [] } }
}

/** Opens the product as a browser does that was never there, and presses a key at once. */
async function load(browser: Browser, url: string, signedIn: BrowserContextOptions) {
  const context = await browser.newContext({ ...signedIn, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE)
  await page.addInitScript(watch)
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator(parts.shell).waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  const giveUp = performance.now() + PATIENCE
  for (;;) {
    const times = drawn.parse(await page.evaluate('window.drawn'))
    if (Object.keys(parts).every((name) => name in times)) {
      await context.close()
      return times
    }
    if (performance.now() > giveUp) throw new Error(`only ${Object.keys(times).join(', ')} came`)
    await sleep(50)
  }
}

async function measureNear(browser: Browser, url: string, signedIn: BrowserContextOptions): Promise<void> {
  const runs: z.output<typeof drawn>[] = []
  for (let run = 0; run < RUNS; run += 1) runs.push(await load(browser, url, signedIn))
  for (const name of Object.keys(parts))
    console.log(`  ${name.padEnd(8)} ${spread(runs.map((times) => times[name] ?? NaN))} ms`)
  console.log(`aim: the shell within ${AIM} ms`)
}

/** Prints each request of a load, in the order in which they began. */
function printRequests({ requests }: SlowLoad): void {
  for (const { path, kind, began, ended, kilobytes } of requests)
    console.log(
      `  ${began.toFixed(0).padStart(6)}–${ended.toFixed(0).padStart(6)} ms ${kilobytes.toFixed(1).padStart(6)} kB ${kind} ${path}`,
    )
}

async function measureSlow(browser: Browser, url: string, signedIn: BrowserContextOptions): Promise<void> {
  console.log('On 400 kbit/s with 400 ms latency, the health page, ' + values.encoding + ':')
  const loads: SlowLoad[] = []
  for (let run = 0; run < SLOW_RUNS; run += 1)
    loads.push(
      await loadSlowly(
        browser,
        `${url}/health`,
        signedIn,
        { shell: parts.shell, rows: parts.list },
        values.encoding,
      ),
    )
  for (const name of ['painted', 'shell', 'rows'] as const)
    console.log(`  ${name.padEnd(8)} ${spread(loads.map((times) => times[name]))} ms`)
  const before = ({ requests, rows }: SlowLoad) => requests.filter(({ ended }) => ended <= rows)
  const kinds = [...new Set(loads.flatMap((one) => before(one).map(({ kind }) => kind)))].toSorted()
  for (const kind of kinds) {
    const sums = loads.map((one) =>
      before(one)
        .filter((request) => request.kind === kind)
        .reduce((sum, { kilobytes }) => sum + kilobytes, 0),
    )
    console.log(`  ${kind}, before the rows: ${spread(sums)} kB`)
  }
  console.log(`aim: the rows within ${SLOW_AIM} ms`)
  if (values.requests && loads[0] !== undefined) printRequests(loads[0])
}

const folder = await mkdtemp(join(tmpdir(), 'binnacle-bench-checks-'))
// Started by root, the product reads as another user.
await chmod(folder, 0o755)
const failing = join(folder, 'failing.yaml')
await writeFile(
  failing,
  'metadata: { name: bench }\nspec: { schedule: "@every 1h", tcp: [{ name: fails, endpoint: "127.0.0.1:1" }] }\n',
)
// Something fails, as when somebody is called at night.
const product = await startProduct(['--canaries', failing])
const browser = await launchChromium()
try {
  console.log(`Cold load of the shell, Chromium ${browser.version()}, ${machine()}`)
  const signedIn = await signIn(browser, product.url)
  if (values.only !== 'slow') await measureNear(browser, product.url, signedIn)
  if (values.only !== 'near') await measureSlow(browser, product.url, signedIn)
} finally {
  await browser.close()
  await product.stop()
  await product.remove()
  await rm(folder, { recursive: true })
}
