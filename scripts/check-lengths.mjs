// Every schema checks how long a text is before it searches or parses it: docs/contributing.md, "Regular expressions".
// Part of the static checks.
import { readFileSync } from 'node:fs'
import { root } from './lib/paths.mjs'
import { productSources } from './lib/sources.mjs'
import { unboundedTexts } from './lib/text-bounds.mjs'

/** What only the operator or the product itself writes. */
const trusted = new Set([
  'apps/server/src/platform/configuration.ts',
  'apps/server/src/platform/starter/protocol.ts',
])

process.chdir(root)
const faults = []
for (const file of productSources()) {
  if (trusted.has(file) || !/from 'zod(?:\/mini)?'/.test(readFileSync(file, 'utf8'))) continue
  for (const { line, step } of unboundedTexts(file))
    faults.push(
      `${file}:${line}: "${step}" reads a text of any length: put .max(…, { abort: true }) before it`,
    )
}

if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\nSee "Regular expressions" in docs/contributing.md.\n`)
  process.exitCode = 1
}
