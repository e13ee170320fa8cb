import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inProject } from './paths.mjs'
import { run } from './run.mjs'
import { say, Stop } from './say.mjs'

const left = new Set(['node_modules', 'dist', 'dist-stories'])

function* files(path) {
  for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (left.has(entry.name)) continue
    const inside = join(path, entry.name)
    if (entry.isDirectory()) yield* files(inside)
    else yield inside
  }
}

function digestOf(inputs) {
  const digest = createHash('sha256').update(readFileSync(inProject('package-lock.json')))
  for (const input of inputs)
    for (const file of files(inProject(input)))
      digest.update(file).update('\0').update(readFileSync(file)).update('\0')
  return digest.digest('hex')
}

/**
 * Builds something unless what it is made from is the same as at the last build.
 * @param {{name: string, inputs: string[], output: string, args: string[]}} target args: of `vite build`
 * @param {string} node the Node that builds
 */
async function ensureTarget({ name, inputs, output, args }, node) {
  const stampFile = inProject(output, '.build-stamp')
  const wanted = digestOf(inputs)
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return
  say(`Building ${name} …`)
  const vite = inProject('node_modules', 'vite', 'bin', 'vite.js')
  const result = await run(node, [vite, 'build', ...args, '--logLevel', 'warn'], { quiet: true })
  if (result.code !== 0) throw new Stop(`${name} could not be built:\n${result.output.trim()}`)
  writeFileSync(stampFile, wanted)
}

/** Builds the web application if it is stale. */
export function ensureWebBuilt(node) {
  return ensureTarget(
    {
      name: 'the web application',
      inputs: ['apps/web', 'packages/ui/src', 'packages/contract/src', 'packages/query/src'],
      output: 'apps/web/dist',
      args: [inProject('apps', 'web')],
    },
    node,
  )
}

/** Builds the page of stories if it is stale. */
export function ensureStoriesBuilt(node) {
  return ensureTarget(
    {
      name: 'the stories',
      inputs: ['packages/ui', 'packages/contract/src'],
      output: 'packages/ui/dist-stories',
      args: ['--config', inProject('packages', 'ui', 'vite.config.ts')],
    },
    node,
  )
}
