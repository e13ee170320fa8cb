// Chromium reaches no push service in a test. The person subscribes with keys of the test, the server sends to an https
// server of the test as to a push service, the test decrypts what arrives as a browser does (RFC 8291), and hands it to
// the real service worker, as the browser would.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page, Worker } from '@playwright/test'
import { freePort, makeCertificate } from '@binnacle/plugin-kit/servers'
import { pushMessage } from '@binnacle/contract/on-call'
import { makeBrowser } from '../plugins/notifiers/web_push/targets.ts'
import { idOf, makeCheck, makeRow } from './support/alerts.ts'
import { administrator, type Product, startProduct } from './support/product.ts'
import { expect, signIn, test as base, toastOf } from './support/test.ts'

/** A push service. Its messages are encrypted for the browser. */
interface PushService {
  endpoint: string
  messages: Buffer[]
  /** Answers messages with this status from here on. */
  status: number
  stop(): void
}

async function startPushService(tls: { key: string; cert: string }): Promise<PushService> {
  const port = await freePort()
  const service: PushService = {
    endpoint: `https://127.0.0.1:${port}/push/subscription-1`,
    messages: [],
    status: 201,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
  const server: Server = createServer(tls, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (service.status === 201) service.messages.push(Buffer.concat(chunks))
      response.writeHead(service.status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return service
}

const test = base.extend<object, { push: PushService; product: Product }>({
  push: [
    // eslint-disable-next-line no-empty-pattern -- the form that Playwright asks for
    async ({}, use) => {
      const push = await startPushService(await certificate)
      await use(push)
      push.stop()
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ push: _push }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'binnacle-push-'))
      // Started by root, the product reads it as another user.
      await chmod(folder, 0o755)
      const path = join(folder, 'authority.pem')
      await writeFile(path, (await certificate).cert)
      const product = await startProduct({ NODE_EXTRA_CA_CERTS: path })
      await use(product)
      await product.stop()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
})
const certificate = makeCertificate(-1, 10)

test.use({ startsAtChecks: false })

const browserKeys = makeBrowser()

/** Lets the browser of a page subscribe at the push service of the test. */
async function subscribeAt(page: Page, { endpoint }: PushService): Promise<void> {
  const { p256dh, auth } = browserKeys
  const subscription = JSON.stringify({ endpoint, expirationTime: null, keys: { p256dh, auth } })
  await page.addInitScript({
    content: `PushManager.prototype.subscribe = async function (options) {
      if (options.applicationServerKey.byteLength !== 65 || !options.userVisibleOnly) throw new Error('refused')
      return { toJSON: () => (${subscription}) }
    }`,
  })
}

/**
 * Stands for the notification center in a browser that has none, as the headless shell of Chromium, which refuses
 * notifications whatever the person allows. In any other browser the notifications are real.
 */
const notificationCenter = `{
  const shown = new Map()
  const close = (tag) => () => shown.delete(tag)
  registration.showNotification = async (title, { actions = [], ...options }) => {
    shown.set(options.tag, { title, ...options, actions, close: close(options.tag) })
  }
  registration.getNotifications = async ({ tag } = {}) =>
    [...shown.values()].filter((notification) => tag === undefined || notification.tag === tag)
  self.NotificationEvent = class extends ExtendableEvent {
    constructor(type, { notification, action }) {
      super(type)
      Object.assign(this, { notification, action })
    }
  }
}`

/** Allows notifications. @returns whether the browser shows them */
async function allowNotifications(page: Page, url: string): Promise<boolean> {
  await page.context().grantPermissions(['notifications'], { origin: url })
  await page.goto(`${url}/login`)
  const isReal = (await page.evaluate("Notification.permission === 'granted'")) === true
  if (!isReal) await page.addInitScript({ content: "Notification.requestPermission = async () => 'granted'" })
  return isReal
}

async function workerOf(context: BrowserContext, isReal: boolean): Promise<Worker> {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  if (!isReal) await worker.evaluate(notificationCenter)
  return worker
}

/** Hands what arrived to the service worker, as a browser does with a message of its push service. */
async function deliver(page: Page, origin: string, text: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const registration = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL, isDeleted }) => !isDeleted && scopeURL.startsWith(origin))
      if (found !== undefined) resolve(found.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: `${origin}/`,
    registrationId: await registration,
    data: text,
  })
  await session.detach()
}

interface BrowserNotification {
  title: string
  body: string
  tag: string
  url: string
  urgent: boolean
  actions: string[]
}

/** The notifications that the browser shows. */
async function shownBy(worker: Worker): Promise<BrowserNotification[]> {
  return worker.evaluate(
    `registration.getNotifications().then((list) => list.map(({ title, body, tag, data, requireInteraction, actions }) =>
      ({ title, body, tag, url: data.url, urgent: requireInteraction, actions: actions.map((each) => each.action) })))`,
  )
}

/** Clicks a notification, or its button. @returns the addresses that the worker opens */
async function click(worker: Worker, tag: string, action: string): Promise<string[]> {
  return worker.evaluate(
    `(async ([tag, action]) => {
      const [notification] = await registration.getNotifications({ tag })
      const opened = []
      // A browser opens windows only after a click of a person.
      clients.openWindow = async (url) => { opened.push(url) }
      const work = []
      const event = new NotificationEvent('notificationclick', { notification, action })
      event.waitUntil = (promise) => work.push(promise)
      dispatchEvent(event)
      await Promise.all(work)
      return opened
    })(${JSON.stringify([tag, action])})`,
  )
}

