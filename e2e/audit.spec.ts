import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { actAs } from './support/frame.ts'
import { expect, expectLooks, test, toastOf } from './support/test.ts'

test.use({ startsAtChecks: false })

const tableOf = (page: Page) => page.getByRole('table', { name: 'Audit Log' })

/** Opens the log, once it shows rows. */
async function openLog(page: Page, url: string, search = ''): Promise<void> {
  await page.goto(`${url}/settings/audit${search}`)
  await expect(page.getByRole('heading', { name: 'Audit Log', level: 1 })).toBeVisible()
  await expect(tableOf(page)).not.toHaveAttribute('aria-busy')
}

test.describe('the audit log', () => {
  test.beforeEach(async ({ page, product }) => {
    const name = 'audit.banner'
    await page.request.delete(`${product.url}/api/db/properties?name=eq.${name}`)
    await page.request.post(`${product.url}/api/db/properties`, { data: { name, value: 'before' } })
    await page.request.patch(`${product.url}/api/db/properties?name=eq.${name}`, { data: { value: 'after' } })
  })

  test('shows who did what, with what was before and after, and can be linked to', async ({
    page,
    product,
  }) => {
    await openLog(page, product.url)
    const row = tableOf(page)
      .getByRole('row')
      .filter({ hasText: 'audit.banner' })
      .filter({ hasText: 'Update' })
    await expect(row.first()).toContainText('ada@example.com')
    await row.first().getByRole('link').first().press('Enter')
    const drawer = page.getByRole('dialog', { name: 'Update' })
    await expect(drawer).toContainText('before')
    await expect(drawer).toContainText('after')
    await expect(page).toHaveURL(/event=/)
    await page.reload()
    await expect(drawer).toContainText('audit.banner')
    await page.keyboard.press('Escape')
    await expect(drawer).toHaveCount(0)
    await expect(page).not.toHaveURL(/event=/)
  })

  test('is found in the palette and the navigation, and filtered, sorted and cleared in the address', async ({
    page,
    product,
  }) => {
    await page.goto(`${product.url}/health`)
    await expect(page.getByRole('heading', { name: 'Health', exact: true, level: 1 })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox')).toBeFocused()
    await page.keyboard.type('sign-ins')
    await page.getByRole('option', { name: 'Audit Log' }).click()
    await expect(page).toHaveURL(/\/settings\/audit$/)
    const navigation = page.getByRole('navigation', { name: 'Main' })
    await expect(navigation.getByRole('link', { name: 'Audit Log' })).toHaveAttribute('aria-current', 'page')
    const rows = tableOf(page).getByRole('row')
    await page.getByRole('combobox', { name: 'Action' }).click()
    await page.getByRole('option', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL(/action=sign\+in/)
    await expect(rows.nth(1)).toContainText('Sign in')
    await expect(rows.filter({ hasText: 'Update' })).toHaveCount(0)
    await page.getByRole('button', { name: /clear/i }).first().click()
    await expect(page).not.toHaveURL(/action=/)

    await page.getByRole('combobox', { name: 'Search events' }).fill('audit.banner')
    await expect(page).toHaveURL(/query=audit.banner/)
    await expect(rows.filter({ hasText: 'Sign in' })).toHaveCount(0)
    await page.getByRole('combobox', { name: 'Person' }).fill('admin')
    await page.getByRole('option', { name: /Administrator/ }).click()
    await expect(page).toHaveURL(/person=/)
    await expect(rows.nth(1)).toContainText('audit.banner')
    const newest = await rows.nth(1).getByRole('link').first().getAttribute('href')
    await page.getByRole('columnheader', { name: 'Time' }).getByRole('button').click()
    await expect(page).toHaveURL(/sortOrder=asc/)
    await expect(rows.nth(1).getByRole('link').first()).not.toHaveAttribute('href', newest ?? '')
    // Another browser with the address sees the same.
    await page.reload()
    await expect(page.getByRole('combobox', { name: 'Person' })).toHaveValue('Administrator')
    await expect(rows.nth(1)).toContainText('audit.banner')

    await page.getByRole('searchbox', { name: 'Address' }).fill('203.0.113.7')
    await page.getByRole('searchbox', { name: 'Address' }).press('Enter')
    await expect(page.getByText('Nothing matches these filters')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).not.toHaveURL(/address=|person=|query=/)
    await expect(rows.nth(1)).toBeVisible()
  })

  test('grows while it is looked at', async ({ page, product }) => {
    await openLog(page, product.url)
    const name = `live.${Date.now()}`
    await page.request.post(`${product.url}/api/db/properties`, { data: { name, value: '1' } })
    await expect(tableOf(page).getByRole('row').filter({ hasText: name })).toBeVisible()
    await page.request.delete(`${product.url}/api/db/properties?name=eq.${name}`)
  })

  test('is exported as CSV, which it notes itself', async ({ page, product }) => {
    await openLog(page, product.url, '?query=audit.banner')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    await expect(toastOf(page, /Exported \d+ events/)).toBeVisible()
    expect(download.suggestedFilename()).toMatch(/^audit-log-.*\.csv$/)
    const csv = await readFile(await download.path(), 'utf8')
    expect(csv.split('\n')[0]).toContain('created_at,person_id,actor')
    expect(csv).toContain('audit.banner')
    await openLog(page, product.url, '?action=export')
    await expect(tableOf(page)).toContainText('ada@example.com')
  })

  test('is closed to others, and says what went wrong where it does not load', async ({ page, product }) => {
    // What comes live would ask again before the button is pressed.
    await page.route('**/api/live?*', (sent) => sent.abort())
    await page.route('**/api/db/audit_log?**', (route) =>
      route.fulfill({ status: 500, json: { message: 'no luck', code: 'XX000' } }),
    )
    await page.goto(`${product.url}/settings/audit`)
    await expect(page.getByRole('button', { name: /retry|try again/i })).toBeVisible()
    await page.unroute('**/api/db/audit_log?**')
    await page.getByRole('button', { name: /retry|try again/i }).click()
    await expect(tableOf(page).getByRole('row').nth(1)).toBeVisible()
    await page.goto(`${product.url}/settings/audit?event=01900000-0000-7000-8000-000000000000`)
    await expect(page.getByText('No such event')).toBeVisible()

    await actAs(page, 'editor')
    await page.goto(`${product.url}/settings/audit`)
    await expect(page.getByRole('main')).toContainText(/permission|not allowed|may not/i)
    await expect(page.getByRole('link', { name: 'Audit Log' })).toHaveCount(0)
  })

  test('is accessible and fits at every width, in every theme', async ({ page, product }) => {
    test.setTimeout(600_000)
    const row = tableOf(page).getByRole('row').filter({ hasText: 'audit.banner' }).first()
    await expectLooks(page, `${product.url}/settings/audit`, () => expect(row).toBeVisible())
    await row.getByRole('link').first().click()
    await expect(page).toHaveURL(/event=/)
    await expectLooks(page, page.url(), () => expect(page.getByRole('dialog').getByText('Who')).toBeVisible())
  })
})
