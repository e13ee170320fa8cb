import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { z } from 'zod'

/** What changed.mjs says of files: their tests, or "all". */
function affectedBy(...files: string[]): string[] | 'all' {
  const module = new URL('changed.mjs', import.meta.url).href
  const program = `const { affectedTests, workspaces } = await import(${JSON.stringify(module)})
    console.log(JSON.stringify(affectedTests(${JSON.stringify(files)}, workspaces()) ?? 'all'))`
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  })
  return z.union([z.array(z.string()), z.literal('all')]).parse(JSON.parse(output))
}

test('a file of a package affects its tests and those of all that use it', () => {
  expect(affectedBy('packages/query/src/index.ts')).toEqual([
    'apps/server',
    'apps/web',
    'e2e',
    'packages/query',
    'scripts',
  ])
  expect(affectedBy('packages/ui/src/index.ts')).toEqual(['apps/web', 'e2e', 'packages/ui'])
})

test('what a workspace uses without naming it counts: migrations, pages of the guide, programs', () => {
  expect(affectedBy('apps/server/src/platform/database/migrations/20261129T0000-baseline.sql')).toEqual([
    'apps/server',
    'e2e',
    'packages/data-api',
    'scripts',
  ])
  expect(affectedBy('apps/server/src/platform/database/migrate.ts')).toContain('packages/data-api')
  expect(affectedBy('apps/server/src/modules/health/index.ts')).toEqual(['apps/server', 'e2e', 'scripts'])
  expect(affectedBy('docs/guide/scripts.md')).toContain('apps/server')
})

test('a test affects itself alone', () => {
  expect(affectedBy('packages/query/src/query.test.ts', 'e2e/flags.spec.ts')).toEqual([
    'e2e/flags.spec.ts',
    'packages/query/src/query.test.ts',
  ])
  expect(affectedBy('packages/query/src/query.test.ts', 'packages/query/src/x.ts')).not.toContain(
    'packages/query/src/query.test.ts',
  )
})

test('texts of the root affect none, and what belongs to no workspace affects all', () => {
  expect(affectedBy('CHANGELOG.md', 'LICENSE')).toEqual([])
  for (const file of [
    'package-lock.json',
    'vitest.config.ts',
    'scripts/lib/run.mjs',
    'spec/requirements.tsv',
  ])
    expect(affectedBy('CHANGELOG.md', file)).toBe('all')
})
