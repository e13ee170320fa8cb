import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Request } from '@playwright/test'
import { withoutChanges } from './support/live.ts'
import {
  expect,
  fitsWidth,
  liveButton,
  pressLive,
  removeCanaryFiles,
  rowOf,
  seriousFindings,
  test,
} from './support/test.ts'

/** A check for all tests here: they look at it and leave it as it is. */
const canary = (url: string) =>
  `metadata: { name: hours, namespace: tests }\nspec:\n  schedule: "@every 365d"\n  http:\n    - { name: hourly page, url: "${url}/readyz" }\n`

const fileOf = (product: { canaries: string }) => join(product.canaries, 'hours.yaml')

test.beforeAll(({ product }) => writeFile(fileOf(product), canary(product.url)))
test.afterAll(({ request, product }) => removeCanaryFiles(request, product.url, [fileOf(product)]))
test.beforeEach(async ({ page }) => {
  await expect(rowOf(page, 'hourly page')).toContainText('Healthy')
})

test('a range is chosen by both of its ends, and comes back with the address [TIME-006, TIME-007, HLT-004]', async ({
  page,
}) => {
  const button = page.getByRole('button', { name: 'Time range: 1h' })
  await button.click()
  const panel = page.getByRole('dialog', { name: 'Time range' })
  const submit = panel.getByRole('button', { name: 'Submit' })
  await expect(panel.getByRole('button', { name: 'Clear' })).toBeVisible()
  await expect(submit).toBeDisabled()
  await panel.getByRole('textbox', { name: 'From' }).fill('2026-01-05 10:00')
  await expect(submit).toBeDisabled()
  await panel.getByRole('textbox', { name: 'To' }).fill('2026-01-04')
  await expect(panel.getByText('Ends before it begins')).toBeVisible()
  await expect(submit).toBeDisabled()
  // The days of the month that was typed are there to press.
  await panel.getByRole('grid').last().getByRole('button', { name: 'Wednesday, 7 January 2026' }).click()
  await expect(panel.getByRole('textbox', { name: 'To' })).toHaveValue('2026-01-07 23:59')
  await submit.click()
  await expect(page).toHaveURL(/from=2026-01-05T.*&to=2026-01-07T/)
  const custom = page.getByRole('button', { name: 'Time range: Custom' })
  await expect(custom).toBeVisible()
  await page.reload()
  await custom.click()
  await expect(panel.getByRole('textbox', { name: 'From' })).toHaveValue('2026-01-05 10:00')
  await panel.getByRole('button', { name: 'Clear' }).click()
  await expect(submit).toBeDisabled()
  await expect(page).not.toHaveURL(/from=|to=/)
})

test('presets and the last five ranges are one press away, by keyboard as well [TIME-008, TIME-009]', async ({
  page,
}) => {
  const panel = page.getByRole('dialog', { name: 'Time range' })
  for (const day of [1, 2, 3, 4, 5, 6]) {
    await page.getByRole('button', { name: /^Time range/ }).click()
    await panel.getByRole('textbox', { name: 'From' }).fill(`2026-02-0${day} 00:00`)
    await panel.getByRole('textbox', { name: 'To' }).fill(`2026-02-0${day} 12:00`)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`to=2026-02-0${day}T`))
    await expect(panel).toHaveCount(0)
  }
  await page.getByRole('button', { name: /^Time range/ }).click()
  const recent = panel.getByRole('region', { name: 'Recently used' }).getByRole('button')
  await expect(recent).toHaveText([6, 5, 4, 3, 2].map((day) => `2026-02-0${day} 00:00 – 12:00`))
  await recent.last().click()
  await expect(page).toHaveURL(/from=2026-02-0[12]T/)

  await page.getByRole('button', { name: /^Time range/ }).click()
  await panel.getByRole('button', { name: '15m', exact: true }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/timeRange=3h$/)
  await expect(panel).toHaveCount(0)
  await page.getByRole('button', { name: 'Time range: 3h' }).click()
  await panel.getByRole('button', { name: 'Yesterday', exact: true }).click()
  await expect(page).toHaveURL(/timeRange=Yesterday$/)
  await expect(page.getByRole('button', { name: 'Time range: Yesterday' })).toBeVisible()
})

test('an address that means no range has the usual one [HLT-004]', async ({ page, product }) => {
  await page.goto(`${product.url}/health?hidePassing=false&timeRange=Tomorrow&from=soon`)
  await expect(page.getByRole('button', { name: 'Time range: 1h' })).toBeVisible()
})

