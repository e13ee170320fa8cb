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

const themes = ['light', 'dark', 'contrast']
/** The stories of a theme are shared out among as many tests, so that each is short also on a busy machine. */
const PARTS = 4
const rounds = themes.flatMap((theme) => Array.from({ length: PARTS }, (_, part) => ({ theme, part })))

for (const { theme, part } of rounds)
  test(`stories render in the ${theme} theme, without an error and without a serious accessibility finding, part ${part + 1} of ${PARTS}`, async ({
    page,
  }) => {
    test.setTimeout(600_000)
    const stories = await serveStories()
    const complaints = watchConsole(page)
    await page.goto(`${stories.url}/?theme=${theme}`)
    const titles = await page
      .locator('a[data-story]')
      .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('data-story') ?? ''))])
    expect(titles.length).toBeGreaterThan(25)
    const findings: string[] = []
    for (const title of titles.filter((_, index) => index % PARTS === part)) {
      await page.goto(`${stories.url}/?story=${encodeURIComponent(title)}&theme=${theme}`)
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      await expect(page.locator('#root > *').first()).toBeVisible()
      findings.push(...(await seriousFindings(page)).map((finding) => `${title}: ${finding}`))
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
