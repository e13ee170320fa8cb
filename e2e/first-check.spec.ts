import { createServer } from 'node:http'
import { freePort } from '@binnacle/plugin-kit/servers'
import { expect, test } from '@playwright/test'
import { startProduct } from './support/product.ts'
import { pressSequence } from './support/test.ts'

test('the first own check takes at most five clicks from a new product', async ({ page }) => {
  // Starting the product counts too.
  test.setTimeout(600_000)
  const port = await freePort()
  await using ends = new AsyncDisposableStack()
  const shop = createServer((_, response) => response.end('welcome'))
  ends.defer(() => {
    shop.close()
    shop.closeAllConnections()
  })
  await new Promise<void>((resolve) => shop.listen(port, '127.0.0.1', resolve))
  const product = await startProduct({ ADMIN_EMAIL: '', ADMIN_PASSWORD: '', WATCH_SELF: 'on' })
  ends.defer(() => product.stop())
  let clicks = 0
  await page.exposeFunction('countClick', () => (clicks += 1))
  // A key that presses a button counts too.
  await page.addInitScript(
    "addEventListener('click', (event) => { if (event.isTrusted) countClick() }, true)",
  )

  await page.goto(product.url)
  await page.getByLabel('First name').fill('Grace')
  await page.getByLabel('Last name').fill('Hopper')
  await page.getByLabel('Email').fill('grace@example.com')
  await page.getByLabel('Password').fill('nanoseconds of wire')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(`${product.url}/topology`)
  await expect(page.getByRole('heading', { name: 'Topology', level: 1 })).toBeVisible()
  await pressSequence(page, 'g', 'h')
  await expect(page).toHaveURL(`${product.url}/health`)
  await page.getByRole('link', { name: 'New health check' }).click()
  await page.getByRole('link', { name: 'HTTP', exact: true }).click()
  // What has to be filled in follows one after another, with nothing between.
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await page.keyboard.type('shop')
  await page.keyboard.press('Tab')
  await page.keyboard.type(`http://127.0.0.1:${port}/`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('link', { name: 'Show its checks' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'shop' }).last()).toContainText('Healthy')
  expect(clicks).toBeLessThanOrEqual(5)
})
