import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'

let folder: string
const at = (...names: string[]) => join(folder, ...names)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'local-folders-'))
  for (const name of ['allowed', 'outside', 'pipes']) await mkdir(at(name))
  await writeFile(at('allowed/a.xml'), '<testsuite name="a"><testcase name="works"/></testsuite>')
  await writeFile(at('outside/secret.xml'), 'the key of the product')
  await symlink('../outside/secret.xml', at('allowed/secret.xml'))
  for (let count = 0; count < 8; count += 1) execFileSync('mkfifo', [at('pipes', `${count}.xml`)])
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What a trial of checks says of each, by name. */
async function tryChecks(browser: TestBrowser, spec: Record<string, unknown>) {
  const { status, body } = await browser.send('POST', '/api/health/canaries/try', {
    body: { name: 'tried', spec: { schedule: '@every 365d', ...spec } },
  })
  expect(status).toBe(200)
  return JSON.stringify(body)
}

const both = (path: string) => ({
  folder: [{ name: 'listed', path, minCount: 1, maxCount: 1 }],
  junit: [{ name: 'read', testResults: path }],
})

async function editorOf(app: TestApp): Promise<TestBrowser> {
  return (await app.person('editor@example.com', ['editor'])).browser
}

test('checks of an editor read no folder of the machine until the operator allows it', async () => {
  const app = await startTestApp()
  const answer = await tryChecks(await editorOf(app), both(at('allowed')))
  expect(answer.match(/"state":"unknown"/g)).toHaveLength(2)
  expect(answer.match(/an operator can allow it with LOCAL_FOLDERS/g)?.length).toBeGreaterThanOrEqual(2)
  await app.stop()
})

test('allowed folders are read, also without scripts; what is outside is not, and pipes stop nobody', async () => {
  const app = await startTestApp({
    environment: { LOCAL_FOLDERS: `${at('allowed')},${at('pipes')}`, EXEC_CHECKS: 'off' },
  })
  const editor = await editorOf(app)
  const allowed = await tryChecks(editor, both(at('allowed')))
  expect(allowed.match(/"state":"healthy"/g)).toHaveLength(2)
  const outside = await tryChecks(editor, both(at('outside')))
  expect(outside.match(/"state":"unknown"/g)).toHaveLength(2)
  expect(allowed + outside).not.toContain('the key of the product')
  const junit = Array.from({ length: 4 }, (_, index) => ({ name: `p${index}`, testResults: at('pipes') }))
  const pipes = tryChecks(editor, { junit })
  // Comparing passwords needs the threads that opened pipes would hold.
  expect((await app.browser().signIn()).status).toBe(200)
  expect((await pipes).match(/"error":"there is no .xml file in/g)).toHaveLength(4)
  await app.stop()
})
