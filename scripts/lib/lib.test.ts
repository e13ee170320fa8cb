import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** What an expression over a module of this folder gives, printed. */
const evaluate = (module: string, expression: string, environment: Record<string, string> = {}) =>
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `const module = await import(${JSON.stringify(new URL(module, import.meta.url).href)})
       try { console.log(${expression}) } catch (error) { console.log(error.message) }`,
    ],
    { encoding: 'utf8', env: { PATH: process.env['PATH'] ?? '', ...environment } },
  )

test.each([
  [
    'npm error code EACCES\nnpm error syscall mkdir\nnpm error path /home/a/.npm/_cacache',
    '/home/a/.npm/_cacache',
  ],
  ['EROFS: read-only file system', 'node_modules'],
])('a folder that may not be written to is named: %j', (output, folder) => {
  expect(evaluate('install.mjs', `module.explain(${JSON.stringify(output)})`)).toContain(
    `${folder}: change its owner`,
  )
})

test('a Chromium that was named and is not there is said', () => {
  expect(evaluate('tools.mjs', 'module.findChromium()', { BINNACLE_CHROMIUM: '/no/chromium' })).toContain(
    'There is no program at /no/chromium',
  )
  expect(evaluate('tools.mjs', 'module.findChromium()', { BINNACLE_CHROMIUM: process.execPath })).toBe(
    `${process.execPath}\n`,
  )
})

test('the headless shell of Chromium is used where it is installed, else Chromium', () => {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-chromium-'))
  const found = () => evaluate('tools.mjs', 'module.findChromium()', { PATH: folder }).trim()
  writeFileSync(join(folder, 'chromium'), '')
  expect(found()).toBe(join(folder, 'chromium'))
  writeFileSync(join(folder, 'chromium-headless-shell'), '')
  expect(found()).toBe(join(folder, 'chromium-headless-shell'))
  rmSync(folder, { recursive: true })
})

test('a run says what its areas took, and its slowest files', () => {
  const expression = `await (async () => {
    const times = module.createTimes()
    await times.measure('unit', async () => {})
    for (const [file, milliseconds] of [['b.test.ts', 1000], ['a.test.ts', 3000], ['a.test.ts', 2000]])
      times.addFile(file, milliseconds)
    return times.lines().join('\\n')
  })()`
  expect(evaluate('times.mjs', expression)).toBe(
    'Time: unit 0 s, in all 0 s.\nThe slowest files:\n    5 s  a.test.ts\n    1 s  b.test.ts\n',
  )
})
