import { catalogRows, item } from './support/catalog.ts'
import { write } from './support/database.ts'
import { startProduct } from './support/product.ts'
import { expect, test as base } from './support/test.ts'

/** A product of its own, whose catalog this test fills. */
const test = base.extend<object, object>({
  product: [
    // eslint-disable-next-line no-empty-pattern -- the form that Playwright asks for
    async ({}, use) => {
      const product = await startProduct()
      await write(product, `${catalogRows(2)}; insert into core.teams (name) values ('payments team')`)
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
  startsAtChecks: false,
})

test('an item has an owner, notes and own tags, and is archived until somebody takes it back', async ({
  page,
  product,
}) => {
  await page.goto(`${product.url}/catalog/${item.deployment}`)
  const notes = page.getByRole('region', { name: 'Notes' })
  await notes.getByRole('button', { name: 'Edit notes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Notes on checkout' })
  await dialog.getByRole('combobox', { name: 'Owner' }).fill('payments')
  await page.getByRole('option', { name: /payments team/ }).click()
  await dialog.getByRole('textbox', { name: 'Notes', exact: true }).fill('Ask **before** restarts')
  const tags = dialog.getByRole('textbox', { name: 'Own tags' })
  await tags.fill('gold')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Line 1 is not written as name=value')).toBeVisible()
  await tags.fill('tier=gold')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(notes).toContainText('payments team')
  await expect(notes.locator('strong')).toHaveText('before')
  await expect(notes).toContainText('tier: gold')

  const badges = page.locator('header')
  const menu = page.getByRole('button', { name: 'Actions for checkout' })
  await menu.click()
  await page.getByRole('menuitem', { name: /^Ignore/ }).click()
  await expect(badges.getByText('Ignored', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(badges.getByText('Ignored', { exact: true })).toHaveCount(0)
  await menu.click()
  await page.getByRole('menuitem', { name: /^Archive/ }).click()
  await expect(badges.getByText('Archived', { exact: true })).toBeVisible()

  await page.goto(`${product.url}/catalog?configType=Kubernetes::Deployment`)
  await expect(page.getByRole('combobox', { name: 'Search for configs' })).toBeVisible()
  const row = page.getByRole('table', { name: 'Catalog' }).getByRole('row').filter({ hasText: 'checkout' })
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Preferences' }).click()
  await page.getByRole('switch', { name: 'Show archived' }).click()
  await expect(page).toHaveURL(/archived=true/)
  await expect(row).toContainText('checkout')
})
