// npm run new KIND NAME: makes the folder of a type of plugin that works and passes the suite of its family, to be made
// into another one. The families are those of scripts/lib/families.ts. npm run new area NAME makes a whole area: module,
// contract, feature of the web application, browser test.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { ensureInstalled } from './lib/install.mjs'
import { productNode } from './lib/node.mjs'
import { inProject } from './lib/paths.mjs'
import { run } from './lib/run.mjs'
import { makeArea } from './lib/new-area.mjs'
import { main, say, Stop } from './lib/say.mjs'

/** How the families make new folders. They say so themselves, in TypeScript that this Node may not read. */
async function readKinds(node) {
  const { code, output } = await run(node, [inProject('scripts', 'lib', 'families.ts'), '--json'], {
    quiet: true,
  })
  if (code !== 0) throw new Stop(output)
  return JSON.parse(output)
}

/** Whether the product gives a name another meaning. It says so itself, in TypeScript that this Node may not read. */
async function isReserved(node, file, name) {
  const url = pathToFileURL(inProject(file)).href
  const question = `import { reservedNames } from ${JSON.stringify(url)}; process.exit(reservedNames.includes(${JSON.stringify(name)}) ? 9 : 0)`
  const { code } = await run(node, ['--input-type=module', '--eval', question], { quiet: true })
  return code === 9
}

await main(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { family: { type: 'string' } },
  })
  const [kind, name] = positionals
  // Another family than the product's own is for the test of this script.
  if (values.family === undefined) await ensureInstalled()
  if (kind === 'area' && name !== undefined) {
    const { made, edited, path } = await makeArea(name)
    say(`Made ${made.join(', ')},\nand added the area to ${edited.join(', ')}. Now change its files, and run:
  npm run generate
  npm run verify
  npx vitest run --project integration apps/server/src/modules/${path}`)
    return
  }
  const node = await productNode()
  const kinds = await readKinds(node)
  const known = kinds[kind]
  if (known === undefined || name === undefined)
    throw new Stop(
      `Usage: npm run new KIND NAME, where KIND is one of: ${[...Object.keys(kinds), 'area'].join(', ')}`,
    )
  if (!/^[a-z][a-zA-Z0-9_]*$/.test(name))
    throw new Stop(
      `"${name}" is no name for a ${kind}: use letters, digits and _, beginning with a small letter.`,
    )
  const family = values.family ?? known.folder
  const isOwn = family === known.folder
  if (known.reserved !== undefined && (await isReserved(node, known.reserved, name)))
    throw new Stop(`"${name}" means something else besides a ${kind}: choose another name.`)
  const folder = inProject(family, name)
  if (existsSync(folder)) throw new Stop(`There is a ${kind} named ${name} already, in ${family}/${name}.`)

  const parts = name.split('_').map((part) => part.charAt(0).toUpperCase() + part.slice(1))
  const words = { name, title: parts.join(' '), Type: parts.join('') }
  const fill = (text) => text.replaceAll(/\{\{(\w+)\}\}/g, (_, word) => words[word])
  mkdirSync(folder, { recursive: true })
  for (const file of readdirSync(inProject(known.templates))) {
    const text = readFileSync(inProject(known.templates, file), 'utf8')
    const target = file === `${kind}.test.ts` ? `${name}.test.ts` : file
    writeFileSync(`${folder}/${target}`, fill(text))
  }
  await run(inProject('node_modules', '.bin', 'oxfmt'), [folder], { quiet: true })
  if (isOwn) await run(node, [inProject('scripts', 'generate-docs.ts')], { quiet: true })
  say(`Made ${family}/${name}. Now change its files, and run:
${[...known.next.map(fill), 'npm run generate', 'npm run verify'].map((line) => `  ${line}`).join('\n')}`)
})
