import type { Page } from '@playwright/test'
import { startMailServer, type TestMailServer } from '../apps/server/src/testing/mail-server.ts'
import { removeMadeCanaries } from './support/canaries.ts'
import { acknowledgeLink, type Hook, idOf, makeCheck, makeRow, startHook } from './support/alerts.ts'
import { administrator, type Product, startProduct } from './support/product.ts'
import { expect, expectLooks, signIn, test, toastOf, watchConsole } from './support/test.ts'

let product: Product
let mails: TestMailServer
let hook: Hook
let page: Page

test.beforeAll(async ({ browser }) => {
  mails = await startMailServer()
  hook = await startHook()
  product = await startProduct({ SMTP_URL: mails.url, MAIL_FROM: 'Binnacle <binnacle@example.com>' })
  page = await (await browser.newContext()).newPage()
  await signIn(page, product.url)
  await makeRules()
})
test.afterAll(async () => {
  await product.stop()
  await mails.stop()
  await hook.stop()
})

const alerts = () => page.getByRole('table', { name: 'Alerts' })
const alertRow = (name: string) => alerts().getByRole('row').filter({ hasText: name })
const choose = (name: string) => alertRow(name).getByRole('checkbox').click()
const verbs = () => page.getByRole('group', { name: 'Chosen alerts' })

/** Makes rules that tell a person by email, and a webhook. */
async function makeRules(): Promise<void> {
  const { request } = page
  const events = ['check.failed', 'check.passed']
  const person = await idOf(request, product.url, `people?email=eq.${administrator.email}`)
  await makeRow(request, product.url, 'notifications', { name: 'by email', events, person_id: person })
  const settings = { name: 'hook', type: 'generic_webhook', url: hook.url }
  const connection = await makeRow(request, product.url, 'connections', settings)
  const custom_services = [{ name: 'hook', connection }]
  await makeRow(request, product.url, 'notifications', { name: 'by webhook', events, custom_services })
}

