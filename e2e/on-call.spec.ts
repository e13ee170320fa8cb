import { expect, type Page } from '@playwright/test'
import { invite, join } from './support/people.ts'
import { startProduct } from './support/product.ts'
import { expectLooks, test as base, toastOf } from './support/test.ts'

/** A product that writes its emails to the log, where the test reads codes. */
const test = base.extend<object, object>({
  product: [
    // eslint-disable-next-line no-empty-pattern -- the form that Playwright asks for
    async ({}, use) => {
      const product = await startProduct({ LOG_LEVEL: 'info' })
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
})

test.use({ startsAtChecks: false })

const panelOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('readiness without rotas does not say that somebody is on call', async ({ page, product }) => {
  await page.goto(`${product.url}/on-call/readiness`)
  await expect(page.getByText('Nobody is on call', { exact: true })).toBeVisible()
  await expect(page.getByText('Somebody is on call at all times')).toHaveCount(0)
})

test('a rota is added, overridden and swapped; a policy tells it; people say how they are reached', async ({
  page,
  product,
  browser,
}) => {
  const { url } = product
  const link = await invite(page, url, {
    first: 'Grace',
    last: 'Hopper',
    email: 'grace@example.com',
    role: 'Viewer',
  })
  const grace = await join(browser, link, 'a compiler for everyone')

  await page.goto(`${url}/on-call`)
  await expect(page.getByText('No rotas')).toBeVisible()
  await expect(page.getByText('You have no shifts in the next four weeks.')).toBeVisible()

  // A rota of two people who hand over each day.
  await page.getByRole('link', { name: 'Add rota' }).click()
  const form = page.getByRole('dialog', { name: 'Add rota' })
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await expect(form.getByText('This field is required')).toBeVisible()
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Payments')
  await form.getByRole('combobox', { name: 'People, in the order of their turns' }).fill('grace')
  await page.getByRole('option', { name: /Grace Hopper/ }).click()
  await form.getByRole('combobox', { name: 'Unit' }).click()
  await page.getByRole('option', { name: 'days' }).click()
  await form.getByLabel('At', { exact: true }).fill('00:00')
  await expect(form.getByRole('list', { name: 'Preview' }).getByText('Grace Hopper').first()).toBeVisible()
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(toastOf(page, 'Rota added')).toBeVisible()
  const panel = panelOf(page, 'Payments')
  await expect(panel.getByRole('definition').first()).toContainText('Administrator')
  await expect(panel.getByRole('definition').nth(1)).toContainText('Grace Hopper')
  await expect(page.getByRole('list', { name: 'My shifts' })).toContainText('Payments')

  // Grace takes over for a while, and gives it back.
  await panel.getByRole('button', { name: 'Add override' }).click()
  const override = page.getByRole('dialog', { name: 'Add override to Payments' })
  await override.getByRole('combobox', { name: 'Who is on call' }).fill('grace')
  await page.getByRole('option', { name: /Grace Hopper/ }).click()
  await override.getByLabel('Reason').fill('Dentist')
  await override.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(toastOf(page, 'Override added')).toBeVisible()
  await expect(panel.getByRole('definition').first()).toContainText('Grace Hopper')
  await panel.getByRole('button', { name: /^Grace Hopper, .+, override$/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Remove override' }).click()
  await expect(toastOf(page, 'Override removed')).toBeVisible()
  await expect(panel.getByRole('definition').first()).toContainText('Administrator')

  // A swap counts when the other person accepts it.
  await panel
    .getByRole('button', { name: /^Administrator, / })
    .nth(1)
    .click()
  await page.getByRole('menuitem', { name: 'Ask for a swap' }).click()
  const swap = page.getByRole('dialog', { name: 'Ask for a swap in Payments' })
  await swap.getByLabel('Note').fill('Concert')
  await swap.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(toastOf(page, 'Request sent')).toBeVisible()
  await grace.goto(`${url}/on-call`)
  const swapItem = grace.getByRole('list', { name: 'Swaps' }).getByRole('listitem')
  await expect(swapItem).toContainText('Administrator asks you to take')
  await expect(swapItem).toContainText('Concert')
  await expect(grace.getByRole('link', { name: 'Add rota' })).toHaveCount(0)
  await swapItem.getByRole('button', { name: 'Accept' }).click()
  await expect(swapItem).toContainText('Accepted')
  await expect(page.getByRole('list', { name: 'Swaps' })).toContainText('Accepted')
  await expect(panel.getByRole('button', { name: /^Grace Hopper, .+, override$/ })).toHaveCount(1)

  // A calendar address that any program reads.
  await page.getByRole('button', { name: 'Calendars' }).click()
  const calendars = page.getByRole('dialog', { name: 'Calendars' })
  await calendars.getByRole('button', { name: 'Create address' }).click()
  const address = await calendars.getByLabel('Address', { exact: true }).inputValue()
  const calendar = await fetch(address)
  expect(await calendar.text()).toContain('SUMMARY:On call: Payments')
  await calendars.getByRole('button', { name: 'Close', exact: true }).last().click()

  // An escalation policy that tells the rota, then Grace.
  await page.getByRole('tab', { name: 'Escalation policies' }).click()
  await expect(page.getByText('No escalation policies')).toBeVisible()
  await page.getByRole('link', { name: 'Add policy' }).click()
  const policy = page.getByRole('dialog', { name: 'Add escalation policy' })
  await policy.getByRole('textbox', { name: 'Name', exact: true }).fill('Default')
  await policy.getByRole('combobox', { name: 'Step 1 tells' }).fill('pay')
  await page.getByRole('option', { name: /Payments/ }).click()
  await policy.getByRole('button', { name: 'Add step' }).click()
  await policy.getByRole('combobox', { name: 'Step 2 tells' }).fill('grace')
  await page.getByRole('option', { name: /Grace Hopper/ }).click()
  await policy.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(toastOf(page, 'Policy added')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Steps of Default' }).getByRole('listitem')).toHaveText([
    'at oncerota Payments',
    '+10 minperson Grace Hopper',
  ])

  // What is not ready, and how a person is reached.
  await page.goto(`${url}/on-call/readiness`)
  await expect(page.getByText('No address of Grace Hopper is verified')).toBeVisible()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'No address of Grace Hopper is verified' })
    .getByRole('button', { name: 'Send test message' })
    .click()
  await expect(toastOf(page, 'Test message sent to grace@example.com')).toBeVisible()
  await grace.goto(`${url}/on-call/me`)
  await grace.getByRole('link', { name: 'Add a way' }).click()
  const way = grace.getByRole('dialog', { name: 'Add a way to reach me' })
  await way.getByLabel('Email', { exact: true }).fill('hopper@example.com')
  await way.getByLabel('Label').fill('Private')
  await way.getByRole('button', { name: 'Add', exact: true }).click()
  const verify = grace.getByRole('dialog', { name: 'Verify Private' })
  const sent = () => /(\d{6}) is your code/.exec(product.output())?.[1]
  await expect.poll(sent).toBeDefined()
  await verify.getByLabel('Code').fill(sent() ?? '')
  await verify.getByRole('button', { name: 'Verify' }).click()
  await expect(toastOf(grace, 'Private verified')).toBeVisible()
  await grace
    .getByRole('group', { name: 'Critical and high' })
    .getByRole('button', { name: 'Add step' })
    .click()
  await grace.getByRole('button', { name: 'Save steps' }).click()
  await expect(toastOf(grace, 'Steps saved')).toBeVisible()
  await expect(grace.getByRole('button', { name: 'Save steps' })).toBeFocused()
  await grace.getByRole('button', { name: 'Send test message' }).click()
  await expect(toastOf(grace, 'Test message sent to Private')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No address of Grace Hopper is verified')).toHaveCount(0)

  // Every tab and form, in every look.
  for (const path of [
    '',
    '?edit=new',
    '?tab=policies',
    '?tab=policies&policy=new',
    '?tab=me&addWay=true',
    '?tab=readiness',
  ])
    await expectLooks(page, `${url}/on-call${path}`, async () => {
      await expect(page.getByRole(/new|true/.test(path) ? 'dialog' : 'tabpanel')).toBeVisible()
      if (path === '') await expect(panel.getByRole('list', { name: 'Shifts of Payments' })).toBeVisible()
    })
  await grace.context().close()
})
