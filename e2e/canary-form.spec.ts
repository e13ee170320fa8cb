import type { Page } from '@playwright/test'
import { z } from 'zod'
import { create, listPath, removeMadeCanaries, storedText, writtenText } from './support/canaries.ts'
import { expect, seriousFindings, test, toastOf } from './support/test.ts'

test.use({ startsAtChecks: false })

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test.describe('health checks in their form', () => {
  test.afterEach(({ page, product }) => removeMadeCanaries(page, product.url))

  test('show name, URL and schedule first, marked as required, and fold the rest', async ({
    page,
    product,
  }) => {
    await page.goto(`${product.url}${listPath}/new?type=http`)
    const form = page.getByRole('tabpanel', { name: 'Form' })
    await expect(form.getByRole('textbox').or(form.getByRole('combobox'))).toHaveCount(3)
    for (const label of ['Name', 'URL', 'Schedule']) {
      await expect(form.getByLabel(label, { exact: true })).toHaveAttribute('required', '')
      await expect(
        form.locator('span').filter({ hasText: new RegExp(`^${label} \\(required\\)$`) }),
      ).toBeVisible()
    }
    await expect(form.locator('summary')).toHaveText([
      /^Request/,
      /^Authentication/,
      /^Expected response/,
      /^Description and labels/,
      /^Advanced/,
    ])
    // A connection can say where the check goes.
    await form.getByText('Authentication', { exact: true }).click()
    await form.getByLabel('Connection', { exact: true }).fill('connection://shop')
    await expect(form.getByLabel('URL', { exact: true })).not.toHaveAttribute('required', '')
  })

  test('say once what is wrong in an item of a list', async ({ page, product, target }) => {
    await page.goto(`${product.url}${listPath}/new?type=http`)
    const form = page.getByRole('tabpanel', { name: 'Form' })
    await form.getByLabel('Name', { exact: true }).fill('front page')
    await form.getByLabel('URL', { exact: true }).fill(target.url)
    await form.getByText('Request', { exact: true }).click()
    await form.getByRole('button', { name: 'Add to headers' }).click()
    await form.getByRole('group', { name: 'Headers' }).getByLabel('Value', { exact: true }).fill('text')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('One thing is wrong')).toBeVisible()
    await expect(form.getByText('This field is required', { exact: true })).toHaveCount(1)
  })

  test('lead from a button that adds an item into the item, and back when it is removed', async ({
    page,
    product,
  }) => {
    await page.goto(`${product.url}${listPath}/new?type=http`)
    const form = page.getByRole('tabpanel', { name: 'Form' })
    await form.getByText('Request', { exact: true }).click()
    const add = form.getByRole('button', { name: 'Add to headers' })
    const names = form.getByRole('group', { name: 'Headers' }).getByLabel('Name', { exact: true })
    await add.press('Enter')
    await expect(names).toBeFocused()
    await add.press('Enter')
    await expect(names.nth(1)).toBeFocused()
    await form.getByRole('button', { name: 'Remove headers 1' }).press('Enter')
    await expect(names).toHaveCount(1)
    await expect(add).toBeFocused()
  })

  test('of a webhook have no schedule, ask for a token, and are not run by hand', async ({
    page,
    product,
  }) => {
    await page.goto(`${product.url}${listPath}/new?type=webhook`)
    const form = page.getByRole('tabpanel', { name: 'Form' })
    await expect(form.getByText('Token (required)', { exact: true })).toBeVisible()
    await expect(form.getByLabel('Token', { exact: true })).toHaveAttribute('required', '')
    await expect(form.getByLabel('Schedule')).toHaveCount(0)
    await form.getByLabel('Name', { exact: true }).fill('nightly')
    await form.getByLabel('Token', { exact: true }).fill('sixteen-characters')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(toastOf(page, 'nightly created successfully')).toBeVisible()
    await page.getByRole('link', { name: 'Show its checks' }).click()
    await row(page, 'nightly').getByRole('link').click()
    const drawer = page.getByRole('dialog', { name: 'nightly' })
    const run = drawer.getByRole('button', { name: 'Run Now' })
    await expect(run).toHaveAttribute('aria-disabled', 'true')
    await expect(run).toHaveAccessibleDescription('Other systems send the results of this check')
    await expect(drawer.getByText('when a message arrives')).toBeVisible()
  })

  test('say what is missing in its field, and lead there [SPEC-017, SPEC-018, SPEC-029, SPEC-032]', async ({
    page,
    product,
  }) => {
    await page.goto(`${product.url}${listPath}/new?type=http`)
    const form = page.getByRole('tabpanel', { name: 'Form' })
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('2 things are wrong')).toBeVisible()
    await expect(form.getByText('This field is required', { exact: true })).toHaveCount(2)
    await expect(name).toBeFocused()
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    await page.keyboard.type('front page')
    await expect(name).not.toHaveAttribute('aria-invalid', 'true')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(form.getByLabel('URL')).toBeFocused()
    await expect(page.getByText('One thing is wrong')).toBeInViewport()
    await form.getByText('Expected response', { exact: true }).click()
    await form.getByLabel('Maximum response time').fill('soon')
    await expect(form.getByText('This field must be a number')).toBeVisible()
    await form.getByLabel('Maximum response time').fill('')
    await expect(form.getByText('This field must be a number')).toHaveCount(0)
    await form.getByLabel('Schedule').fill('often')
    await form.getByLabel('Schedule').blur()
    await expect(form.getByLabel('Schedule')).toHaveAttribute('aria-invalid', 'true')
    await page.getByRole('button', { name: /^front page › URL: / }).click()
    await expect(form.getByLabel('URL')).toBeFocused()
  })

  test('a refused trial shows its errors in their fields', async ({ page, product }) => {
    await page.goto(`${product.url}${listPath}/new?type=http`)
    const form = page.getByRole('tabpanel', { name: 'Form' })
    await form.getByLabel('Name', { exact: true }).fill('front page')
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await expect(form.getByLabel('URL', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await expect(form.getByLabel('URL', { exact: true })).toBeFocused()
    await form.getByLabel('URL', { exact: true }).fill('http://localhost:1/')
    await expect(form.getByLabel('URL', { exact: true })).not.toHaveAttribute('aria-invalid', 'true')
  })

  test('ask for a number that was emptied, not for one that was never there [SPEC-028]', async ({
    page,
    product,
    target,
  }) => {
    const id = await create(
      page,
      product.url,
      'numbers',
      `${writtenText(target.url)}    thresholdMillis: 900 # a second\n`,
    )
    await page.goto(`${product.url}${listPath}/${id}`)
    const form = page.getByRole('tabpanel', { name: 'Form' })
    const required = form.getByText('This field is required')
    const leaveOut = form.getByRole('button', { name: 'Leave out maximum response time (ms)' })
    await form.getByLabel('Warn before certificate expires').focus()
    await page.keyboard.press('Tab')
    await expect(required).toHaveCount(0)
    await expect(leaveOut).toHaveCount(0)

    await form.getByLabel('Maximum response time').fill('')
    await expect(required).toBeVisible()
    await expect(form.getByLabel('Maximum response time')).toHaveAccessibleDescription(
      /This field is required/,
    )
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await expect(page.getByText('One thing is wrong')).toBeVisible()
    await form.getByLabel('Maximum response time').fill('0')
    await expect(required).toHaveCount(0)

    await form.getByLabel('Maximum response time').fill('')
    await leaveOut.press('Enter')
    await expect(required).toHaveCount(0)
    await expect(leaveOut).toHaveCount(0)
    await expect(form.getByLabel('Maximum response time')).toBeFocused()
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await expect(toastOf(page, 'numbers updated successfully')).toBeVisible()
    expect(await storedText(page, product.url, id)).toBe(writtenText(target.url))
  })

  test('take 0 and nothing below it as limits [SPEC-030]', async ({ page, product }) => {
    const fields = {
      http: ['Maximum response time (ms)', 'Warn before certificate expires (days)'],
      tcp: ['Maximum connection time (ms)'],
      icmp: ['Packets', 'Maximum packet loss (%)', 'Maximum round-trip time (ms)'],
      redis: ['Maximum response time (ms)'],
      elasticsearch: ['Results'],
    }
    for (const [type, labels] of Object.entries(fields)) {
      await page.goto(`${product.url}${listPath}/new?type=${type}`)
      const form = page.getByRole('tabpanel', { name: 'Form' })
      if (type === 'http') await form.getByText('Expected response', { exact: true }).click()
      const tooSmall = form.getByText('must be 0 or more')
      for (const label of labels) {
        const input = form.getByLabel(label, { exact: true })
        await input.fill('-1')
        await input.blur()
        await expect(tooSmall).toBeVisible()
        await expect(input).toHaveAccessibleDescription(/must be 0 or more/)
        await input.fill('0')
        await expect(tooSmall).toHaveCount(0)
      }
    }
  })

  test('have variables and a suite for all checks', async ({ page, product, target }) => {
    const id = await create(page, product.url, 'together', writtenText(target.url))
    await page.goto(`${product.url}${listPath}/${id}`)
    const form = page.getByRole('tabpanel', { name: 'Form' })
    await page.getByRole('button', { name: 'All checks' }).click()
    await form.getByText('More', { exact: true }).click()
    await form.getByRole('button', { name: 'Add to variables' }).click()
    await form.getByLabel('Name', { exact: true }).fill('TOKEN')
    await form.getByLabel('Value', { exact: true }).fill('hunter2-secret')
    await form.getByRole('checkbox', { name: 'Secret' }).check()
    await form.getByLabel('Result mode').click()
    await page.getByRole('option', { name: 'junit' }).click()
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await expect(toastOf(page, 'together updated successfully')).toBeVisible()
    const text = await storedText(page, product.url, id)
    expect(text).toContain('resultMode: junit')
    expect(text).toContain('name: TOKEN')
    expect(text).not.toContain('hunter2')

    await page.getByRole('tab', { name: 'Code' }).click()
    const code = page.getByRole('textbox', { name: 'Spec' })
    await code.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('en')
    await expect(page.getByRole('option', { name: /^env/ })).toBeVisible()

    const suites = await page.request.get(`${product.url}/api/db/checks?canary_id=eq.${id}&type=eq.junit`)
    const [suite] = z.array(z.object({ id: z.string(), name: z.string() })).parse(await suites.json())
    expect(suite?.name).toBe('together')
    await page.goto(`${product.url}/health?query=together&checkId=${suite?.id}`)
    const drawer = page.getByRole('dialog', { name: 'together' })
    await expect(drawer.getByText('1 of 1 tests passed').first()).toBeVisible()
    // A suite runs nothing itself, so there is nothing to try a script on.
    await expect(drawer.getByRole('button', { name: 'Run Now' })).toBeVisible()
    await expect(drawer.getByRole('button', { name: 'Try a script' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('row').getByRole('link', { name: 'together' })).toBeVisible()
  })

  test('have labels that are edited as fields or as JSON, and a spec that is edited as YAML [SET-031]', async ({
    page,
    product,
    target,
  }) => {
    const id = await create(page, product.url, 'labeled', writtenText(target.url))
    await page.goto(`${product.url}${listPath}/${id}`)
    await page.locator('summary', { hasText: /^Labels/ }).click()
    await page.getByRole('button', { name: 'Edit as JSON' }).click()
    const json = page.getByLabel('Labels as JSON')
    await json.fill('{ "team": "payments" }')
    await json.fill('{ "team": ')
    await expect(page.getByText('This is not valid JSON. The labels stay as they were.')).toBeVisible()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Edit as fields' }).click()
    await expect(page.getByLabel('Labels: team')).toHaveValue('payments')
    await page.getByRole('tab', { name: 'Code' }).click()
    await expect(page.getByRole('textbox', { name: 'Spec' })).toContainText('schedule: "@every 1h"')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(toastOf(page, 'labeled updated successfully')).toBeVisible()
    const stored = await (await page.request.get(`${product.url}/api/health/canaries/${id}`)).json()
    expect(stored).toMatchObject({ labels: { team: 'payments' } })
  })

  test('hide the body of a request that has none, and offer the usual answers [SPEC-015, SPEC-016, SPEC-031]', async ({
    page,
    product,
  }) => {
    await page.goto(`${product.url}${listPath}/new?type=http`)
    const form = page.getByRole('tabpanel', { name: 'Form' })
    await form.getByText('Request', { exact: true }).click()
    await form.getByText('Expected response', { exact: true }).click()
    await expect(form.getByRole('textbox', { name: 'Body', exact: true })).toHaveCount(0)
    await form.getByRole('combobox', { name: 'Method' }).click()
    await expect(page.getByRole('option')).toHaveText(['Not set', 'GET', 'POST', 'PUT', 'DELETE'])
    await page.getByRole('option', { name: 'POST' }).click()
    await expect(form.getByRole('textbox', { name: 'Body', exact: true })).toBeVisible()
    await form.getByRole('combobox', { name: 'Accepted status codes' }).click()
    await expect(page.getByRole('option')).toHaveText([
      '200',
      '201',
      '202',
      '204',
      '301',
      '302',
      '401',
      '404',
      '500',
      '502',
      '503',
    ])
  })

  test('clear a script when its language changes [SPEC-013, SPEC-014]', async ({ page, product }) => {
    await page.goto(`${product.url}${listPath}/new?type=tcp`)
    const form = page.getByRole('tabpanel', { name: 'Form' })
    await form.getByText('Advanced', { exact: true }).click()
    const selector = form.getByRole('combobox', { name: 'Test', exact: true })
    await selector.click()
    await expect(page.getByRole('option')).toHaveText([
      'None',
      'Go Template',
      'Javascript',
      'Expr',
      'JSONPath',
    ])
    await page.getByRole('option', { name: 'Expr' }).click()
    const script = form.getByRole('textbox', { name: 'Test: Expr' })
    await script.click()
    await page.keyboard.type('duration < 100')
    await expect(script).toContainText('duration < 100')
    await selector.click()
    await page.getByRole('option', { name: 'Javascript' }).click()
    await expect(form.getByRole('textbox', { name: 'Test: Javascript' })).toHaveText('')
    await page.getByRole('tab', { name: 'Code' }).click()
    const code = page.getByRole('textbox', { name: 'Spec' })
    await expect(code).toContainText('javascript:')
    await expect(code).not.toContainText('duration')
  })
})
