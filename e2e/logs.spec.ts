import { appendFile, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { write } from './support/database.ts'
import { type Product, startProduct } from './support/product.ts'
import { expect, expectLooks, test as base, toastOf } from './support/test.ts'

const SHOP = '01900000-0000-7000-8000-000000000001'
const LINES = 1_500

function logText(): string {
  const now = Date.now()
  return Array.from({ length: LINES }, (_, index) => {
    const time = new Date(now - (LINES - index) * 1_000).toISOString()
    return index % 100 === 50
      ? JSON.stringify({ time, level: 'error', msg: `card ${index} refused`, country: 'DE' })
      : `${time} INFO request ${index}`
  }).join('\n')
}

const test = base.extend<object, { logFile: string }>({
  logFile: [
    // eslint-disable-next-line no-empty-pattern -- the form that Playwright asks for
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'binnacle-logs-'))
      // Started by root, the product reads them as another user.
      await chmod(folder, 0o755)
      await writeFile(join(folder, 'shop.log'), `${logText()}\n`)
      await use(join(folder, 'shop.log'))
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ logFile }, use) => {
      const product = await startProduct({ LOCAL_FOLDERS: dirname(logFile) })
      const selectors = JSON.stringify([
        { name: 'web', type: 'files' },
        { name: 'worker', type: 'files' },
      ])
      await write(
        product,
        `insert into core.components (id, external_id, name, log_selectors)
         values ('${SHOP}', 'shop', 'Shop', '${selectors}')`,
      )
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
  startsAtChecks: false,
})

/** Adds the backend of the folder, once. */
async function addBackend(page: Page, { url }: Product, logFile: string): Promise<void> {
  await page.request.post(`${url}/api/logs/backends`, {
    data: { name: 'files', spec: { file: [{ paths: [logFile] }] } },
  })
}

const table = (page: Page) => page.getByRole('table', { name: 'Log lines' })
const lines = (page: Page) => table(page).getByRole('row')
const openLine = (page: Page, index: number) =>
  table(page)
    .getByRole('button', { name: /^Open line of / })
    .nth(index)

