// npm run new check NAME: makes the folder of a check type that works and passes the suite, to be made into another one.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { ensureInstalled } from './lib/install.mjs'
import { productNode } from './lib/node.mjs'
import { inProject } from './lib/paths.mjs'
import { run } from './lib/run.mjs'
import { main, say, Stop } from './lib/say.mjs'

const kinds = {
  check: {
    folder: 'plugins/checks',
    templates: 'scripts/templates/check',
    reserved: 'apps/server/src/modules/health/canary-spec/canary.ts',
  },
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
  const known = kinds[kind]
  if (known === undefined || name === undefined)
    throw new Stop(`Usage: npm run new KIND NAME, where KIND is one of: ${Object.keys(kinds).join(', ')}`)
  if (!/^[a-z][a-zA-Z0-9]*$/.test(name))
    throw new Stop(
      `"${name}" is no name for a ${kind}: use letters and digits, beginning with a small letter.`,
    )
  // Another family than the product's own is for the test of this script.
  const family = values.family ?? known.folder
  const isOwn = family === known.folder
  if (isOwn) await ensureInstalled()
  const node = await productNode()
  if (await isReserved(node, known.reserved, name))
    throw new Stop(`"${name}" means something else beside a ${kind}: choose another name.`)
  const folder = inProject(family, name)
  if (existsSync(folder)) throw new Stop(`There is a ${kind} named ${name} already, in ${family}/${name}.`)

  const capital = name[0].toUpperCase() + name.slice(1)
  const words = { name, title: capital, Type: capital }
  mkdirSync(folder, { recursive: true })
  for (const file of readdirSync(inProject(known.templates))) {
    const text = readFileSync(inProject(known.templates, file), 'utf8')
    const target = file === 'check.test.ts' ? `${name}.test.ts` : file
    writeFileSync(
      `${folder}/${target}`,
      text.replaceAll(/\{\{(\w+)\}\}/g, (_, word) => words[word]),
    )
  }
  await run(inProject('node_modules', '.bin', 'oxfmt'), [folder], { quiet: true })
  if (isOwn) await run(node, [inProject('scripts', 'generate-docs.ts')], { quiet: true })
  say(`Made ${family}/${name}. Now change spec.ts, run.ts, targets.ts and the test, and run:
  npx vitest run --project 'unit*' plugins/checks/${name} check-types
  npm run docs
  npm run verify`)
})
