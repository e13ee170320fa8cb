import { expect, test } from '@playwright/test'
import { startProduct } from './support/product.ts'
import { seriousFindings } from './support/test.ts'

test('the first minute: a stranger creates the administrator and watches real checks [ID-006, ID-007, ID-028]', async ({
  page,
}) => {
  // Starting the product counts too.
  test.setTimeout(180_000)
  const product = await startProduct({ ADMIN_EMAIL: '', ADMIN_PASSWORD: '', WATCH_SELF: 'on' })
  const started = performance.now()
  await page.goto(product.url)
  await expect(page.getByRole('heading', { name: 'Create account' })).toBeVisible()
  await expect(page.getByText('Create the first account. It will be the administrator.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login')
  expect(await seriousFindings(page)).toEqual([])
  await page.getByLabel('First name').fill('Grace')
  await page.getByLabel('Last name').fill('Hopper')
  await page.getByLabel('Email').fill('grace@example.com')
  await page.getByLabel('Password').fill('short')
  await page.keyboard.press('Enter')
  await expect(page.getByText('A password has at least 8 characters')).toBeVisible()
  await expect(page.getByText('Create the first account. It will be the administrator.')).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Grace')
  await page.getByLabel('Password').fill('nanoseconds of wire')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${product.url}/topology`)
  await page.goto(`${product.url}/health`)
  await expect(page.getByText('All 11 checks are passing')).toBeVisible({ timeout: 60_000 })
  for (const name of ['web server', 'database', 'local name', 'disk space', 'memory'])
    await expect(page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })).toContainText(
      'Healthy',
    )
  expect(performance.now() - started).toBeLessThan(60_000)
  await product.stop()
})
