import { z } from 'zod'
import { expect, seriousFindings, test, toastOf, watchConsole } from './support/test.ts'

test.use({ startsAtChecks: false })

test.describe('the sign-in', () => {
  test('has its title, works by keyboard, and says what is wrong on the form [ID-002]', async ({
    browser,
    product,
  }) => {
    const page = await (await browser.newContext()).newPage()
    const complaints = watchConsole(page)
    await page.goto(`${product.url}/login`)
    await expect(page.getByRole('heading', { name: 'Sign In to your account' })).toBeVisible()
    await expect(page).toHaveTitle('Sign In to your account - Binnacle')
    await expect(page.getByLabel('Email')).toBeFocused()
    await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username')
    await expect(page.getByLabel('Password')).toHaveAttribute('autocomplete', 'current-password')
    await page.keyboard.press('Enter')
    await expect(page.getByText('This field is required')).toHaveCount(2)
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Password').fill('wrong')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('Email or password is wrong')
    await expect(page.getByLabel('Email')).toHaveValue('ada@example.com')
    expect(await seriousFindings(page)).toEqual([])
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('Email or password is wrong')
    await page.getByLabel('Password').fill('analytical engine')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/topology/)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('asks again under another title to confirm an action [ID-003]', async ({ page, product }) => {
    await page.goto(`${product.url}/login?refresh=true`)
    await expect(page.getByRole('heading', { name: 'Confirm Action' })).toBeVisible()
  })

  test('of someone who is signed in leads home [ID-022]', async ({ page, product }) => {
    await page.goto(`${product.url}/login`)
    await expect(page).toHaveURL(`${product.url}/topology`)
  })

  test('refuses to return to another site, and says so [ID-024]', async ({ browser, product }) => {
    const page = await (await browser.newContext()).newPage()
    await page.goto(`${product.url}/login?return_to=https://evil.example`)
    await expect(toastOf(page, 'The return_to address is not allowed.')).toBeVisible()
    await expect(page.getByLabel('Email')).toBeVisible()
    await page.context().close()
  })

  test('leads to a new account only where everybody may make one', async ({ browser, product }) => {
    const page = await (await browser.newContext()).newPage()
    const link = page.getByRole('link', { name: 'Create account' })
    await page.goto(`${product.url}/login`)
    await expect(page.getByRole('link', { name: 'Reset password' })).toBeVisible()
    await expect(link).toHaveCount(0)
    await page.route('**/self-service/login/browser?*', async (route) => {
      const answer = await route.fetch()
      const { data } = z.record(z.string(), z.unknown()).safeParse(await answer.json())
      await route.fulfill({ json: { ...data, registration_open: true } })
    })
    await page.goto(`${product.url}/login`)
    await expect(link).toHaveAttribute('href', '/registration')
    await page.context().close()
  })

  test('with a form that is gone makes a new one', async ({ browser, product }) => {
    const page = await (await browser.newContext()).newPage()
    await page.route('**/self-service/login/flows?*', (route) =>
      route.fulfill({ status: 410, json: { error: { id: 'self_service_flow_expired', code: 410 } } }),
    )
    await page.goto(`${product.url}/login?flow=01900000-0000-7000-8000-000000000000`)
    await expect(toastOf(page, 'Your interaction expired, please fill out the form again.')).toBeVisible()
    await expect(page.getByLabel('Email')).toBeVisible()
    await page.context().close()
  })
})