test('the refresh rate is remembered, closes with long ranges, and the address wins [TIME-017, TIME-018, TIME-019, TIME-020, TIME-021, HLT-020]', async ({
  page,
  product,
}) => {
  const rate = page.getByRole('combobox', { name: /^Refresh rate/ })
  const closed = page.locator('[role=option][aria-disabled=true]')
  const shown = (name: string) => expect(liveButton(page)).toHaveAccessibleName(new RegExp(` ${name}$`))
  await page.goto(`${product.url}/health?hidePassing=false&timeRange=15m`)
  await liveButton(page).click()
  await rate.click()
  await expect(page.getByRole('option')).toHaveText([
    'None',
    '15s',
    '30s',
    '60s',
    '2m',
    '3m',
    '5m',
    '10m',
    '15m',
  ])
  await expect(closed).toHaveCount(0)
  await page.getByRole('option', { name: '15s' }).click()
  await page.reload()
  await shown('15s')
  await page.goto(`${product.url}/health?hidePassing=false&timeRange=1h`)
  await shown('60s')
  await liveButton(page).click()
  await expect(rate).toHaveAccessibleName('Refresh rate: 60s')
  await rate.click()
  await expect(closed).toHaveText(['15s', '30s'])
  await page.keyboard.press('Escape')
  await page.goto(`${product.url}/health?hidePassing=false&timeRange=3h&refreshRate=2m`)
  await shown('5m')
  // By keyboard it is the same.
  await liveButton(page).press('Enter')
  await rate.press('Enter')
  await expect(closed).toHaveText(['15s', '30s', '2m', '3m'])
  await page.getByRole('option', { name: '10m' }).click()
  await expect(page).not.toHaveURL(/refreshRate/)
  await shown('10m')
  // A page without a range has no rate.
  await page.goto(`${product.url}/settings/teams`)
  await expect(liveButton(page)).toHaveAccessibleName('Live')
})

test('with None the page stands still until it is resumed', async ({ page, product }) => {
  await page.goto(`${product.url}/health?hidePassing=false&refreshRate=None`)
  await expect(page.getByText('Paused', { exact: true })).toBeVisible()
  await pressLive(page, 'Resume')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(liveButton(page)).toHaveAccessibleName(/ 60s$/)
})

test('one control refreshes, pauses and sets the rate', async ({ page }) => {
  const updates = page.getByRole('group', { name: 'Updates of this page' })
  await expect(updates.getByRole('button')).toHaveCount(2)
  await expect(page.getByRole('main').getByText(/Refresh/)).toHaveCount(0)
  await liveButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Pause' })).toBeFocused()
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(liveButton(page)).toBeFocused()
  await expect(liveButton(page)).toHaveAccessibleName(/^Paused/)
})

test('a refresh loads every panel again, and its button spins meanwhile [TIME-016, TIME-023]', async ({
  page,
  product,
}) => {
  // What is still loading is not loaded again.
  const loading = new Set<Request>()
  page.on('request', (request) => loading.add(request))
  page.on('requestfinished', (request) => loading.delete(request))
  page.on('requestfailed', (request) => loading.delete(request))
  const facets = page.waitForRequest('**/health/facets?*')
  await withoutChanges(page)
  await page.goto(`${product.url}/health?hidePassing=false&refreshRate=None`)
  await expect(rowOf(page, 'hourly page')).toBeVisible()
  await facets
  await expect.poll(() => [...loading].filter((request) => request.url().includes('/health/'))).toEqual([])
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/health/checks?*', async (route) => {
    await promise
    await route.continue()
  })
  const panels = ['/health/checks?', '/health/facets'].map((part) =>
    page.waitForRequest((request) => request.url().includes(part)),
  )
  const button = page.getByRole('button', { name: 'Refresh', exact: true })
  await button.click()
  await Promise.all(panels)
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expect(button.locator('.animate-spin')).toHaveCount(1)
  resolve()
  await expect(button.locator('.animate-spin')).toHaveCount(0)
})

test('the page is loaded again at the chosen rate', async ({ page, product }) => {
  await page.clock.install()
  await page.goto(`${product.url}/health?hidePassing=false&timeRange=15m&refreshRate=15s`)
  await expect(rowOf(page, 'hourly page')).toBeVisible()
  await expect(liveButton(page)).toHaveAccessibleName(/ 15s$/)
  const request = page.waitForRequest('**/api/health/checks?*')
  await page.clock.fastForward(15_500)
  await request
})

for (const [width, scheme] of [
  [1440, 'light'],
  [768, 'dark'],
  [360, 'light'],
] as const)
  test(`the picker fits ${width} px, ${scheme}, without a serious accessibility finding`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme: scheme })
    await page.getByRole('button', { name: /^Time range/ }).click()
    const panel = page.getByRole('dialog', { name: 'Time range' })
    await expect(panel.getByRole('grid').first()).toBeVisible()
    expect(await seriousFindings(page)).toEqual([])
    await expect.poll(() => fitsWidth(page)).toBe(true)
    const box = await panel.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
  })