test('a component is chosen, its first log selector with it, and the title names it [LOG-001, LOG-004, LOG-005, LOG-010]', async ({
  page,
  product,
  logFile,
}) => {
  await addBackend(page, product, logFile)
  await page.goto(`${product.url}/logs`)
  await expect(page.getByText('Please select a component to view the logs')).toBeVisible()
  await page.getByRole('combobox', { name: 'Component' }).click()
  await page.getByRole('option', { name: 'Shop' }).click()
  await expect(page.getByRole('heading', { name: 'Logs - Shop', level: 1 })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Logs' })).toHaveText(/web/)
  await expect(lines(page).nth(1)).toContainText(`request ${LINES - 1}`)
  await expect(page).toHaveURL(new RegExp(`topologyId=${SHOP}`))
  await page.getByRole('combobox', { name: 'Component' }).click()
  await page.getByRole('option', { name: 'None' }).click()
  await expect(page.getByText('Please select a component to view the logs')).toBeVisible()
})

test('a query is in the address, marks words, and says when nothing fits [LOG-002, LOG-003, LOG-006, LOG-007, LOG-011]', async ({
  page,
  product,
  logFile,
}) => {
  await addBackend(page, product, logFile)
  await page.clock.install()
  await page.goto(`${product.url}/logs?topologyId=${SHOP}&logsSelector=worker&start=6h`)
  await expect(page.getByRole('combobox', { name: 'Logs' })).toHaveText(/worker/)
  await expect(lines(page).nth(1)).toBeVisible()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  const requests: string[] = []
  page.on('request', (request) => {
    // What is shown is asked for again by itself.
    const body = request.postData() ?? ''
    if (request.url().endsWith('/api/logs') && body.includes('card 250')) requests.push(body)
  })
  await page.getByRole('searchbox', { name: 'Search logs' }).fill('"card 250"')
  await page.clock.runFor(499)
  expect(requests).toEqual([])
  await page.clock.runFor(1)
  await page.clock.resume()
  await expect(page).toHaveURL(/query=%22card(\+|%20)250%22/)
  await expect(table(page).getByText('refused')).toHaveCount(1)
  await expect(lines(page).filter({ hasText: 'card 250 refused' })).toContainText('level error')
  await expect(table(page).locator('mark').first()).toHaveText('card 250')
  await page.goto(`${product.url}/logs?topologyId=${SHOP}&query=nothing-like-this`)
  await expect(page.getByText('There are no logs matching the search query')).toBeVisible()
  await page.getByText('Clear search', { exact: true }).click()
  await expect(lines(page).nth(1)).toBeVisible()
  await page.getByRole('button', { name: 'Refresh' }).first().click()
  await expect(lines(page).nth(1)).toBeVisible()
})

test('only rows near the visible part are rendered, and the widths of columns are kept [LOG-008, LOG-009]', async ({
  page,
  product,
  logFile,
}) => {
  await addBackend(page, product, logFile)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${product.url}/logs?topologyId=${SHOP}`)
  await expect(lines(page).nth(1)).toBeVisible()
  expect(await lines(page).count()).toBeLessThan(60)
  const edge = page.getByRole('separator', { name: 'Width of the time column' })
  await edge.focus()
  await page.keyboard.press('ArrowRight')
  await expect(edge).toHaveAttribute('aria-valuenow', '206')
  await page.reload()
  await expect(page.getByRole('separator', { name: 'Width of the time column' })).toHaveAttribute(
    'aria-valuenow',
    '206',
  )
})

test('older lines load within 300 px of the end, not before [SHELL-026]', async ({
  page,
  product,
  logFile,
}) => {
  await addBackend(page, product, logFile)
  await page.setViewportSize({ width: 1280, height: 800 })
  const requests: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/logs') requests.push(request.postData() ?? '')
  })
  await page.goto(`${product.url}/logs?topologyId=${SHOP}`)
  await expect(lines(page).nth(1)).toBeVisible()
  const scroller = page.getByRole('rowgroup', { name: 'Lines' })
  const first = Number(await table(page).getAttribute('aria-rowcount'))
  expect(first).toBeLessThan(LINES)
  const left = () =>
    scroller.evaluate((list) => Math.round(list.scrollHeight - list.clientHeight - list.scrollTop))
  const scroll = (pixels: number) =>
    scroller.evaluate((list, wanted) => {
      list.scrollTop = list.scrollHeight - list.clientHeight - wanted
    }, pixels)
  /** Scrolls until so many pixels are left. Rows that are rendered then may be lower than estimated, so it looks again. */
  const leave = (pixels: number) =>
    expect
      .poll(async () => {
        if ((await left()) !== pixels) await scroll(pixels)
        await page.evaluate('new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))')
        return left()
      })
      .toBe(pixels)
  // In steps: from afar the last rows would shrink to less than what should be left.
  for (const pixels of [4_000, 2_500, 1_800, 1_400, 1_100, 900, 700, 550, 400]) await leave(pixels)
  // What the page asks after it has rendered the place, it asks before this answer.
  await page.evaluate(() => fetch('/api/about'))
  expect(requests).toHaveLength(1)
  await scroll(290)
  await expect(table(page)).not.toHaveAttribute('aria-rowcount', String(first))
  expect(requests).toHaveLength(2)
  expect(requests[1]).toContain('"cursor"')
})

test('lines are downloaded, and a failure says so [LOG-012, LOG-013, LOG-014]', async ({
  page,
  product,
  logFile,
}) => {
  await addBackend(page, product, logFile)
  await page.goto(`${product.url}/logs?topologyId=${SHOP}&query=refused`)
  await expect(lines(page).nth(1)).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download logs' }).click()
  await page.getByRole('menuitem', { name: /^JSON lines/ }).click()
  expect((await download).suggestedFilename()).toMatch(/^Shop-web-.*\.jsonl$/)
  await expect(toastOf(page, 'Downloaded logs')).toBeVisible()
  await page.route('**/api/logs/download', (route) => route.fulfill({ status: 503, json: { error: 'away' } }))
  await page.getByRole('button', { name: 'Download logs' }).click()
  await page.getByRole('menuitem', { name: /^Text/ }).click()
  await expect(toastOf(page, 'Failed to download logs')).toBeVisible()
})

test('a line opens with its labels and the lines around it, by an address that others can use', async ({
  page,
  product,
  logFile,
}) => {
  await addBackend(page, product, logFile)
  await page.goto(`${product.url}/logs?topologyId=${SHOP}&query=country%3DDE`)
  await openLine(page, 1).click()
  const context = page.getByRole('region', { name: 'Context' })
  await expect(context.getByRole('listitem')).toHaveCount(21)
  await expect(context.locator('[aria-current]')).toContainText('refused')
  const address = page.url()
  await page.goto('about:blank')
  await page.goto(address.replace('query=country%3DDE', 'query=nothing-like-this'))
  await expect(page.getByRole('region', { name: 'Message' })).toContainText('refused')
  await page.getByRole('button', { name: 'Hide lines with country=DE' }).click()
  await expect(page).toHaveURL(/country%21%3DDE|country!%3DDE/)
})

test('a tail shows lines as they are written, and holds them while it is paused', async ({
  page,
  product,
  logFile,
}) => {
  await addBackend(page, product, logFile)
  await page.goto(`${product.url}/logs?topologyId=${SHOP}&query=tailed&live=true`)
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible()
  let count = 0
  await expect(async () => {
    count += 1
    await appendFile(logFile, `${new Date().toISOString()} INFO tailed ${count}\n`)
    await expect(lines(page).filter({ hasText: 'tailed' }).first()).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  const newLines = page.getByRole('button', { name: /^\d+ new lines?$/ })
  await expect(async () => {
    await appendFile(logFile, `${new Date().toISOString()} INFO tailed while paused\n`)
    await expect(newLines).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(lines(page).filter({ hasText: 'while paused' })).toHaveCount(0)
  await newLines.click()
  await expect(lines(page).filter({ hasText: 'while paused' }).first()).toBeVisible()
})

test('a bar of the histogram sets the range of time, by keyboard too', async ({ page, product, logFile }) => {
  await addBackend(page, product, logFile)
  await page.goto(`${product.url}/logs?topologyId=${SHOP}`)
  const bars = page.getByRole('region', { name: 'Lines over time' }).getByRole('button')
  await expect(bars).toHaveCount(60)
  await bars.last().focus()
  for (let step = 0; step < 9; step += 1) await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/start=\d{4}-.*end=\d{4}-/)
  await expect(lines(page).nth(1)).toBeVisible()
})

test('the keys move between lines, open one, and come back to it', async ({ page, product, logFile }) => {
  await addBackend(page, product, logFile)
  await page.goto(`${product.url}/logs?topologyId=${SHOP}`)
  await openLine(page, 0).focus()
  await page.keyboard.press('j')
  await expect(openLine(page, 1)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(openLine(page, 2)).toBeFocused()
  await page.keyboard.press('k')
  await expect(openLine(page, 1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Message' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/line=/)
  await expect(openLine(page, 1)).toBeFocused()
})

test('a view keeps component, selector, words and range, without the open line', async ({
  page,
  product,
  logFile,
}) => {
  await addBackend(page, product, logFile)
  await page.goto(`${product.url}/logs?topologyId=${SHOP}&logsSelector=worker&query=refused&start=6h`)
  await openLine(page, 0).click()
  await expect(page.getByRole('region', { name: 'Message' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/line=/)
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await page.getByRole('button', { name: 'Save as new view' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Refused cards')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/savedView=/)
  const id = new URL(page.url()).searchParams.get('savedView') ?? ''
  await page.goto(`${product.url}/logs?savedView=${id}`)
  await expect(page).toHaveURL(/logsSelector=worker.*query=refused.*start=6h/)
  await expect(page.getByRole('heading', { name: 'Logs - Shop', level: 1 })).toBeVisible()
  await expect(lines(page).nth(1)).toContainText('refused')
  await page.getByRole('button', { name: 'Refused cards', exact: true }).click()
  await page.getByRole('list', { name: 'Saved views' }).getByRole('link', { name: 'None' }).click()
  await expect(page.getByText('Please select a component to view the logs')).toBeVisible()
})

test('View Logs of a component leads to its lines, and is gone while logs are disabled [FLAG-010, TOP-021]', async ({
  page,
  product,
  logFile,
}) => {
  await addBackend(page, product, logFile)
  await page.goto(`${product.url}/topology/${SHOP}`)
  // The page of a component has its menu, and each card of it has one.
  const menus = page.getByRole('button', { name: 'Actions for Shop' })
  await menus.first().click()
  await page.getByRole('menuitem', { name: 'View Logs' }).click()
  await expect(page).toHaveURL(new RegExp(`/logs\\?topologyId=${SHOP}$`))
  await expect(lines(page).nth(1)).toBeVisible()
  await page.goto(`${product.url}/settings/logging_backends`)
  await expect(page.getByRole('link', { name: 'View Logs' }).first()).toBeVisible()
  const flag = { name: 'logs.disable', value: 'true' }
  await page.request.post(`${product.url}/api/db/properties`, { data: flag })
  await expect(page.getByRole('link', { name: 'View Logs' })).toHaveCount(0)
  await page.goto(`${product.url}/topology/${SHOP}`)
  await menus.last().click()
  await expect(page.getByRole('menuitem', { name: 'Download snapshot' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'View Logs' })).toHaveCount(0)
  await page.request.delete(`${product.url}/api/db/properties?name=eq.logs.disable`)
})

test('a log backend is tried, added, edited and deleted; the built-in one cannot be changed [SET-020, SET-036, SET-037]', async ({
  page,
  product,
  logFile,
}) => {
  await page.goto(`${product.url}/settings/logging_backends/new?type=file`)
  const save = page.getByRole('button', { name: /^Save/ })
  await expect(save).toBeDisabled()
  await page.getByLabel('Name', { exact: true }).first().fill('by hand')
  await page.getByRole('combobox', { name: 'Paths' }).fill(logFile)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  const result = page.getByRole('region', { name: 'Test result' })
  await expect(result).toContainText('20 lines read')
  await expect(result).toBeInViewport({ ratio: 0.99 })
  await save.click()
  await expect(page.getByRole('heading', { name: 'by hand', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete log backend' }).click()
  await expect(page.getByRole('heading', { name: 'Log Backends', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'binnacle', exact: true }).click()
  await expect(page.getByText('It comes with Binnacle', { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Update' })).toHaveCount(0)
})

test('Tab leaves the expression of a rule for lines, where nobody indents', async ({ page, product }) => {
  await page.goto(`${product.url}/settings/logging_backends/new?type=file`)
  await page.getByText('Advanced', { exact: true }).click()
  await page.getByRole('button', { name: 'Add to drop' }).click()
  await page.getByRole('textbox', { name: 'Condition' }).click()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Remove drop 1' })).toBeFocused()
})

test('the pages of logs fit and have no findings on any width, in any theme', async ({
  page,
  product,
  logFile,
}) => {
  await addBackend(page, product, logFile)
  for (const address of [`/logs?topologyId=${SHOP}`, '/logs', '/settings/logging_backends/new?type=loki'])
    await expectLooks(page, product.url + address, async () => {
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if (address.includes(SHOP)) await expect(lines(page).nth(1)).toBeVisible()
    })
})
