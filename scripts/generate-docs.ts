// Writes the reference pages and the lists of the architecture from code, or names those that are stale (--check).
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isRecord } from '@binnacle/plugin-kit/core'
import type { PageTools } from '@binnacle/plugin-kit/families'
import { describeEnvironment } from '../apps/server/src/platform/configuration.ts'
import { families } from './lib/families.ts'
import { scriptingPage } from './lib/scripting-page.ts'
import { architectureLists, withLists } from './lib/architecture-lists.ts'
import { topologyPage } from './lib/topology-page.ts'

const root = new URL('../', import.meta.url)
const NOTE = '<!-- Made by scripts/generate-docs.ts; change what it is made from instead. -->\n'

type Node = Record<string, unknown>

function typeOf(node: Node): string {
  if (typeof node['link'] === 'string') return node['link']
  const options = node['anyOf']
  if (Array.isArray(options)) return options.filter(isRecord).map(alternativeOf).join(' or ')
  const values = node['enum']
  if (Array.isArray(values)) return values.map((value) => `\`${String(value)}\``).join(', ')
  const items = node['items']
  if (node['type'] === 'array') return `list of ${isRecord(items) ? typeOf(items) : 'anything'}`
  if (node['type'] === 'object') return isRecord(node['properties']) ? 'object' : 'map of texts'
  return node['type'] === 'string' ? 'text' : typeof node['type'] === 'string' ? node['type'] : 'anything'
}

/** One of several types: separate rows for the keys of an object would read as if they were always there. */
function alternativeOf(node: Node): string {
  const properties = node['properties']
  return isRecord(properties) ? `\`{ ${Object.keys(properties).join(', ')} }\`` : typeOf(node)
}

function isSecret(node: Node): boolean {
  const options = node['anyOf']
  return node['secret'] === true || (Array.isArray(options) && options.filter(isRecord).some(isSecret))
}

/** Rows of a table of fields, those of nested objects after their parent. @param leaves which are left out */
function fieldRows(
  node: Node,
  prefix = '',
  leaves: (name: string, field: Node) => boolean = () => false,
): string[] {
  const properties = node['properties']
  const required = Array.isArray(node['required']) ? node['required'] : []
  return Object.entries(isRecord(properties) ? properties : {}).flatMap(([name, field]) => {
    if (!isRecord(field) || leaves(name, field)) return []
    const path = `${prefix}${name}`
    const secret = isSecret(field)
      ? ' A [secret](../../guide/checks.md#secrets): encrypted at rest and never shown, or kept elsewhere.'
      : ''
    const title = typeof field['title'] === 'string' ? field['title'] : ''
    const description = typeof field['description'] === 'string' ? `: ${field['description']}` : '.'
    const items = field['items']
    // It is the same everywhere, and explained where secrets are.
    const nested =
      name === 'valueFrom'
        ? []
        : isRecord(items)
          ? fieldRows(items, `${path}[].`)
          : fieldRows(field, `${path}.`)
    return [
      `| \`${path}\` | ${typeOf(field)} | ${required.includes(name) ? 'yes' : ''} | ${title}${description}${secret} |`,
      ...nested,
    ]
  })
}

const tools: PageTools = { fieldRows: (schema, leaves) => fieldRows(schema, '', leaves) }

function configurationPage(): [string, string] {
  const rows = describeEnvironment().map(
    ({ name, fallback, meaning }) =>
      `| \`${name}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${meaning} |`,
  )
  return [
    'docs/reference/configuration.md',
    `${NOTE}
# Configuration

Settings are environment variables. Everything that is wrong with them is said at once when the product starts.

| Variable | Default | Meaning |
|---|---|---|
${rows.join('\n')}
`,
  ]
}

const ofFamilies = await Promise.all(families.map((family) => family.pages(root, tools)))
const pages = new Map([
  ...ofFamilies.flat().map(([path, text]): [string, string] => [path, NOTE + text]),
  configurationPage(),
  ['docs/reference/scripting.md', NOTE + scriptingPage()] as const,
  ['docs/reference/topology.md', NOTE + topologyPage(tools)] as const,
])
/** The page of the architecture is written by hand, but for its lists. */
async function architecturePage(): Promise<string> {
  const page = await readFile(fileURLToPath(new URL('docs/architecture.md', root)), 'utf8')
  return withLists(page, await architectureLists())
}

pages.set('docs/architecture.md', await architecturePage())
const stale: string[] = []
for (const [path, text] of pages) {
  const file = fileURLToPath(new URL(path, root))
  if ((await readFile(file, 'utf8').catch(() => '')) === text) continue
  stale.push(path)
  if (process.argv.includes('--check')) continue
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}
if (process.argv.includes('--check') && stale.length > 0) {
  console.error(`Stale: ${stale.join(', ')}. Run: npm run generate`)
  process.exitCode = 1
}
