import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

test('the example of the README is the one that is type-checked', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  const example = await readFile(new URL('example.ts', import.meta.url), 'utf8')
  const shown = example.replace("'./index.ts'", "'@binnacle/data-api'")
  expect(readme).toContain(`\`\`\`ts\n${shown}\`\`\``)
})
