// Every regular expression of the product takes time that is linear in its text, or says why it takes no longer:
// docs/contributing.md, "Regular expressions". Part of the static checks.
//   --write   also keeps what was found of expressions that take long to examine, for other machines
import { parseArgs } from 'node:util'
import { expressionFaults } from './lib/expression-faults.mjs'
import { openVerdicts } from './lib/expression-verdicts.mjs'
import { root } from './lib/paths.mjs'
import { productSources } from './lib/sources.mjs'

const { values } = parseArgs({ options: { write: { type: 'boolean' } } })

const verdicts = openVerdicts()
const faults = []
process.chdir(root)
for (const file of productSources())
  faults.push(...expressionFaults(file, (source, flags) => verdicts.degreeOf(source, flags)))
verdicts.save({ forOthers: values.write === true })

if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\nSee "Regular expressions" in docs/contributing.md.\n`)
  process.exitCode = 1
}