test('an alert appears on the page, is acknowledged by many and by link, snoozed, and ends with the recovery', async ({
  browser,
  target,
}) => {
  const complaints = watchConsole(page)
  await page.goto(`${product.url}/notifications/alerts`)
  await expect(page.getByText('No alert is open')).toBeVisible()
  await makeCheck(page.request, product.url, { name: 'shop', of: `${target.url}/ok`, severity: 'critical' })
  await makeCheck(page.request, product.url, { name: 'stock', of: `${target.url}/ok` })

  await test.step('each resource has one alert, whatever number of rules look at it', async () => {
    await target.stop()
    await expect(alertRow('shop')).toContainText('Open')
    await expect(alertRow('stock')).toContainText('Open')
    await expect(alertRow('shop')).toHaveCount(1)
    await expect(alertRow('shop')).toContainText('critical')
    await expect(page.getByRole('link', { name: /^2 alerts of yours are not acknowledged/ })).toBeVisible()
  })

  await test.step('the search completes names, and finds', async () => {
    const search = page.getByRole('combobox', { name: 'Search alerts' })
    await search.fill('name=sto')
    const offers = page.getByRole('listbox', { name: /^Suggestions for Search/ }).getByRole('option')
    await expect(offers.first()).toContainText('stock')
    await search.fill('name=stock')
    await page.keyboard.press('Escape')
    await search.press('Enter')
    await expect(alertRow('shop')).toHaveCount(0)
    await expect(alertRow('stock')).toHaveCount(1)
    await page.goto(`${product.url}/notifications/alerts`)
    await expect(alertRow('shop')).toHaveCount(1)
  })

  await test.step('many are acknowledged at once, which is undone', async () => {
    await choose('shop')
    await choose('stock')
    await verbs().getByRole('button', { name: 'Acknowledge', exact: true }).click()
    await expect(toastOf(page, '2 alerts acknowledged')).toBeVisible()
    await expect(alertRow('shop')).toContainText('Acknowledged')
    await expect(page.getByRole('link', { name: /of yours/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(alertRow('shop')).toContainText('Open')
    await expect(alertRow('stock')).toContainText('Open')
  })

  await test.step('the link in the email acknowledges as its person', async () => {
    let mail = await mails.take(administrator.email)
    while (!mail.subject.includes('shop')) mail = await mails.take(administrator.email)
    const phone = await browser.newContext({ viewport: { width: 360, height: 740 } })
    const opened = await phone.newPage()
    await opened.goto(acknowledgeLink(mail.text))
    await expect(opened.getByRole('textbox', { name: 'Your name' })).toHaveCount(0)
    await opened.getByRole('button', { name: 'Acknowledge' }).click()
    await expect(opened.getByRole('heading', { name: 'Acknowledged' })).toBeVisible()
    await phone.close()
    await expect(alertRow('shop')).toContainText('Acknowledged')
  })

  await test.step('the page of an alert snoozes it, and says what happened', async () => {
    await alertRow('stock').getByRole('link', { name: 'stock' }).click()
    await expect(page).toHaveURL(/\/notifications\/alerts\/[\w-]{36}$/)
    await expect(page.getByRole('list', { name: 'Who was told' }).getByRole('listitem')).toHaveCount(2)
    await page.getByRole('button', { name: 'Snooze' }).click()
    await page.getByRole('menuitem', { name: 'For 1 hour' }).click()
    await expect(toastOf(page, 'Snoozed')).toBeVisible()
    await expect(page.getByRole('button', { name: 'End snooze' })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('snoozed it until')
    await expectLooks(page, page.url(), () =>
      expect(page.getByRole('list', { name: 'Timeline' })).toContainText('snoozed it until'),
    )
  })

  await test.step('the recovery ends both', async () => {
    await page.goto(`${product.url}/notifications/alerts`)
    await expect(alertRow('stock')).toContainText('Snoozed')
    await expectLooks(page, `${product.url}/notifications/alerts`, () =>
      expect(alertRow('stock')).toBeVisible(),
    )
    await target.start()
    await expect(page.getByText('No alert is open')).toBeVisible()
    await page
      .getByRole('tab', { name: 'Over' })
      .or(page.getByRole('link', { name: 'Over' }))
      .click()
    await expect(alertRow('shop')).toContainText('Recovered')
    await expect(alertRow('stock')).toContainText('Recovered')
  })
  // Before the target ends with this test, which would fail them for the next one.
  await removeMadeCanaries(page, product.url)
  expect(complaints).toEqual([])
})

test('a storm is a list, whose link acknowledges what it lists as its person, and ends by deletion and recovery', async ({
  browser,
  target,
}) => {
  const complaints = watchConsole(page)
  await removeMadeCanaries(page, product.url)
  const names = Array.from({ length: 8 }, (_, index) => `storm ${index + 1}`)
  for (const name of names) await makeCheck(page.request, product.url, { name, of: `${target.url}/ok` })
  const before = mails.mails.length
  const stormy = `${product.url}/notifications/alerts?query=${encodeURIComponent('name=storm*')}`
  const count = async (state: string) =>
    (
      await page.request.get(
        `${product.url}/api/db/alerts?resource_name=like.storm*&state=eq.${state}&select=id`,
      )
    ).json()

  const list = await test.step('one message lists it', async () => {
    await target.stop()
    await expect.poll(async () => (await count('open')).length).toBe(names.length)
    await page.goto(stormy)
    for (const name of names) await expect(alertRow(name)).toContainText('Open')
    let mail = await mails.take(administrator.email)
    while (!/^\d+ failing/.test(mail.subject) || !mail.text.includes('storm'))
      mail = await mails.take(administrator.email)
    expect(mails.mails.length - before).toBeLessThanOrEqual(6)
    return mail
  })

  await test.step('its link acknowledges all that it lists', async () => {
    const listed = Number(/^\d+/.exec(list.subject)?.[0])
    const phone = await browser.newContext({ viewport: { width: 360, height: 740 } })
    const opened = await phone.newPage()
    await opened.goto(acknowledgeLink(list.text))
    await expect(opened.getByRole('list', { name: 'What is wrong' })).toContainText('storm')
    await opened.getByRole('button', { name: 'Acknowledge' }).click()
    await expect(opened.getByRole('heading', { name: 'Acknowledged' })).toBeVisible()
    await phone.close()
    await expect.poll(async () => (await count('acknowledged')).length).toBe(listed)
    await expect(alerts().getByText('by Administrator')).toHaveCount(listed)
  })

  await test.step('all are silenced at once, with keys only', async () => {
    await page.getByRole('checkbox', { name: 'Choose all of this page' }).focus()
    await page.keyboard.press('Space')
    const silence = verbs().getByRole('button', { name: 'Silence' })
    await silence.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: '1 hour' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(toastOf(page, `${names.length} alerts silenced`)).toBeVisible()
    // The buttons are gone with the choice; the focus is not.
    await expect(page.getByRole('checkbox', { name: 'Choose all of this page' })).toBeFocused()
    await page.getByRole('button', { name: 'Show silences' }).click()
    await expect(page.getByRole('table', { name: 'Silences' })).toContainText('Silenced at its alert')
    const canary = await idOf(page.request, product.url, 'canaries?name=eq.storm 1')
    expect((await page.request.delete(`${product.url}/api/health/canaries/${canary}`)).ok()).toBe(true)
  })

  await test.step('what is deleted and what recovers is over, each with its reason, and the person hears of it', async () => {
    await page.goto(`${stormy}&state=over`)
    // What is not announced is found when the alert is looked at again, two minutes later at most.
    await expect(alertRow('storm 1')).toContainText('Deleted', { timeout: 150_000 })
    await target.start()
    for (const name of names.slice(1)) await expect(alertRow(name)).toContainText('Recovered')
    // A list waits until nothing joins it, a minute at most.
    const subjects = () => mails.mails.slice(before).map(({ subject }) => subject)
    await expect.poll(() => subjects().join(), { timeout: 100_000 }).toMatch(/recovered/)
    await page.goto(stormy)
    await expect(page.getByText('Nothing matches these filters')).toBeVisible()
  })
  expect(complaints).toEqual([])
})
