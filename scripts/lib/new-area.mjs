// npm run new area NAME: makes the folders of an area that works, and names it in the lists that collect areas.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { run } from './run.mjs'
import { inProject } from './paths.mjs'
import { Stop } from './say.mjs'

/** Where each folder of templates goes. */
const places = {
  contract: 'packages/contract/src/{{path}}',
  server: 'apps/server/src/modules/{{path}}',
  web: 'apps/web/src/features/{{path}}',
  e2e: 'e2e',
}

const list = (file, ...additions) => ({ file, additions })
const before = (anchor, text) => ({ anchor, text, isBefore: true })
const after = (anchor, text) => ({ anchor, text, isBefore: false })

/** The lists that name every area, with what is added to each. */
const lists = [
  list(
    'packages/contract/src/kinds/kinds.ts',
    before('import { topologyKinds }', "import { {{name}}Kinds } from '../{{path}}/kind.ts'\n"),
    before('  ...plainKinds,\n', '  ...{{name}}Kinds,\n'),
  ),
  list(
    'apps/server/src/app.ts',
    before('import { startBackground }', "import { open{{Types}} } from './modules/{{path}}/index.ts'\n"),
    before('  openSearch,\n', '  open{{Types}},\n'),
  ),
  list(
    'apps/web/src/routes/registry.ts',
    after(
      "import type { Page } from '../application/pages/pages.ts'\n",
      "import { {{name}}Area } from '../features/{{path}}/index.ts'\n",
    ),
    before('  causes,\n', '  {{name}}Area,\n'),
  ),
]

/** The paths of pages, in alphabetical order, which a browser test opens. */
const pagePaths = 'e2e/support/page-paths.ts'

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1)

/** @param {string} names of the area: the plural of what it lists, in camel case */
function wordsOf(names) {
  if (!/^[a-z][a-zA-Z]*[^s]s$/.test(names))
    throw new Stop(
      `"${names}" is no name for an area: write the plural of what it lists, such as rooms or workOrders.`,
    )
  const name = names.slice(0, -1)
  const parted = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  const now = new Date().toISOString()
  return {
    name,
    names,
    Type: capital(name),
    Types: capital(names),
    words: parted,
    Title: `${capital(parted)}s`,
    file: parted.replaceAll(' ', '-'),
    path: `${parted.replaceAll(' ', '-')}s`,
    entity: parted.replaceAll(' ', '_'),
    table: `${parted.replaceAll(' ', '_')}s`,
    // Migrations are named by the time at which they are written.
    time: `${now.slice(0, 10).replaceAll('-', '')}T${now.slice(11, 16).replace(':', '')}`,
    minute: String(names.length % 60),
  }
}

function added(text, { anchor, text: addition, isBefore }, file) {
  const start = text.indexOf(anchor)
  if (start === -1)
    throw new Stop(`${file} has no "${anchor.trim()}" any more: scripts/lib/new-area.mjs must follow it.`)
  const at = isBefore ? start : start + anchor.length
  return text.slice(0, at) + addition + text.slice(at)
}

function withPath(text, path) {
  const lines = text.split('\n')
  const paths = lines.filter((line) => /^ {2}'/.test(line))
  const sorted = [...paths, `  '${path}',`].toSorted((one, other) => (one < other ? -1 : 1))
  const start = lines.indexOf(paths[0])
  return [...lines.slice(0, start), ...sorted, ...lines.slice(start + paths.length)].join('\n')
}

/**
 * Makes an area.
 * @param {string} names its name, the plural of what it lists
 * @returns {Promise<{made: string[], edited: string[], path: string}>} files, from the root
 */
export async function makeArea(names) {
  const words = wordsOf(names)
  const fill = (text) => text.replaceAll(/\{\{(\w+)\}\}/g, (_, word) => words[word])
  const made = Object.entries(places).flatMap(([templates, place]) => {
    const folder = inProject('scripts', 'templates', 'area', templates)
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const template = join(entry.parentPath, entry.name)
        return { template, file: fill(join(place, template.slice(folder.length + 1))) }
      })
  })
  const taken = made.find(({ file }) => existsSync(inProject(file)))
  if (taken !== undefined) throw new Stop(`There is ${taken.file} already.`)

  // Everything is prepared before anything is written, so that a list that changed its form leaves no half of an area.
  const edits = lists.map(({ file, additions }) => {
    const text = readFileSync(inProject(file), 'utf8')
    return {
      file,
      text: additions.reduce(
        (so, { text: addition, ...where }) => added(so, { ...where, text: fill(addition) }, file),
        text,
      ),
    }
  })
  const paths = {
    file: pagePaths,
    text: withPath(readFileSync(inProject(pagePaths), 'utf8'), `/${words.path}`),
  }
  for (const { template, file } of made) {
    mkdirSync(dirname(inProject(file)), { recursive: true })
    writeFileSync(inProject(file), fill(readFileSync(template, 'utf8')))
  }
  for (const { file, text } of [...edits, paths]) writeFileSync(inProject(file), text)
  const edited = [...edits, paths].map(({ file }) => file)
  await run(inProject('node_modules', '.bin', 'oxfmt'), [...made.map(({ file }) => file), ...edited], {
    quiet: true,
  })
  return { made: made.map(({ file }) => file), edited, path: words.path }
}
