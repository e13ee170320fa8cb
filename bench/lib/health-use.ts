import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { z } from 'zod'
import { launchChromium } from './chromium.ts'
import { spread } from './figures.ts'
import { benchAccount, type Product } from './product.ts'

/** What the figures of the product say of this page. */
const aims = { firstRows: 1_000, kilobytes: 300, change: 200 }
const COLD_LOADS = 10
/** Milliseconds without a change of the list, and without a request under way, after which it counts as shown. */
const QUIET = 300
const list = '[aria-label="Checks"]'
const rows = `table${list}:not([aria-busy]) tbody tr`

/** Runs in the page: notes when someone last clicked, and when what the list shows last changed, after it was painted. */
const watch = `{
  window.use = { began: 0, shown: 0, firstRow: 0 }
  addEventListener('click', () => { window.use.began = performance.now() }, true)
  const events = { childList: true, subtree: true, characterData: true, attributes: true }
  new MutationObserver((changes) => {
    const within = ({ target }) => (target.nodeType === 1 ? target : target.parentElement)?.closest('main') !== null
    if (!changes.some(within)) return
    if (window.use.firstRow === 0 && document.querySelector(${JSON.stringify(rows)}) !== null)
      requestAnimationFrame(() => setTimeout(() => { window.use.firstRow ||= performance.now() }))
    if (document.querySelector('main ' + ${JSON.stringify(list)}) === null) return
    requestAnimationFrame(() => setTimeout(() => { window.use.shown = performance.now() }))
  }).observe(document, events)
}`
const use = z.object({ began: z.number(), shown: z.number(), firstRow: z.number() })
const inPage = async (page: Page) => use.parse(await page.evaluate('window.use'))

const still = `document.querySelector('main progress') === null && document.querySelector('main [aria-busy]') === null
  && performance.now() - Math.max(window.use.shown, window.use.began) > ${QUIET}`

/** Waits until nothing in the page has changed for a while, and nothing is being loaded. */
async function quiet(page: Page): Promise<void> {
  while (!(await page.evaluate(still))) await sleep(50)
}

