// npm run generate: makes everything that is made from something else: types of tables and of the data service, pages of
// the reference, lists of the architecture.
import { ensureInstalled } from './lib/install.mjs'
import { generators } from './lib/generators.mjs'
import { productNode } from './lib/node.mjs'
import { run } from './lib/run.mjs'
import { main, say, Stop } from './lib/say.mjs'

await main(async () => {
  await ensureInstalled()
  const node = await productNode()
  for (const { name, make } of generators) {
    const { code, output } = await run(node, make, { quiet: true })
    if (code !== 0) throw new Stop(`${name}: ${output}`)
    say(`made    ${name}`)
  }
})
