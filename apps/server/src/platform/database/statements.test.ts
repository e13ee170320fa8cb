import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

// Shell scripts have numbered parameters too, and no file has both.
const sendsStatements = (text: string) => /\.query[(<]|'sql-template-tag'/.test(text)
const numbered = /\$\d/
const replaces = /replace(?:All)?\(/

test('no statement has numbered placeholders: values stand where they are used', () => {
  const files = globSync('**/*.ts', { cwd: root, exclude: ['**/*.test.ts', '**/testing.ts', 'testing/**'] })
  const lines = files.flatMap((file) => {
    const text = readFileSync(`${root}/${file}`, 'utf8')
    if (!sendsStatements(text)) return []
    return text
      .split('\n')
      .filter((line) => numbered.test(line) && !replaces.test(line))
      .map((line) => `${file}: ${line.trim()}`)
  })
  expect(files.length).toBeGreaterThan(400)
  expect(lines).toEqual([])
})
