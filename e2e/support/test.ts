import { rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { freePort } from '@binnacle/plugin-kit/servers'
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { z } from 'zod'
import { administrator, type Product, startProduct } from './product.ts'

export { expect }

/** A web server of a test that can be stopped and started again on its port. */
export interface Target {
  url: string
  start(): Promise<void>
  stop(): Promise<void>
}

async function createTarget(): Promise<Target> {
  const port = await freePort()
  let server: Server | undefined
  return {
    url: `http://127.0.0.1:${port}`,
    async start() {
      server = createServer((request, response) => {
        if (request.url === '/bad') response.writeHead(503).end('no room at the inn')
        else response.end('all is well')
      })
      const listening = server
      await new Promise<void>((resolve) => listening.listen(port, '127.0.0.1', resolve))
    },
    async stop() {
      const running = server
      server = undefined
      if (running === undefined) return
      await new Promise((resolve) => {
        running.close(resolve)
        running.closeAllConnections()
      })
    },
  }
}

interface TestFixtures {
  /** Whether the page is at the list of checks when a test begins: not where each test opens another one first. */
  startsAtChecks: boolean
  /** A page whose browser is signed in as the administrator. */
  page: Page
  /** Writes a file of canaries that the product reads. */
  writeCanaries: (name: string, text: string) => Promise<void>
  target: Target
}

interface WorkerFixtures {
  product: Product
}

/** Tests of the whole product; every page complains about errors in its console. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  product: [
    // eslint-disable-next-line no-empty-pattern -- the form that Playwright asks for
    async ({}, use) => {
      const product = await startProduct()
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
  startsAtChecks: [true, { option: true }],
  page: async ({ page, product, startsAtChecks }, use) => {
    const complaints = watchConsole(page)
    await signInUnseen(page.request, product.url)
    if (startsAtChecks) await page.goto(`${product.url}/health?hidePassing=false`)
    await use(page)
    // What is asked for by live updates at this moment would fail in a route of the test that is over.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(complaints).toEqual([])
  },
  writeCanaries: async ({ request, product }, use) => {
    const written = new Set<string>()
    await use(async (name, text) => {
      const path = join(product.canaries, name)
      written.add(path)
      await writeFile(path, text)
    })
    await removeCanaryFiles(request, product.url, [...written])
  },
  // eslint-disable-next-line no-empty-pattern -- the form that Playwright asks for
  target: async ({}, use) => {
    const target = await createTarget()
    await target.start()
    await use(target)
    await target.stop()
  },
})

/** Removes files of canaries. Tests share a product: the canaries of one test must not appear in the next. */
export async function removeCanaryFiles(
  request: APIRequestContext,
  url: string,
  paths: readonly string[],
): Promise<void> {
  await Promise.all(paths.map((path) => rm(path, { force: true })))
  await signInUnseen(request, url)
  await expect
    .poll(async () => {
      const answer = await request.get(`${url}/api/health/canaries`)
      const sources = z.array(z.object({ source: z.string() })).parse(await answer.json())
      return sources.filter(({ source }) => paths.some((path) => source.includes(path))).length
    })
    .toBe(0)
}

/** Errors in a page's console, and requests that leave for another host, as they happen. */
export function watchConsole(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    // An answer with an error status is part of some tests and shows in the console whatever the page makes of it.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    const { hostname } = new URL(request.url())
    if (!['127.0.0.1', 'localhost', ''].includes(hostname)) complaints.push(`asked ${hostname}`)
  })
  return complaints
}

