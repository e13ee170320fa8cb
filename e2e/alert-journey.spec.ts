import type { Browser, BrowserContext, Page } from '@playwright/test'
import { startMailServer, type TestMailServer } from '../apps/server/src/testing/mail-server.ts'
import { acknowledgeLink, type Hook, idOf, makeCheck, makeRow, startHook } from './support/alerts.ts'
import { write } from './support/database.ts'
import { administrator, type Product, startProduct } from './support/product.ts'
import { expect, expectLooks, signIn, type Target, test, toastOf, watchConsole } from './support/test.ts'

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
})
test.afterAll(async () => {
  await product.stop()
  await mails.stop()
  await hook.stop()
})

const panel = (of: Page = page) => of.getByRole('tabpanel', { name: 'Notifications' })
const alerts = () => panel().getByRole('list', { name: 'Alerts' }).getByRole('listitem')
const ruleIn = (name: string) =>
  panel().getByRole('list', { name: 'Rules', exact: true }).getByRole('listitem').filter({ hasText: name })

const notificationsOf = (check: string) =>
  `${product.url}/health?hidePassing=false&checkId=${check}&tab=notifications`

async function openNotifications(check: string): Promise<void> {
  await page.goto(notificationsOf(check))
  await expect(panel().getByRole('heading', { name: 'Would anyone be told now?' })).toBeVisible()
}

/** Makes two rules, which tell a person by email and a webhook. @param email of the person */
async function makeRules(
  name: string,
  email: string = administrator.email,
): Promise<{ mail: string; webhook: string }> {
  const { request } = page
  const events = ['check.failed', 'check.passed']
  const filter = `check.name == "${name}"`
  const connection = await makeRow(request, product.url, 'connections', {
    name: `${name}-hook`,
    type: 'generic_webhook',
    url: hook.url,
  })
  const person = await idOf(request, product.url, `people?email=eq.${email}`)
  const mail = `${name} by email`
  const webhook = `${name} by webhook`
  await makeRow(request, product.url, 'notifications', { name: mail, events, filter, person_id: person })
  await makeRow(request, product.url, 'notifications', {
    name: webhook,
    events,
    filter,
    custom_services: [{ name: 'hook', connection }],
  })
  return { mail, webhook }
}

/** Makes a check of a target that has failed once, of which a mail has told. @returns the link of the mail */
async function failOnce(name: string, target: Target): Promise<{ check: string; link: string }> {
  // Somebody whom other tests told of many alerts in this minute would get a list of them.
  const email = `${name}@example.com`
  await write(product, `insert into core.people (name, email) values ('${name}', '${email}')`)
  await makeRules(name, email)
  const check = await makeCheck(page.request, product.url, { name, of: `${target.url}/ok` })
  await target.stop()
  const { text } = await mails.take(email)
  expect(text).toContain(name)
  return { check, link: acknowledgeLink(text) }
}

/** A phone of somebody who is not signed in. */
async function phoneOf(
  browser: Browser,
  options: { javaScriptEnabled?: boolean } = {},
): Promise<BrowserContext> {
  return browser.newContext({ viewport: { width: 360, height: 740 }, ...options })
}

async function openAlertsOf(check: string): Promise<unknown> {
  const answer = await page.request.get(`${product.url}/api/notification/alerts?kind=check&id=${check}`)
  return answer.json()
}

