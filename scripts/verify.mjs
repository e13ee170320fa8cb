// npm run verify: what can be known in seconds, without a database or a browser.
import { ensureInstalled } from './lib/install.mjs'
import { productNode } from './lib/node.mjs'
import { inProject } from './lib/paths.mjs'
import { run } from './lib/run.mjs'
import { main, say } from './lib/say.mjs'
import { runStaticChecks } from './lib/static-checks.mjs'

await main(async () => {
  await ensureInstalled()
  const node = await productNode()
  const { failed } = await runStaticChecks(node)
  const { code, output } = await run(
    node,
    [
      inProject('node_modules', 'vitest', 'vitest.mjs'),
      'run',
      '--project=unit',
      '--project=unit-shared',
      '--reporter=dot',
    ],
    { quiet: true },
  )
  say(`${code === 0 ? 'ok    ' : 'FAILED'}  unit tests, but for those with servers, which npm test has`)
  if (code !== 0) say(output)
  return failed === 0 && code === 0 ? 0 : 1
})
