import { createServer } from 'node:http'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test as base } from '@playwright/test'
import { build } from 'vite'
import { seriousFindings, watchConsole } from './support/test.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** The spec editor alone, built on the schema of a book. */
const test = base.extend<object, { editor: string }>({
  editor: [
    // eslint-disable-next-line no-empty-pattern -- the form that Playwright asks for
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'binnacle-spec-editor-'))
      await build({
        configFile: fileURLToPath(new URL('../apps/web/stories/vite.config.ts', import.meta.url)),
        logLevel: 'warn',
        build: { outDir: folder },
      })
      const server = createServer((request, response) => {
        const path = normalize(new URL(request.url ?? '/', 'http://editor').pathname)
        const file = join(folder, path === '/' ? 'index.html' : path)
        readFile(file).then(
          (content) => response.writeHead(200, { 'content-type': types[extname(file)] ?? '' }).end(content),
          () => response.writeHead(404).end(),
        )
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      await use(`http://127.0.0.1:${port}`)
      server.close()
      await rm(folder, { recursive: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test('any JSON Schema is edited as form and as code, tried, saved, and kept apart from a change of someone else', async ({
  page,
  editor,
}) => {
  const complaints = watchConsole(page)
  await page.goto(editor)
  await page.getByLabel('Pages').fill('640')
  await page.getByLabel('Binding').click()
  await page.getByRole('option', { name: 'paperback' }).click()
  expect(await seriousFindings(page)).toEqual([])

  await page.getByRole('tab', { name: 'Code' }).click()
  const code = page.getByRole('textbox', { name: 'Spec' })
  await expect(code).toContainText('# Printed once a year')
  await expect(code).toContainText('pages: 640')
  await expect(code).toContainText('binding: paperback')

  await page.getByRole('tab', { name: 'Form' }).click()
  await page.getByRole('button', { name: 'Print a page' }).click()
  await expect(page.getByRole('region', { name: 'Test results' })).toContainText('Printed Moby Dick')

  await page.getByLabel('Title').fill('')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Enter the ISBN')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Title: Enter a title' })).toBeVisible()
  await expect(page.getByLabel('Title')).toBeFocused()

  await page.getByLabel('Title').fill('Moby-Dick')
  await page.getByLabel('ISBN').fill('978-0')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Moby Dick updated successfully')).toBeVisible()
  await expect(page.locator('body')).toHaveAttribute(
    'data-stored',
    /# Printed once a year\ntitle: Moby-Dick\n/,
  )

  await page.getByLabel('Pages').fill('641')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('This book was changed since you opened it.')).toBeVisible()
  await page.getByRole('link', { name: 'Shelves' }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Discard mine and load it' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('The Whale')
  await page.getByRole('link', { name: 'Shelves' }).click()
  await expect(page.getByText('All shelves')).toBeVisible()
  expect(complaints).toEqual([])
})
