import { expect, expectLooks, test, toastOf } from './support/test.ts'

test.use({ startsAtChecks: false })

test('{{words}}s are added and closed', async ({ page, product }) => {
  await page.goto(`${product.url}/{{path}}`)
  await page.getByRole('link', { name: 'Add', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add {{words}}' })
  await dialog.getByLabel('Name').fill('first')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(page, 'first added successfully')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'first' })
  await expect(row).toContainText('Open')
  await row.getByRole('link', { name: 'Close first' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close {{words}}' }).click()
  await expect(toastOf(page, 'The {{words}} is closed')).toBeVisible()
  await expect(row).toContainText('Closed')
  await expectLooks(page, `${product.url}/{{path}}`, () => expect(row).toBeVisible())
})
