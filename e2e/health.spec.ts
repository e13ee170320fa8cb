import type { Page } from '@playwright/test'
import { canary, showSomeChecks } from './support/health.ts'
import { expect, rowOf, seriousFindings, test } from './support/test.ts'

test.use({ startsAtChecks: false })

test.describe('with some checks', () => {
  test.beforeEach(({ page, product, target, writeCanaries }) =>
    showSomeChecks({ page, product, target, writeCanaries }),
  )

  test('they are grouped by canary, the broken first, with counters and totals [HLT-008, HLT-019, HLT-024]', async ({
    page,
  }) => {
    // The type of a group has a column where there is room for it.
    await page.setViewportSize({ width: 1680, height: 900 })
    const heading = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'shop' }) })
    await expect(heading).toContainText('multiple')
    await expect(heading).toContainText('1 unhealthy')
    await expect(page.getByRole('heading', { name: 'Health' })).toBeVisible()
    const wanted = ['checkout', 'metadata', 'front page', 'depot page']
    await expect
      .poll(async () => {
        const rows = await page.getByRole('table', { name: 'Checks' }).getByRole('row').allInnerTexts()
        return rows.flatMap((row) => wanted.find((name) => row.startsWith(name)) ?? [])
      })
      .toEqual(wanted)
  })

  test('the reason is in the row, is searched and grouped by', async ({ page, product }) => {
    await page.goto(`${product.url}/health`)
    await expect(rowOf(page, 'checkout')).toContainText(/status \d+, expected/)
    await page.getByRole('combobox', { name: 'Search checks' }).fill('expected 200')
    await expect(page).toHaveURL(/query=expected/)
    await expect(rowOf(page, 'checkout')).toBeVisible()
    await expect(rowOf(page, 'metadata')).toHaveCount(0)
    await page.goto(`${product.url}/health?groupBy=reason`)
    await expect(page.getByRole('button', { name: /^status \d+, expected/ })).toBeVisible()
  })

  test('the search box takes a query, completes it by keyboard, and says what is wrong with one', async ({
    page,
    product,
  }) => {
    await page.goto(`${product.url}/health?hidePassing=false`)
    await expect(rowOf(page, 'metadata')).toBeVisible()
    const box = page.getByRole('combobox', { name: 'Search checks' })
    await page.keyboard.press('/')
    await expect(box).toBeFocused()
    await page.keyboard.type('hea')
    await expect(page.getByRole('option', { name: 'health=' })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(box).toHaveValue('health=')
    await expect(page.getByRole('option', { name: 'unhealthy' })).toBeVisible()
    await page.keyboard.type('un')
    await expect(page.getByRole('option')).toHaveText(['unhealthy', 'unknown'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(box).toHaveValue('health=unhealthy')
    await expect(page).toHaveURL(/query=health%3Dunhealthy/)
    await expect(rowOf(page, 'checkout')).toBeVisible()
    await expect(rowOf(page, 'metadata')).toHaveCount(0)
    expect(await seriousFindings(page)).toEqual([])

    await box.fill('health=unhealthy (')
    // What is offered after the bracket stands where the message will be.
    await expect(page.getByRole('option', { name: 'health=' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText('Something to search for is missing here.')).toBeVisible()
    await expect(rowOf(page, 'checkout')).toBeVisible()
    await box.fill('helth=unhealthy')
    await expect(page.getByText('did you mean "health"?')).toBeVisible()
    await expect(rowOf(page, 'checkout')).toBeVisible()
    // An address can hold one, too.
    await page.goto(`${product.url}/health?query=helth%3Dunhealthy`)
    await expect(page.getByText('The filters are not valid')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  })

  test('without groups, each row says its canary and namespace', async ({ page, product }) => {
    await page.goto(`${product.url}/health?groupBy=none`)
    await expect(rowOf(page, 'checkout')).toContainText('shop · tests')
  })

  test('the recent runs are shown from 1,024 px on, and names keep their room down to 360 px', async ({
    page,
    product,
  }) => {
    await page.setViewportSize({ width: 1024, height: 768 })
    await page.goto(`${product.url}/health?hidePassing=false`)
    await expect(page.getByRole('columnheader', { name: 'Recent runs' })).toBeVisible()
    for (const width of [360, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 768 })
      const heading = rowOf(page, 'front page').getByRole('rowheader')
      await expect.poll(async () => (await heading.boundingBox())?.width).toBeGreaterThanOrEqual(160)
    }
  })

  test('tab title and icon count what fails, and an open check leads on to the next one', async ({
    page,
    product,
    target,
    writeCanaries,
  }) => {
    const more = [1, 2].map((number) => `    - { name: broken ${number}, url: "${target.url}/bad" }\n`)
    await writeCanaries('more.yaml', canary('more', `  http:\n${more.join('')}`, '@every 1h'))
    await page.goto(`${product.url}/health?query=broken&sortBy=status`)
    for (const name of ['broken 1', 'broken 2']) await expect(rowOf(page, name)).toContainText('Unhealthy')
    await page.reload()
    await expect(page).toHaveTitle(/^\(\d+\) Health - Binnacle$/)
    await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', '/mark-failing.svg')
    const names = page.getByRole('table', { name: 'Checks' }).getByRole('link', { name: /^broken/ })
    await expect(names).toHaveCount(2)
    const [first = '', second = ''] = await names.allInnerTexts()
    await names.first().click()
    const drawer = page.getByRole('dialog', { name: first })
    await drawer.getByRole('button', { name: `Next failing check: ${second}` }).click()
    await expect(page.getByRole('dialog', { name: second })).toBeVisible()
    await page.keyboard.press('Shift+K')
    await expect(page.getByRole('dialog', { name: first })).toBeVisible()
  })

  test('search waits for a pause in typing and is kept in the address [HLT-006, HLT-015]', async ({
    page,
  }) => {
    const requests: string[] = []
    page.on('request', (request) => {
      const query = new URL(request.url()).searchParams.get('query')
      if (request.url().includes('/api/health/checks?') && query !== null) requests.push(query)
    })
    const box = page.getByPlaceholder('Search by name, description, or endpoint')
    await box.pressSequentially('customers', { delay: 30 })
    await expect(rowOf(page, 'front page')).toBeVisible()
    await expect(rowOf(page, 'checkout')).toHaveCount(0)
    // A change on the server asks for the same list again; what was typed on the way is never asked for.
    expect([...new Set(requests)]).toEqual(['customers'])
    await expect(page).toHaveURL(/query=customers/)
    await page.reload()
    await expect(box).toHaveValue('customers')
    await expect(rowOf(page, 'front page')).toBeVisible()
    await expect(rowOf(page, 'checkout')).toHaveCount(0)
    await box.fill('nothing like this')
    await expect(page.getByText('Nothing matches these filters')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(rowOf(page, 'checkout')).toBeVisible()
    await expect(page).not.toHaveURL(/query=./)
  })

  test('a filter by health is in the address, and All takes it out [HLT-016]', async ({ page }) => {
    const filter = page.getByRole('combobox', { name: /^Health/ })
    await filter.click()
    await page.getByRole('option', { name: /^Unhealthy/ }).click()
    await expect(page).toHaveURL(/status=unhealthy/)
    await expect(rowOf(page, 'checkout')).toBeVisible()
    await expect(rowOf(page, 'front page')).toHaveCount(0)
    await filter.click()
    await page.getByRole('option', { name: 'All' }).click()
    await expect(page).not.toHaveURL(/status=/)
    await expect(rowOf(page, 'front page')).toBeVisible()
  })

  test('sort, grouping, folding and paging are in the address and come back with it [HLT-005]', async ({
    page,
    browser,
    product,
  }) => {
    await expect(page).not.toHaveURL(/page(Index|Size)=/)
    await page.getByRole('button', { name: 'shop' }).click()
    await expect(rowOf(page, 'checkout')).toHaveCount(0)
    await expect(page).toHaveURL(/collapsed=/)
    await page.getByRole('columnheader', { name: 'Check' }).getByRole('button').click()
    await expect(page).toHaveURL(/sortBy=name/)
    await page.getByRole('combobox', { name: /^Group By/ }).click()
    await page.getByRole('option', { name: 'No Grouping' }).click()
    await expect(page).toHaveURL(/groupBy=none/)
    await page.getByRole('combobox', { name: /rows/i }).click()
    await page.getByRole('option', { name: /^5 / }).click()
    await expect(page).toHaveURL(/pageSize=5/)
    const elsewhere = await (
      await browser.newContext({ storageState: await page.context().storageState() })
    ).newPage()
    await elsewhere.goto(page.url().replace(/^.*?\/health/, `${product.url}/health`))
    await expect(rowOf(elsewhere, 'checkout')).toBeVisible()
    const namesOn = async (shown: Page) => {
      const rows = await shown.getByRole('table', { name: 'Checks' }).getByRole('row').allInnerTexts()
      return rows.map((row) => row.split('\n')[0])
    }
    await expect(async () => expect(await namesOn(elsewhere)).toEqual(await namesOn(page))).toPass()
    await elsewhere.context().close()
  })

  test('Back leaves the page, not the last change of a filter', async ({ page, product }) => {
    await page.goto(`${product.url}/nowhere`)
    await page.getByRole('link', { name: 'Health', exact: true }).first().click()
    await page.getByPlaceholder('Search by name, description, or endpoint').fill('front')
    await expect(page).toHaveURL(/query=front/)
    await page.goBack()
    await expect(page).toHaveURL(/\/nowhere$/)
  })

  test('the list works by keyboard alone', async ({ page }) => {
    await expect(page.getByText('depot page')).toBeVisible()
    await page.keyboard.press('/')
    await expect(page.getByRole('combobox', { name: 'Search checks' })).toBeFocused()
    await page.keyboard.type('front page')
    await page.keyboard.press('Enter')
    await expect(rowOf(page, 'checkout')).toHaveCount(0)
    await page.keyboard.press('Tab')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'front page' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  for (const [width, scheme] of [
    [1440, 'light'],
    [768, 'dark'],
    [360, 'light'],
  ] as const)
    test(`list and drawer have no serious accessibility finding at ${width} px, ${scheme}, and scroll sideways nowhere`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: scheme })
      await expect(rowOf(page, 'checkout')).toBeVisible()
      expect(await seriousFindings(page)).toEqual([])
      const overflow = () => page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
      await expect.poll(overflow).toBe(0)
      await rowOf(page, 'checkout').getByRole('link').click()
      await expect(page.getByRole('dialog').getByRole('heading', { name: 'Health Overview' })).toBeVisible()
      await expect(page.getByRole('table', { name: 'History' })).toContainText('status 503')
      expect(await seriousFindings(page)).toEqual([])
      await expect.poll(overflow).toBe(0)
    })
})
