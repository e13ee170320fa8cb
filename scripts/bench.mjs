// npm run bench NAME: prints figures; no figure is an error. Arguments after the name go to the benchmark.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { productNode } from './lib/node.mjs'
import { inProject } from './lib/paths.mjs'
import { run } from './lib/run.mjs'
import { main, Stop } from './lib/say.mjs'
import { findChromium } from './lib/tools.mjs'

await main(async () => {
  const [name, ...args] = process.argv.slice(2)
  const file = inProject('bench', `${name}.ts`)
  const names = readdirSync(inProject('bench')).flatMap((entry) =>
    entry.endsWith('.ts') ? [entry.slice(0, -3)] : [],
  )
  if (name === undefined || !existsSync(file))
    throw new Stop(`Usage: npm run bench NAME, where NAME is one of: ${names.join(', ')}`)
  // What `npm start` gives to Node, so that memory is as in the product.
  const { scripts } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'))
  const flags = scripts.start.split(' ').filter((word) => word.startsWith('--'))
  const chromium = findChromium()
  const { code } = await run(await productNode(), [...flags, file, ...args], {
    env: chromium === undefined ? {} : { BINNACLE_CHROMIUM: chromium },
  })
  return code
})
