import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const list = readFileSync(join(import.meta.dirname, 'generators.mjs'), 'utf8')

test('every test that keeps a generated file is one of the generators, so that one command renews all', () => {
  const keepers = execFileSync(
    'git',
    ['grep', '-l', String.raw`\.toMatchFileSnapshot(`, '--', '*.ts', '*.tsx'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
    .split('\n')
    .filter((file) => file !== '' && !file.startsWith('scripts/lib/generators'))
  expect(keepers.length).toBeGreaterThan(0)
  expect(keepers.filter((file) => !list.includes(file))).toEqual([])
})
