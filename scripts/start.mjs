// npm start: installs and builds what is stale, then runs the product. Arguments go to it (npm start -- --canaries PATH).
import { spawn } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { ensureWebBuilt } from './lib/build.mjs'
import { warningForRoot } from './lib/environment.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { productNode } from './lib/node.mjs'
import { inProject } from './lib/paths.mjs'
import { main, say } from './lib/say.mjs'

// Started by root, the first process soon becomes others, which load their code in this way too.
const isRoot = process.getuid?.() === 0
const stripTypes = pathToFileURL(inProject('apps', 'server', 'src', 'strip-types.mjs')).href
if (!isRoot) process.env['BINNACLE_CODE_CACHE'] = inProject('.cache', 'node')

const program = inProject('apps', 'server', 'src', 'main.ts')

function runChild(node, args) {
  const code = isRoot ? [] : ['--import', stripTypes]
  const child = spawn(node, [...process.execArgv, ...code, program, ...args], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)))
}

await main(async () => {
  const warning = warningForRoot()
  if (warning !== undefined) say(warning)
  await ensureInstalled()
  const node = await productNode()
  await ensureWebBuilt(node)
  const args = process.argv.slice(2)
  // npm puts the pinned Node first on the path: then this process becomes the product, and no second one is needed.
  if (node !== process.execPath) return runChild(node, args)
  process.argv = [node, program, ...args]
  // Started by root, the product goes on in other processes, which start with the same options.
  process.execArgv.push('--import', pathToFileURL(inProject('scripts', 'lib', 'watch-parent.mjs')).href)
  if (!isRoot) {
    // Workers of the product get their code in this way too, and the shell that starts the product again gives it the same
    // options.
    process.execArgv.push('--import', stripTypes)
    await import(stripTypes)
  }
  await import(pathToFileURL(program).href)
  return undefined
})
