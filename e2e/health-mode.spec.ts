import { expect, test } from '@playwright/test'
import { startProduct } from './support/product.ts'
import { signIn, watchConsole } from './support/test.ts'

test('a health checker has the Health page and no other area [MODE-002]', async ({ page }) => {
  const product = await startProduct({ MODE: 'health' })
  try {
    const complaints = watchConsole(page)
    await signIn(page, product.url, '/')
    await expect(page).toHaveURL(`${product.url}/health`)
    const navigation = page.getByRole('navigation', { name: 'Main' })
    await expect(navigation.getByRole('link')).toHaveText(['Binnacle', 'Health'])
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('users')
    await expect(page.getByRole('option', { name: /^Users/ })).toHaveCount(0)
    await page.goto(`${product.url}/settings/users`)
    await expect(page.getByText('Users is switched off')).toBeVisible()
    expect(complaints).toEqual([])
  } finally {
    await product.stop()
  }
})
