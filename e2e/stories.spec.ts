import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { seriousFindings, watchConsole } from './support/test.ts'

const folder = fileURLToPath(new URL('../packages/ui/dist-stories', import.meta.url))
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Serves the built stories. */
async function serveStories(): Promise<{ url: string; stop(): void }> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://stories').pathname)
    const file = join(folder, path === '/' ? 'index.html' : path)
    readFile(file).then(
      (content) =>
        response
          .writeHead(200, {
            'content-type': types[extname(file)] ?? 'text/plain',
            // Read and compiled once, not again for every story.
            ...(path.startsWith('/assets/') ? { 'cache-control': 'max-age=3600' } : {}),
          })
          .end(content),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() }
}

/** Each theme with what a system asks for whose people see it. */
const themes = [
  ['light', { colorScheme: 'light', contrast: 'no-preference' }],
  ['dark', { colorScheme: 'dark', contrast: 'no-preference' }],
  ['contrast', { colorScheme: 'light', contrast: 'more' }],
] as const
/** The stories are shared out among as many tests, so that each is short also on a busy machine. */
const PARTS = 8

for (let part = 1; part <= PARTS; part += 1)
  test(`stories render in every theme, without an error and without a serious accessibility finding, part ${part} of ${PARTS}`, async ({
    page,
  }) => {
    test.setTimeout(600_000)
    const stories = await serveStories()
    const complaints = watchConsole(page)
    // A color on its way to the next theme's would be found to have too little contrast.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(stories.url)
    const titles = await page
      .locator('a[data-story]')
      .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('data-story') ?? ''))])
    expect(titles.length).toBeGreaterThan(25)
    const findings: string[] = []
    for (const title of titles.filter((_, index) => index % PARTS === part - 1)) {
      await page.goto(`${stories.url}/?story=${encodeURIComponent(title)}`)
      for (const [theme, media] of themes) {
        // A story follows the system without being loaded again.
        await page.emulateMedia(media)
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
        await expect(page.locator('#root > *').first()).toBeVisible()
        findings.push(...(await seriousFindings(page)).map((finding) => `${title}, ${theme}: ${finding}`))
      }
    }
    stories.stop()
    expect(findings).toEqual([])
    expect(complaints).toEqual([])
  })

test('a time range that nobody chose asks for one [TIME-005]', async ({ page }) => {
  const stories = await serveStories()
  await page.goto(`${stories.url}/?story=Time+range`)
  const picker = page.getByRole('region', { name: 'Nothing chosen' }).getByRole('button')
  await expect(picker).toHaveText('Please select time range')
  await picker.click()
  await page.getByRole('button', { name: 'Last 2 days' }).click()
  await expect(picker).toHaveText('Last 2 days')
  await picker.click()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(picker).toHaveText('Please select time range')
  stories.stop()
})

test('a button that has the focus keeps it when the code of what it opens arrives', async ({ page }) => {
  const stories = await serveStories()
  const code = Promise.withResolvers<void>()
  await page.route('**/assets/popups-*.js', async (route) => {
    await code.promise
    await route.continue()
  })
  await page.goto(`${stories.url}/?story=Dialog`)
  await page.getByRole('region', { name: 'Small' }).getByRole('button', { name: 'Open' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add check' })
  const method = dialog.getByRole('combobox', { name: 'Method' })
  await method.focus()
  const early = await method.elementHandle()
  code.resolve()
  await expect.poll(() => early?.evaluate((button) => button.isConnected)).toBe(false)
  await expect(method).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'HEAD' }).click()
  await expect(method).toHaveText('HEAD')
  stories.stop()
})
