// Every requirement that the title of a test cites is in the list of requirements.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { inProject, root } from './lib/paths.mjs'

const lines = readFileSync(inProject('spec', 'requirements.tsv'), 'utf8').split('\n').slice(1)
const known = new Set(lines.map((line) => line.split('\t')[0]))
const problems = []

function* tests(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name.startsWith('.')) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* tests(path)
    else if (/\.(test|spec)\.tsx?$/.test(entry.name)) yield path
  }
}

for (const folder of ['apps', 'packages', 'plugins', 'e2e', 'scripts'])
  for (const file of tests(inProject(folder)))
    for (const [, ids] of readFileSync(file, 'utf8').matchAll(/\[([A-Z]+-\d+(?:, [A-Z]+-\d+)*)\]['"`]/g))
      for (const id of ids.split(', '))
        if (!known.has(id)) problems.push(`${relative(root, file)}: there is no requirement ${id}`)

if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`)
  process.exitCode = 1
}
