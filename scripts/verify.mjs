// npm run verify: what can be known in seconds, without a database or a browser.
import { ensureInstalled } from './lib/install.mjs'
import { productNode } from './lib/node.mjs'
import { inProject } from './lib/paths.mjs'
import { run } from './lib/run.mjs'
import { main, say } from './lib/say.mjs'
import { staticChecks } from './lib/static-checks.mjs'

await main(async () => {
  await ensureInstalled()
  const node = await productNode()
  const vitest = inProject('node_modules', 'vitest', 'vitest.mjs')
  const steps = [
    ...staticChecks(node),
    { name: 'unit tests', file: node, args: [vitest, 'run', '--project', 'unit', '--reporter', 'dot'] },
  ]
  let failed = 0
  for (const { name, file, args } of steps) {
    const { code, output } = await run(file, args, { quiet: true })
    say(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name}`)
    if (code !== 0) {
      failed += 1
      say(output)
    }
  }
  return failed === 0 ? 0 : 1
})