test('a person turns on push for a browser, which shows alerts, opens their page and acknowledges them', async ({
  page,
  product,
  push,
  target,
}) => {
  const { url } = product
  const isReal = await allowNotifications(page, url)
  await subscribeAt(page, push)

  await page.goto(`${url}/on-call/me?addWay=true`)
  const way = page.getByRole('dialog', { name: 'Add a way to reach me' })
  await way.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'This browser' }).click()
  await way.getByLabel('Label').fill('Laptop')
  await way.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(way.getByText('Allow messages from this site first')).toBeVisible()
  await way.getByRole('button', { name: 'Allow messages' }).click()
  await expect(way.getByText('This browser may show messages.')).toBeVisible()
  await way.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(toastOf(page, 'Way added')).toBeVisible()
  const worker = await workerOf(page.context(), isReal)

  await test.step('a test message is shown', async () => {
    await page.getByRole('button', { name: 'Send test message' }).click()
    await expect(toastOf(page, 'Test message sent to Laptop')).toBeVisible()
    const text = browserKeys.decrypt(push.messages.at(-1) ?? Buffer.alloc(0))
    const message = pushMessage.parse(JSON.parse(text))
    await deliver(page, url, text)
    await expect
      .poll(() => shownBy(worker))
      .toEqual([
        {
          title: 'Test message of Binnacle',
          body: expect.stringContaining('sent this message to test how alerts reach you'),
          tag: message.tag,
          url: `${url}/on-call/me`,
          urgent: false,
          actions: [],
        },
      ])
    expect(await click(worker, message.tag, '')).toEqual([`${url}/on-call/me`])
    expect(await shownBy(worker)).toEqual([])
  })

  await page
    .getByRole('group', { name: 'Critical and high' })
    .getByRole('button', { name: 'Add step' })
    .click()
  await page.getByRole('button', { name: 'Save steps' }).click()
  await expect(toastOf(page, 'Steps saved')).toBeVisible()
  await makeRow(page.request, url, 'notifications', {
    name: 'push',
    events: ['check.failed', 'check.passed'],
    person_id: await idOf(page.request, url, `people?email=eq.${administrator.email}`),
  })
  const check = await makeCheck(page.request, url, {
    name: 'shop',
    of: `${target.url}/ok`,
    severity: 'critical',
  })
  const before = push.messages.length
  await target.stop()
  await expect.poll(() => push.messages.length).toBe(before + 1)
  const alert = pushMessage.parse(JSON.parse(browserKeys.decrypt(push.messages[before] ?? Buffer.alloc(0))))

  await test.step('an alert is shown until somebody acts, and leads to its check', async () => {
    await deliver(page, url, JSON.stringify(alert))
    await expect
      .poll(() => shownBy(worker))
      .toMatchObject([{ title: expect.stringContaining('shop'), urgent: true, actions: ['acknowledge'] }])
    const [opened = ''] = await click(worker, alert.tag, '')
    expect(new URL(opened).origin).toBe(url)
    expect(opened).toContain(check)
  })

  await test.step('its button acknowledges it', async () => {
    await deliver(page, url, JSON.stringify(alert))
    await expect.poll(async () => (await shownBy(worker)).length).toBe(1)
    expect(await click(worker, alert.tag, 'acknowledge')).toEqual([])
    const answer = await page.request.get(`${url}/api/notification/alerts?kind=check&id=${check}`)
    expect(await answer.json()).toMatchObject([{ acknowledged: { until: null } }])
  })

  await test.step('a recovery takes the place of its alert', async () => {
    await deliver(page, url, JSON.stringify(alert))
    await target.start()
    await expect.poll(() => push.messages.length).toBe(before + 2)
    const text = browserKeys.decrypt(push.messages.at(-1) ?? Buffer.alloc(0))
    await deliver(page, url, text)
    await expect
      .poll(() => shownBy(worker))
      .toMatchObject([
        { title: expect.stringContaining('recovered'), tag: alert.tag, urgent: false, actions: [] },
      ])
  })

  await test.step('a link to another site, and an acknowledgement that fails, open pages of this site', async () => {
    const acknowledge = {
      label: 'Acknowledge',
      url: `${url}/api/notification/acknowledge/none`,
      page: `${url}/acknowledge/none`,
    }
    await deliver(
      page,
      url,
      JSON.stringify({ ...alert, url: 'https://evil.example/health?a=1', acknowledge }),
    )
    await expect.poll(async () => (await shownBy(worker))[0]?.actions).toEqual(['acknowledge'])
    expect(await click(worker, alert.tag, 'acknowledge')).toEqual([`${url}/acknowledge/none`])
    await deliver(page, url, JSON.stringify({ ...alert, url: 'https://evil.example/health?a=1' }))
    await expect.poll(async () => (await shownBy(worker)).length).toBe(1)
    expect(await click(worker, alert.tag, '')).toEqual([`${url}/health?a=1`])
  })

  await test.step('a subscription that is gone says so', async () => {
    push.status = 410
    await page.getByRole('button', { name: 'Send test message' }).click()
    await expect(page.getByText(/the subscription is gone/).first()).toBeVisible()
    push.status = 201
  })
})

test('a browser that refuses messages says how to allow them', async ({ browser, product }) => {
  const context = await browser.newContext({ permissions: [] })
  const page = await context.newPage()
  await page.addInitScript({ content: "Notification.requestPermission = async () => 'denied'" })
  await signIn(page, product.url, '/on-call/me?addWay=true')
  const way = page.getByRole('dialog', { name: 'Add a way to reach me' })
  await way.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'This browser' }).click()
  await way.getByRole('button', { name: 'Allow messages' }).click()
  await expect(page.getByText('The browser may not show messages.').first()).toBeVisible()
  await context.close()
})