/** Signs in through the form. */
export async function signIn(page: Page, url: string, returnTo = '/health'): Promise<void> {
  await page.goto(`${url}/login?return_to=${encodeURIComponent(returnTo)}`)
  await page.getByLabel('Email').fill(administrator.email)
  await page.getByLabel('Password').fill(administrator.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((address) => !address.pathname.startsWith('/login'))
}

const loginFlow = z.object({
  id: z.string(),
  ui: z.object({
    nodes: z.array(z.object({ attributes: z.object({ name: z.string(), value: z.unknown().optional() }) })),
  }),
})

/** Gives a browser, or whatever keeps its cookies, the session of the administrator without a look at the form. */
async function signInUnseen(request: APIRequestContext, url: string): Promise<void> {
  const made = await request.get(`${url}/kratos/self-service/login/browser`)
  const { id, ui } = loginFlow.parse(await made.json())
  const token = ui.nodes.find(({ attributes }) => attributes.name === 'csrf_token')?.attributes.value
  const answer = await request.post(`${url}/kratos/self-service/login?flow=${id}`, {
    data: {
      csrf_token: token,
      method: 'password',
      identifier: administrator.email,
      password: administrator.password,
    },
  })
  expect(answer.ok()).toBe(true)
}

/** Presses two keys one right after the other, as the second counts only within a second of the first. */
export async function pressSequence(page: Page, first: string, second: string): Promise<void> {
  await Promise.all([page.keyboard.press(first), page.keyboard.press(second)])
}

/** The button that says whether the page is live, and opens what changes it. */
export function liveButton(page: Page) {
  return page.getByRole('banner').getByRole('button', { name: /^(?:Live|Paused|Offline)/ })
}

/** Pauses live updates, or resumes them. */
export async function pressLive(page: Page, action: 'Pause' | 'Resume'): Promise<void> {
  await liveButton(page).click()
  await page.getByRole('dialog', { name: 'Live updates' }).getByRole('button', { name: action }).click()
}

/** A row of the list of checks. */
export function rowOf(page: Page, name: string) {
  return page.getByRole('table', { name: 'Checks' }).getByRole('row').filter({ hasText: name })
}

/** A toast with a text. Its words are said to screen readers from another place as well. */
export function toastOf(page: Page, text: string | RegExp) {
  return page.getByRole('region', { name: 'Notifications' }).locator('p').filter({ hasText: text })
}

/** Whether a page needs no sideways scrolling. */
export async function fitsWidth(page: Page): Promise<boolean> {
  return (await page.evaluate('document.documentElement.scrollWidth <= innerWidth')) === true
}

/** Looks and widths that pages are looked at in for findings: every width, every theme. */
export const looks = [
  { theme: 'light', width: 360 },
  { theme: 'dark', width: 768 },
  { theme: 'light', width: 1440 },
  { theme: 'contrast', width: 1440 },
] as const

/** What a system asks for whose people see a theme. */
const systems = {
  light: { colorScheme: 'light', contrast: 'no-preference' },
  dark: { colorScheme: 'dark', contrast: 'no-preference' },
  contrast: { colorScheme: 'light', contrast: 'more' },
} as const

/**
 * Shows a page in a look: the page that is there now, as it follows the system, and those after it. Nothing moves
 * meanwhile: a color on its way to the next theme's would be found to have too little contrast.
 */
export async function takeLook(page: Page, { theme, width }: (typeof looks)[number]): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  await page.emulateMedia({ ...systems[theme], reducedMotion: 'reduce' })
  const root = page.locator('html[data-theme]')
  if ((await root.count()) > 0) await expect(root).toHaveAttribute('data-theme', theme)
}

/**
 * Looks at a page in each look, without loading it again: it fits the width, and nothing keeps someone from using it.
 * @param address what is loaded, once
 * @param shown waits until the page shows what belongs to it
 */
export async function expectLooks(page: Page, address: string, shown: () => Promise<void>): Promise<void> {
  await takeLook(page, looks[0])
  await page.goto(address)
  for (const look of looks) {
    await takeLook(page, look)
    await shown()
    const place = `${address} ${JSON.stringify(look)}`
    // What is made for the width by a script is made in the frame after it changed.
    await expect.poll(() => fitsWidth(page), place).toBe(true)
    expect(await seriousFindings(page), place).toEqual([])
  }
}

/**
 * Says what keeps someone from using the page that it runs in, one line an element. Only these lines leave the page:
 * all that the check knows of every element takes longer to hand over than to find. No page has frames. What still fades
 * in would be found to have too little contrast.
 */
const findSerious = `Promise.allSettled(
  document
    .getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished))
  .then(() => axe.run({ resultTypes: ['violations'], iframes: false }))
  .then(({ violations }) =>
    violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 160))))`

/** Findings of the automated accessibility check that keep someone from using the page. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // Half a megabyte, which a page that is looked at more than once reads and compiles once.
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(`${axe.source};0`)
  return z.array(z.string()).parse(await page.evaluate(findSerious))
}
