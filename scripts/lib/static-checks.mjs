import { generators } from './generators.mjs'
import { inProject } from './paths.mjs'
import { run } from './run.mjs'
import { say } from './say.mjs'

const bin = (name) => inProject('node_modules', '.bin', name)

/** What the compiler keeps between runs, so that it looks again only at what changed. */
const kept = (name) => ['--incremental', '--tsBuildInfoFile', inProject('.cache', `${name}.tsbuildinfo`)]

/** What can be said of the code without running it. */
const staticChecks = (node) => [
  { name: 'format', file: bin('oxfmt'), args: ['--check'] },
  { name: 'types of the server', file: bin('tsc'), args: ['-p', 'tsconfig.json', ...kept('server')] },
  {
    name: 'types of the web application',
    file: bin('tsc'),
    args: ['-p', 'tsconfig.web.json', ...kept('web')],
  },
  { name: 'lint', file: bin('oxlint'), args: ['--deny-warnings'] },
  { name: 'layers', file: node, args: [inProject('scripts', 'check-layers.mjs')] },
  { name: 'what nothing uses', file: node, args: [inProject('scripts', 'check-unused.ts')] },
  { name: 'regular expressions', file: node, args: [inProject('scripts', 'check-expressions.mjs')] },
  { name: 'lengths of texts', file: node, args: [inProject('scripts', 'check-lengths.mjs')] },
  { name: 'requirements cited', file: node, args: [inProject('scripts', 'check-requirements.mjs')] },
  { name: 'links of documents', file: node, args: [inProject('scripts', 'check-links.mjs')] },
  { name: 'security table', file: node, args: [inProject('scripts', 'check-security.mjs')] },
  ...generators.flatMap(({ name, check }) =>
    check === undefined ? [] : [{ name: `generated ${name} is up to date`, file: node, args: check }],
  ),
]

/** Most of them use one core: two at a time keep a small machine busy without filling its memory. */
const AT_ONCE = 2

/**
 * Runs all of them and says how each ended.
 * @param {string} node the Node that runs the project's own scripts
 * @returns {Promise<{passed: number, failed: number}>}
 */
export async function runStaticChecks(node) {
  const waiting = staticChecks(node)
  const tally = { passed: 0, failed: 0 }
  const work = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const { code, output } = await run(check.file, check.args, { quiet: true })
      tally[code === 0 ? 'passed' : 'failed'] += 1
      say(`${code === 0 ? 'ok    ' : 'FAILED'}  ${check.name}${code === 0 ? '' : `\n${output}`}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return tally
}
