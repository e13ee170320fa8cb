import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

const run = promisify(execFile)
const hook = new URL('strip-types.mjs', import.meta.url).href

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'binnacle-strip-'))
  await writeFile(join(folder, 'said.ts'), `export const said: string = 'hello'\n`)
  await writeFile(
    join(folder, 'program.ts'),
    `import { said } from './said.ts'\n\nconsole.log(said satisfies string)\nthrow new Error('here')\n`,
  )
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Runs the program with a folder for the cache. */
async function start(cache: string): Promise<{ stdout: string; stderr: string }> {
  const args = ['--import', hook, join(folder, 'program.ts')]
  const options = { env: { PATH: process.env['PATH'] ?? '', BINNACLE_CODE_CACHE: cache } }
  return run(process.execPath, args, options).catch((error: unknown) => {
    if (error instanceof Error && 'stdout' in error && 'stderr' in error)
      return { stdout: String(error.stdout), stderr: String(error.stderr) }
    throw error
  })
}

test('TypeScript is compiled once, and errors name their line in it', async () => {
  const cache = join(folder, 'cache')
  for (const _ of ['first', 'second']) {
    const { stdout, stderr } = await start(cache)
    expect(stdout).toBe('hello\n')
    expect(stderr).toContain('program.ts:4:7')
    expect(stderr).not.toContain('Warning')
  }
  const files = await readdir(cache)
  expect(files).toHaveLength(2)
  // The second start reads what the first one wrote.
  for (const file of files) {
    const text = await readFile(join(cache, file), 'utf8')
    await writeFile(join(cache, file), text.replace(`'hello'`, `'from the cache'`))
  }
  expect((await start(cache)).stdout).toBe('from the cache\n')
})

test('a file that changed is compiled again', async () => {
  const cache = join(folder, 'cache')
  await start(cache)
  await writeFile(join(folder, 'said.ts'), `export const said: string = 'changed'\n`)
  const before = await readdir(cache)
  expect((await start(cache)).stdout).toBe('changed\n')
  // What was there of the file before is gone, and what is there of others stays.
  const after = await readdir(cache)
  expect(after).toHaveLength(before.length)
  expect(after.filter((name) => before.includes(name))).toHaveLength(1)
})

test('a file that was cut short in the cache is compiled again', async () => {
  const cache = join(folder, 'cache')
  await start(cache)
  for (const file of await readdir(cache)) await writeFile(join(cache, file), '')
  expect((await start(cache)).stdout).toBe('hello\n')
})

test('a start without a cache, or with one that cannot be written, works too', async () => {
  for (const cache of ['', '/dev/null/cache']) expect((await start(cache)).stdout).toBe('hello\n')
})