test('a target fails, is told by email and webhook, acknowledged from the email, silenced, and recovers', async ({
  browser,
  target,
}) => {
  const complaints = watchConsole(page)
  const rules = await makeRules('shop')
  const check = await makeCheck(page.request, product.url, { name: 'shop', of: `${target.url}/ok` })
  await openNotifications(check)
  await expect(panel().getByText('There is no open alert')).toBeVisible()
  await expect(panel().getByRole('status')).toContainText('Yes. If it failed now,')
  await expect(ruleIn(rules.webhook)).toContainText('tells ')

  await test.step('it fails, and both are told', async () => {
    await target.stop()
    await expect.poll(() => hook.messages.join()).toContain('shop failed')
    // One alert, whatever number of rules look at the check.
    await expect(alerts()).toHaveCount(1)
    await expect(alerts().getByRole('button', { name: 'Acknowledge', exact: true })).toBeVisible()
  })
  const mail = await mails.take(administrator.email)
  expect(mail.subject).toContain('shop failed')
  const link = acknowledgeLink(mail.text)

  await test.step('a program that opens every link changes nothing', async () => {
    for (const javaScriptEnabled of [false, true]) {
      const scanner = await phoneOf(browser, { javaScriptEnabled })
      const opened = await scanner.newPage()
      await opened.goto(link, { waitUntil: 'networkidle' })
      if (javaScriptEnabled) await expect(opened.getByRole('button', { name: 'Acknowledge' })).toBeVisible()
      else await expect(opened.locator('noscript')).toBeAttached()
      await scanner.request.get(link)
      await scanner.request.head(link)
      await scanner.close()
    }
    expect(await openAlertsOf(check)).toMatchObject([{ acknowledged: null }])
  })

  const phone = await phoneOf(browser)
  const opened = await phone.newPage()
  await test.step('who got the email acknowledges on a phone, without signing in', async () => {
    await opened.goto(link)
    await expect(opened.getByRole('heading', { name: 'Something is wrong' })).toBeVisible()
    await expect(opened.getByRole('list', { name: 'What is wrong' })).toContainText('shop')
    await expect(opened.getByRole('definition').filter({ hasText: rules.mail })).toBeVisible()
    await opened.getByRole('button', { name: 'Acknowledge' }).click()
    await expect(opened.getByRole('heading', { name: 'Acknowledged' })).toBeVisible()
    await expect(opened.getByRole('status')).toContainText('takes care of it')
    // Without a reload of the page of the check.
    await expect(alerts()).toContainText('until it is over')
    await expect(ruleIn(rules.mail)).toContainText('tells nobody')
    await expect(ruleIn(rules.webhook)).toContainText('tells nobody')
    await ruleIn(rules.mail).locator('summary').click()
    // Who was told knows; the acknowledgement keeps reminders and escalation back.
    await expect(ruleIn(rules.mail).getByRole('listitem').filter({ hasText: 'Recipient' })).toContainText(
      'Stopped',
    )
  })

  await test.step('nobody else is told', async () => {
    await expect(panel().getByRole('status')).toContainText('No. Each rule is stopped')
  })

  await test.step('it recovers, and both are told', async () => {
    await target.start()
    expect((await mails.take(administrator.email)).subject).toContain('shop recovered')
    await expect.poll(() => hook.messages.join()).toContain('shop recovered')
    await expect(panel().getByText('There is no open alert')).toBeVisible()
    await opened.reload()
    await expect(opened.getByRole('heading', { name: 'It is over' })).toBeVisible()
    await expect(opened.getByRole('button', { name: 'Acknowledge' })).toHaveCount(0)
  })

  await test.step('a silence keeps it quiet, and why-not says so', async () => {
    const silenced = await page.request.post(`${product.url}/api/notification/silence`, {
      data: { check_id: check, from: 'now-1m', until: 'now+1h', description: 'the shop moves' },
    })
    expect(silenced.ok(), await silenced.text()).toBe(true)
    await expect(ruleIn(rules.mail)).toContainText('the shop moves')
    const counts = [hook.messages.length, mails.mails.length]
    await target.stop()
    await expect(alerts()).toContainText('Silenced')
    const silence = panel().getByRole('link', { name: 'Silence…' })
    expect(await silence.getAttribute('href')).toBe(`/notifications/silences/add?check_id=${check}`)
    await panel().getByRole('link', { name: 'What was sent' }).click()
    const rows = page.getByRole('table', { name: 'Notifications' }).getByRole('row')
    await expect(rows.filter({ hasText: 'Silenced' })).toHaveCount(2)
    await expect(rows.filter({ hasText: 'Sent' })).toHaveCount(4)
    expect([hook.messages.length, mails.mails.length]).toEqual(counts)
  })
  expect(complaints).toEqual([])
  await phone.close()
})

test('keys lead to why nobody was told, and acknowledge', async ({ target }) => {
  const { check } = await failOnce('keys', target)
  await page.goto(`${product.url}/health?hidePassing=false&checkId=${check}`)
  await expect(page.getByRole('tab', { name: 'Notifications' })).toBeVisible()
  await page.keyboard.press('n')
  await expect(alerts()).toHaveCount(1)
  await expect(page).toHaveURL(/tab=notifications/)
  await page.keyboard.press('a')
  await expect(panel().getByText('until it is over')).toHaveCount(1)
})

