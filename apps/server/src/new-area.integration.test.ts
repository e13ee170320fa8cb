import { execFile, execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..', '..')
const copy = mkdtempSync(join(tmpdir(), 'binnacle-area-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** Copies what git knows, or will, and links what is installed, so that our packages are those of the copy. */
function copyProject(): void {
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  })
  for (const file of listed.split('\0').filter((name) => name !== '' && existsSync(join(root, name)))) {
    mkdirSync(join(copy, dirname(file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  const link = (path: string) => symlinkSync(join(root, path), join(copy, path))
  mkdirSync(join(copy, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name === '@binnacle')
      // Links that begin at the folder itself.
      cpSync(join(root, 'node_modules', name), join(copy, 'node_modules', name), {
        recursive: true,
        verbatimSymlinks: true,
      })
    else link(`node_modules/${name}`)
  for (const workspaces of ['apps', 'packages', 'plugins'])
    for (const name of readdirSync(join(copy, workspaces)))
      if (existsSync(join(root, workspaces, name, 'node_modules'))) link(`${workspaces}/${name}/node_modules`)
}

/** Runs a program of the copy. @returns its output and whether it succeeded */
async function run(program: string, ...args: string[]): Promise<{ ok: boolean; output: string }> {
  try {
    const { stdout, stderr } = await promisify(execFile)(program, args, {
      cwd: copy,
      maxBuffer: 100_000_000,
      // This run of tests must not tell that one that it is a part of it.
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
    })
    return { ok: true, output: stdout + stderr }
  } catch (error) {
    const { stdout = '', stderr = '' } = Object(error)
    return { ok: false, output: `${stdout}${stderr}` }
  }
}

const node = (...args: string[]) => run(process.execPath, ...args)
const program = (name: string, ...args: string[]) => run(join(root, 'node_modules', '.bin', name), ...args)
const vitest = (...args: string[]) => node('node_modules/vitest/vitest.mjs', 'run', ...args)
const good = { ok: true, output: expect.any(String) }
const patient = { timeout: 600_000 }

beforeAll(async () => {
  copyProject()
  const make = "import('./scripts/lib/new-area.mjs').then(({ makeArea }) => makeArea('workOrders'))"
  const { ok, output } = await node('--eval', make)
  if (!ok) throw new Error(output)
}, 120_000)

test('a new area has its folders, and is named in the lists that collect areas, four in all', () => {
  for (const folder of ['packages/contract/src', 'apps/server/src/modules', 'apps/web/src/features'])
    expect(existsSync(join(copy, folder, 'work-orders'))).toBe(true)
  const naming = [
    'packages/contract/src/kinds/kinds.ts',
    'apps/server/src/app.ts',
    'apps/web/src/routes/registry.ts',
    'e2e/support/page-paths.ts',
  ]
  const texts = naming.map((file) => readFileSync(join(copy, file), 'utf8'))
  expect(texts.filter((text) => !/work-?orders/i.test(text))).toEqual([])
})

test('a new area passes its own tests, types and lint', patient, async () => {
  const generators = [
    'apps/server/src/platform/database/tables.integration.test.ts',
    'apps/server/src/platform/data/schema-types.integration.test.ts',
  ]
  expect(await vitest('--project', 'integration', ...generators, '--update')).toEqual(good)
  expect(await vitest('--project', 'integration', 'apps/server/src/modules/work-orders')).toEqual(good)
  expect(await vitest('--project', 'unit-shared', 'apps/web/src/routes/pages.test.ts')).toEqual(good)
  for (const config of ['tsconfig.json', 'tsconfig.web.json'])
    expect(await program('tsc', '-p', config)).toEqual(good)
  const folders = [
    'packages/contract/src/work-orders',
    'apps/server/src/modules/work-orders',
    'apps/web/src/features/work-orders',
    'e2e/work-orders.spec.ts',
  ]
  expect(await program('oxlint', '--deny-warnings', ...folders)).toEqual(good)
  expect(await program('oxfmt', '--check', ...folders)).toEqual(good)
})