const choose = async (page: Page, control: string, option: string) => {
  await page.getByRole('combobox', { name: new RegExp(`^${control}`) }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

interface Action {
  /** Where the page stands before, as parameters of its address. */
  from?: string
  act: (page: Page) => Promise<void>
}

/** Changes as a person makes them; each ends with one click, and is measured from there. */
const actions: Readonly<Record<string, Action>> = {
  'hide passing off': { act: (page) => page.getByRole('switch', { name: 'Hide Passing' }).click() },
  'health: unhealthy': {
    from: 'hidePassing=false',
    act: async (page) => {
      await page.getByRole('combobox', { name: /^Health/ }).click()
      await page.getByRole('option', { name: /^Unhealthy/ }).click()
    },
  },
  'a tab': { from: 'hidePassing=false', act: (page) => page.getByRole('tab', { name: /^space 3/ }).click() },
  'a label': {
    from: 'hidePassing=false',
    act: (page) => page.getByRole('button', { name: /^edge/ }).click(),
  },
  'group by type': { from: 'hidePassing=false', act: (page) => choose(page, 'Group By', 'Type') },
  'group by name': { from: 'hidePassing=false', act: (page) => choose(page, 'Group By', 'Name') },
  'group by a label': { from: 'hidePassing=false', act: (page) => choose(page, 'Group By', 'team') },
  'no grouping': { from: 'hidePassing=false', act: (page) => choose(page, 'Group By', 'No Grouping') },
  'sort by uptime': {
    from: 'hidePassing=false',
    act: (page) =>
      page
        .getByRole('columnheader', { name: /^Uptime/ })
        .getByRole('button')
        .click(),
  },
  'sort by latency': {
    from: 'hidePassing=false',
    act: (page) =>
      page
        .getByRole('columnheader', { name: /^Latency/ })
        .getByRole('button')
        .click(),
  },
  'sort by latency, not grouped': {
    from: 'hidePassing=false&groupBy=none',
    act: (page) =>
      page
        .getByRole('columnheader', { name: /^Latency/ })
        .getByRole('button')
        .click(),
  },
  cards: { from: 'hidePassing=false', act: (page) => page.getByText('Cards', { exact: true }).click() },
  'cards by type': {
    from: 'hidePassing=false&layout=cards',
    act: (page) => choose(page, 'Group By', 'Type'),
  },
  'pivot by a label': {
    from: 'hidePassing=false&groupBy=label%3Ateam',
    act: (page) => choose(page, 'Pivot By', 'tier'),
  },
  'the range: a day': {
    from: 'hidePassing=false&groupBy=type',
    act: async (page) => {
      await page.getByRole('button', { name: /^Time range/ }).click()
      await page.getByRole('button', { name: '1d', exact: true }).click()
    },
  },
}

/** Signs in once. @returns what a browser needs to be signed in, and nothing else of it */
async function signIn(browser: Browser, url: string): Promise<BrowserContextOptions> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${url}/login?return_to=%2Fhealth`)
  await page.getByLabel('Email').fill(benchAccount.email)
  await page.getByLabel('Password').fill(benchAccount.password)
  await page.keyboard.press('Enter')
  await page.locator(rows).first().waitFor()
  const { cookies } = await context.storageState()
  await context.close()
  return { storageState: { cookies, origins: [] }, viewport: { width: 1440, height: 900 } }
}

/** Opens the page as a browser does that was never there. @returns kilobytes by kind as they came over the wire */
async function loadCold(browser: Browser, url: string, signedIn: BrowserContextOptions) {
  const context = await browser.newContext(signedIn)
  const page = await context.newPage()
  await page.addInitScript(watch)
  const kinds = new Map<string, string>()
  const bytes = new Map<string, number>()
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  network.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other'
    bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength / 1_000)
  })
  await page.goto(`${url}/health`)
  await page.locator(rows).first().waitFor()
  await quiet(page)
  const { firstRow } = await inPage(page)
  await context.close()
  return { firstRow, bytes }
}

async function coldLoads(browser: Browser, url: string, signedIn: BrowserContextOptions): Promise<void> {
  const loads = []
  for (let run = 0; run < COLD_LOADS; run += 1) loads.push(await loadCold(browser, url, signedIn))
  const kinds = [...new Set(loads.flatMap(({ bytes }) => [...bytes.keys()]))].toSorted()
  const sums = loads.map(({ bytes }) => [...bytes.values()].reduce((sum, value) => sum + value, 0))
  console.log('Cold load of the page, as its bytes come over the wire with their headers:')
  console.log(`  first rows: ${spread(loads.map(({ firstRow }) => firstRow))} ms, aim ${aims.firstRows}`)
  for (const kind of kinds)
    console.log(`  ${kind}: ${spread(loads.map(({ bytes }) => bytes.get(kind) ?? 0))} kB`)
  console.log(`  together: ${spread(sums)} kB, aim ${aims.kilobytes}`)
}

/** Measures cold loads of the page, and what changes of it take from the click until they are shown. */
export async function usePage({ url }: Product, rounds: number): Promise<void> {
  const browser = await launchChromium()
  try {
    const signedIn = await signIn(browser, url)
    await coldLoads(browser, url, signedIn)
    const context = await browser.newContext(signedIn)
    const page = await context.newPage()
    await page.addInitScript(watch)
    console.log(`From the click until it is shown, ${rounds} times each, aim ${aims.change} ms:`)
    for (const [title, { from = '', act }] of Object.entries(actions)) {
      const times: number[] = []
      // The first of each loads code that a browser then has.
      for (let round = 0; round <= rounds; round += 1) {
        await page.goto(`${url}/health?${from}`)
        await page.locator(`main ${list}`).first().waitFor()
        await quiet(page)
        await act(page)
        await quiet(page)
        const { began, shown } = await inPage(page)
        if (round > 0) times.push(shown - began)
      }
      console.log(`  ${title}: ${spread(times)} ms`)
    }
    await context.close()
  } finally {
    await browser.close()
  }
}
