// Writes the reference pages that are made from code, or says which are stale (--check): one truth each.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commonCheckFields, inputJsonSchema, isRecord } from '@binnacle/plugin-kit'
import { loadCheckPlugins } from '@binnacle/plugin-kit/node'
import { stringify } from 'yaml'
import { z } from 'zod'
import { describeEnvironment } from '../apps/server/src/platform/configuration.ts'
import { scriptingPage } from './lib/scripting-page.ts'

const root = new URL('../', import.meta.url)
const NOTE = '<!-- Made by scripts/generate-docs.ts; change what it is made from instead. -->\n'

type Node = Record<string, unknown>

function typeOf(node: Node): string {
  const options = node['anyOf']
  if (Array.isArray(options)) return options.filter(isRecord).map(alternativeOf).join(' or ')
  const values = node['enum']
  if (Array.isArray(values)) return values.map((value) => `\`${String(value)}\``).join(', ')
  const items = node['items']
  if (node['type'] === 'array') return `list of ${isRecord(items) ? typeOf(items) : 'anything'}`
  if (node['type'] === 'object') return isRecord(node['properties']) ? 'object' : 'map of texts'
  return node['type'] === 'string' ? 'text' : typeof node['type'] === 'string' ? node['type'] : 'anything'
}

/** One of several types: rows of its own for the keys of an object would read as if they were always there. */
function alternativeOf(node: Node): string {
  const properties = node['properties']
  return isRecord(properties) ? `\`{ ${Object.keys(properties).join(', ')} }\`` : typeOf(node)
}

function isSecret(node: Node): boolean {
  const options = node['anyOf']
  return node['secret'] === true || (Array.isArray(options) && options.filter(isRecord).some(isSecret))
}

const common = inputJsonSchema(z.strictObject(commonCheckFields))

/** Whether every check has the field, with the same meaning. */
function isCommon(name: string, field: Node): boolean {
  const properties = common['properties']
  return isRecord(properties) && JSON.stringify(properties[name]) === JSON.stringify(field)
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

async function checkPages(): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  const plugins = await loadCheckPlugins(new URL('plugins/checks/', root))
  for (const [type, { definition }] of plugins)
    pages.set(
      `docs/reference/checks/${type}.md`,
      `${NOTE}
# ${definition.title}

${definition.description}

\`\`\`yaml
${stringify({ schedule: '@every 30s', [type]: [definition.example] }, { lineWidth: 100 }).trim()}
\`\`\`

A run may take ${definition.timeoutMilliseconds / 1_000} s unless \`timeout\` says otherwise; up to ${definition.concurrency} run at once in one process.

| Field | Type | Required | Meaning |
|---|---|---|---|
${fieldRows(inputJsonSchema(definition.schema), '', isCommon).join('\n')}

Besides these it has the [fields of every check](README.md#fields-of-every-check).
`,
    )
  const list = [...plugins].map(
    ([type, { definition }]) =>
      `| [${definition.title}](${type}.md) | \`${type}\` | ${definition.description} |`,
  )
  pages.set(
    'docs/reference/checks/README.md',
    `${NOTE}
# Check types

| Type | Key in a canary | What it does |
|---|---|---|
${list.join('\n')}

## Fields of every check

| Field | Type | Required | Meaning |
|---|---|---|---|
${fieldRows(common).join('\n')}
`,
  )
  return pages
}

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

const pages = new Map([
  ...(await checkPages()),
  configurationPage(),
  ['docs/reference/scripting.md', NOTE + scriptingPage()] as const,
])
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
  console.error(`Stale: ${stale.join(', ')}. Run: npm run docs`)
  process.exitCode = 1
}