test('the palette acknowledges and silences a failing check, and so does its drawer', async ({ target }) => {
  const { check } = await failOnce('palette', target)
  await page.goto(`${product.url}/health?hidePassing=false`)
  await page.getByRole('button', { name: /^Search or jump to/ }).click()
  const search = page.getByRole('combobox', { name: 'Search pages, things and actions' })
  await search.fill('silence palette')
  await page.getByRole('option', { name: /^Silence palette…/ }).click()
  await expect(page).toHaveURL(/\/notifications\/silences\/add\?check_id=/)
  await expect(page.getByRole('combobox', { name: 'Check' })).toHaveValue('palette')

  await test.step('with keys only', async () => {
    await page.keyboard.press('Control+k')
    await search.fill('ack palette')
    await expect(page.getByRole('option', { name: /^Acknowledge palette/ })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await page.keyboard.press('Enter')
    await expect(toastOf(page, 'palette acknowledged')).toBeVisible()
    await openNotifications(check)
    await expect(panel().getByText('until it is over')).toHaveCount(1)
  })

  await test.step('what is acknowledged is not offered again', async () => {
    await page.goto(`${product.url}/health?hidePassing=false`)
    await page.getByRole('button', { name: /^Search or jump to/ }).click()
    await search.fill('ack palette')
    await expect(page.getByRole('option', { name: /^Silence palette…/ })).toBeVisible()
    await expect(page.getByRole('option', { name: /^Acknowledge palette/ })).toHaveCount(0)
    await page.keyboard.press('Escape')
  })

  await test.step('the drawer has the same', async () => {
    await openNotifications(check)
    await target.start()
    await expect(panel().getByText('There is no open alert')).toBeVisible()
    await target.stop()
    await page.goto(`${product.url}/health?hidePassing=false&checkId=${check}`)
    const drawer = page.getByRole('dialog', { name: 'palette' })
    await drawer.getByRole('button', { name: 'Acknowledge', exact: true }).click()
    await expect(toastOf(page, 'Acknowledged')).toBeVisible()
    await expect(drawer.getByRole('button', { name: 'Acknowledge', exact: true })).toHaveCount(0)
  })
})

test('a link that cannot be used says why', async ({ browser, target }) => {
  const { link } = await failOnce('links', target)
  const phone = await phoneOf(browser)
  const opened = await phone.newPage()
  await test.step('one that is not complete', async () => {
    await opened.goto(link.slice(0, -3))
    await expect(opened.getByText('This link is not complete; open it again from the message')).toBeVisible()
    await expect(opened.getByRole('button')).toHaveCount(0)
    await expect(opened.getByRole('link', { name: 'Sign in' })).toBeVisible()
  })
  await test.step('without a network', async () => {
    await opened.goto(link)
    const button = opened.getByRole('button', { name: 'Acknowledge' })
    await expect(button).toBeVisible()
    await phone.setOffline(true)
    await button.click()
    await expect(opened.getByText('No internet connection. Please try again.')).toBeVisible()
    await phone.setOffline(false)
  })
  await test.step('after too many requests, as a proxy answers', async () => {
    await opened.route('**/show', (route) => route.fulfill({ status: 429, body: 'slow down' }))
    await opened.goto(link)
    await expect(opened.getByText('Too many requests come from your network.')).toBeVisible()
    await opened.unroute('**/show')
    await opened.getByRole('button', { name: 'Try again' }).click()
    await expect(opened.getByRole('button', { name: 'Acknowledge' })).toBeVisible()
  })
  await test.step('while notifications are switched off', async () => {
    const flag = { name: 'settings.notifications.disable', value: 'true' }
    const off = await page.request.post(`${product.url}/api/db/properties`, { data: flag })
    expect(off.ok(), await off.text()).toBe(true)
    await expect(async () => {
      await opened.goto(link)
      await expect(opened.getByText('The feature "settings.notifications" is disabled')).toBeVisible({
        timeout: 2_000,
      })
    }).toPass()
    await page.request.delete(`${product.url}/api/db/properties?name=eq.${flag.name}`)
  })
  await test.step('who is signed in is led to the check', async () => {
    await expect(async () => {
      await page.goto(link)
      await expect(page.getByRole('link', { name: 'links', exact: true })).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await page.getByRole('link', { name: 'links', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'links' })).toBeVisible()
  })
  await phone.close()
})

test('the alerts of a check and the page of a link have no serious accessibility findings and fit', async ({
  browser,
  target,
}) => {
  const { check, link } = await failOnce('looks', target)
  const phone = await browser.newContext()
  const opened = await phone.newPage()
  const summary = ruleIn('looks by email').locator('summary')
  await expectLooks(page, notificationsOf(check), async () => {
    await expect(alerts()).toHaveCount(1)
    const isOpen = () => summary.evaluate((element) => element.parentElement?.hasAttribute('open'))
    await expect(async () => {
      if ((await isOpen()) !== true) await summary.click()
      expect(await isOpen()).toBe(true)
    }).toPass()
  })
  await expectLooks(opened, link, () =>
    expect(opened.getByRole('button', { name: 'Acknowledge' })).toBeVisible(),
  )
  await phone.close()
})
