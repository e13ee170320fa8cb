// Every regular expression of the product takes time that is linear in its text, or says why it takes no longer:
// docs/contributing.md, "Regular expressions". Part of the static checks.
//   --write   also keeps what was found of expressions that take long to examine, for other machines
import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { expressionFaults } from './lib/expression-faults.mjs'
import { openVerdicts } from './lib/expression-verdicts.mjs'
import { inProject, root } from './lib/paths.mjs'

const { values } = parseArgs({ options: { write: { type: 'boolean' } } })

/** Tests and servers for tests read what we wrote. */
const forTests =
  /(?:\.test|\.spec|\.d)\.tsx?$|\.stories\.tsx$|\/(?:testing|targets)\.tsx?$|\/(?:testing|servers|fuzz|stories|suite)\//
/** The spec of a type of plugin has the name of browser tests. */
const specOfType = /^plugins\/.*\/spec\.ts$/

function* sources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (['node_modules', 'dist', 'dist-stories', 'dist-view'].includes(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* sources(path)
    else if (/\.tsx?$/.test(entry.name)) yield path
  }
}

const verdicts = openVerdicts()
const faults = []
process.chdir(root)
for (const folder of ['apps', 'packages', 'plugins'])
  for (const path of sources(inProject(folder))) {
    const file = relative(root, path).replaceAll(sep, '/')
    if (!forTests.test(file) || specOfType.test(file))
      faults.push(...expressionFaults(file, (source, flags) => verdicts.degreeOf(source, flags)))
  }
verdicts.save({ forOthers: values.write === true })

if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\nSee "Regular expressions" in docs/contributing.md.\n`)
  process.exitCode = 1
}
