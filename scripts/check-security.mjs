// The table of docs/security.md has a row for each requirement of ASVS 5.0 of levels 1 and 2, and the tests and files
// that its rows name are there.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { inProject, root } from './lib/paths.mjs'

/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has. They are always the first ones. */
const sections = {
  1.1: 2,
  1.2: 9,
  1.3: 11,
  1.4: 3,
  1.5: 2,
  2.1: 3,
  2.2: 3,
  2.3: 4,
  2.4: 1,
  3.2: 2,
  3.3: 4,
  3.4: 6,
  3.5: 5,
  3.7: 2,
  4.1: 3,
  4.2: 1,
  4.3: 2,
  4.4: 4,
  5.1: 1,
  5.2: 3,
  5.3: 2,
  5.4: 3,
  6.1: 3,
  6.2: 12,
  6.3: 4,
  6.4: 4,
  6.5: 5,
  6.6: 3,
  6.8: 4,
  7.1: 3,
  7.2: 4,
  7.3: 2,
  7.4: 5,
  7.5: 2,
  7.6: 2,
  8.1: 2,
  8.2: 3,
  8.3: 1,
  8.4: 1,
  9.1: 3,
  9.2: 4,
  10.1: 2,
  10.2: 2,
  10.3: 4,
  10.4: 11,
  10.5: 5,
  10.6: 2,
  10.7: 3,
  11.1: 2,
  11.2: 3,
  11.3: 3,
  11.4: 4,
  11.5: 1,
  11.6: 1,
  12.1: 3,
  12.2: 2,
  12.3: 4,
  13.1: 1,
  13.2: 5,
  13.3: 2,
  13.4: 5,
  14.1: 2,
  14.2: 4,
  14.3: 3,
  15.1: 3,
  15.2: 3,
  15.3: 7,
  16.1: 1,
  16.2: 5,
  16.3: 4,
  16.4: 3,
  16.5: 3,
  17.1: 1,
  17.2: 4,
  17.3: 2,
}
const states = new Set(['Test', 'Code', 'Document', 'Operator', 'Not applicable', 'Open'])
const problems = []

function* testFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (['node_modules', 'dist'].includes(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* testFiles(path)
    else if (/\.(test|spec)\.tsx?$/.test(entry.name)) yield relative(root, path).replaceAll('\\', '/')
  }
}
const tests = ['apps', 'packages', 'plugins', 'e2e'].flatMap((folder) => [...testFiles(inProject(folder))])

/** Whether a file has a test with this title, in quotes after an opening bracket or alone in its line. */
function hasTest(file, title) {
  const text = readFileSync(inProject(file), 'utf8')
  return ["'", '"', '`'].some((quote) => {
    const at = text.indexOf(quote + title + quote)
    return at !== -1 && /[(]\s*$/.test(text.slice(0, at))
  })
}

const seen = new Set()
const table = readFileSync(inProject('docs', 'security.md'), 'utf8')
for (const line of table.split('\n')) {
  const [, number, , , state, where] = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
  if (number === undefined || where === undefined || !/^\d+\.\d+\.\d+$/.test(number)) continue
  if (seen.has(number)) problems.push(`${number} has two rows`)
  seen.add(number)
  if (!states.has(state)) problems.push(`${number}: ${state} is no state`)
  if (where === '') problems.push(`${number} says neither where nor why`)
  const named = [...where.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`: “([^”]+)”/g)]
  if (state === 'Test' && named.length === 0) problems.push(`${number} names no test`)
  for (const [, name, title] of named) {
    const files = tests.filter((path) => path === name || path.endsWith(`/${name}`))
    if (files.length !== 1) problems.push(`${number}: ${files.length} files are named ${name}`)
    else if (!hasTest(files[0], title)) problems.push(`${number}: ${name} has no test “${title}”`)
  }
  for (const [, path] of where.matchAll(/`((?:apps|packages|plugins|e2e|scripts)\/[\w./-]+)`/g))
    if (!existsSync(inProject(path))) problems.push(`${number}: there is no ${path}`)
  for (const [, path] of where.matchAll(/\]\(([\w./-]+\.md)/g))
    if (!existsSync(inProject('docs', path))) problems.push(`${number}: there is no docs/${path}`)
}

const wanted = Object.entries(sections).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
)
for (const number of wanted) if (!seen.has(number)) problems.push(`${number} has no row`)
for (const number of seen)
  if (!wanted.includes(number)) problems.push(`${number} is no requirement of ASVS 5.0`)

if (problems.length > 0) {
  process.stderr.write(`docs/security.md:\n${problems.join('\n')}\n`)
  process.exitCode = 1
}
