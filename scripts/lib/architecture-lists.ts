// The lists of docs/architecture.md that come from the code.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { events } from '@binnacle/contract/kinds'
import { checkFamily, connectionFamily, type Family } from '@binnacle/plugin-kit/families'
import { z } from 'zod'
import { lanes } from '../../apps/server/src/platform/jobs/define.ts'
import { families } from './families.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const inProject = (...parts: readonly string[]): string => join(root, ...parts)

const described = z.object({ name: z.string(), description: z.string() })

const read = (...path: readonly string[]): string => readFileSync(inProject(...path), 'utf8')

/** Files below a folder of the project, as paths from its root, in the order of their names. */
function filesBelow(folder: string, accepts: RegExp): string[] {
  return readdirSync(inProject(...folder.split('/')), { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && accepts.test(entry.name) && !entry.parentPath.includes('node_modules'),
    )
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted()
}

/** A table in the form that the formatter of the project leaves as it is. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  )
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

/** Joins the lines of a doc comment. */
const sentences = (comment: string): string =>
  comment
    .split('\n')
    .map((text) => text.replace(/^\s*\*? ?/, ''))
    .join(' ')
    .trim()

/** The doc comments of what matches a pattern with the name as its only group, by that name. */
function commentsOf(path: string, pattern: RegExp): [string, string][] {
  const comment = String.raw`/\*\*((?:(?!\*/)[^])*)\*/\s*`
  return [...read(path).matchAll(new RegExp(comment + pattern.source, 'g'))].map(
    ([, text = '', name = '']) => [name, sentences(text)],
  )
}

function moduleRows(): string[][] {
  const app = read('apps', 'server', 'src', 'app.ts')
  return [...app.matchAll(/import \{ (open\w+) \} from '\.\/modules\/([\w-]+)\/index\.ts'/g)].map(
    ([, open = '', folder = '']) => {
      const path = `apps/server/src/modules/${folder}/index.ts`
      const found = commentsOf(path, /export const (\w+): OpenModule/).find(([name]) => name === open)
      if (found === undefined) throw new Error(`${path}: ${open} has no doc comment`)
      return [`\`${folder}\``, found[1]]
    },
  )
}

/** Every family of plugins: its folder, what makes a new one, and its types. */
async function familyRows(): Promise<string[][]> {
  return Promise.all(
    families.map(async ({ folder, docs, generator: { kind }, load }) => {
      const { size } = await load(new URL(`${folder}/`, new URL('../../', import.meta.url)))
      const pages = `${docs.folder.replace(/^docs\//, '')}/README.md`
      return [
        `\`${folder}\``,
        `\`npm run new ${kind} NAME\``,
        size === 0 ? 'none yet' : `[${size}](${pages})`,
      ]
    }),
  )
}

/** Every workspace with its description, those of one folder of workspaces after each other. */
function packageRows(): string[][] {
  const { workspaces } = z.object({ workspaces: z.array(z.string()) }).parse(JSON.parse(read('package.json')))
  const folders = workspaces.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return [pattern]
    const parent = pattern.slice(0, -2)
    // Tests make folders beside the types for a while; as for npm, a name with a dot before it is no workspace.
    return readdirSync(inProject(...parent.split('/')))
      .filter((name) => !name.startsWith('.'))
      .toSorted()
      .map((name) => `${parent}/${name}`)
  })
  return folders.map((folder) => [
    `\`${folder}\``,
    described.parse(JSON.parse(read(folder, 'package.json'))).description,
  ])
}

async function typeList<Definition, Run, Options>(family: Family<Definition, Run, Options>): Promise<string> {
  const folder = family.docs.folder.replace(/^docs\//, '')
  const types = [
    ...(await family.load(new URL(`${family.folder}/`, new URL('../../', import.meta.url)))).keys(),
  ]
  return types.map((type) => `[${type}](${folder}/${type}.md)`).join(', ')
}

/** What `defineJob` is called with, read from the code: opening the modules would need a database. */
function jobRows(): string[][] {
  return filesBelow('apps/server/src', /(?<!\.test)\.ts$/).flatMap((path) =>
    [...read(path).matchAll(/defineJob(?:<\w+>)?\(\{([^]*?)\brun\b/g)].map(([, text = '']) => {
      const value = (key: string) => new RegExp(`\\b${key}: ('([^']*)'|\\w+)`).exec(text)
      const name = value('name')?.[2]
      const lane = value('lane')?.[2]
      if (name === undefined || lane === undefined) throw new Error(`${path}: a job without a name or a lane`)
      const cron = value('cron')
      const when = cron === null ? 'when it is added' : `\`${cron[2] ?? cron[1] ?? ''}\``
      return [`\`${name}\``, `\`${lane}\``, when, value('record')?.[1] === 'true' ? 'yes' : '', `\`${path}\``]
    }),
  )
}

function laneRows(): string[][] {
  const comments = new Map(commentsOf('apps/server/src/platform/jobs/define.ts', /(\w+): \{ concurrency/))
  return Object.entries(lanes).map(([name, { concurrency, timeLimit }]) => [
    `\`${name}\``,
    comments.get(name) ?? '',
    String(concurrency),
    `${timeLimit / 60_000} min`,
  ])
}

function eventRows(): string[][] {
  return Object.entries(events).map(([name, { version, when }]) => [`\`${name}\``, String(version), when])
}

const migrations = () => filesBelow('apps/server', /\.sql$/).filter((path) => /\/migrations\//.test(path))

/** Topics with the tables whose triggers announce them. */
function topicRows(): string[][] {
  const sql = migrations()
    .map((path) => read(path))
    .join('\n')
  const found = [
    ...sql.matchAll(/announce_changes_of\('core\.(\w+)', '(\w+)'/g),
    ...sql.matchAll(/ on core\.(\w+)[^;]*?execute function core\.announce\('(\w+)'/g),
    // A function that announces one topic, for triggers with their own conditions.
    ...[
      ...sql.matchAll(/function core\.(announce_\w+)\(\) returns trigger(?:(?!\$\$;)[^])*?'topic', '(\w+)'/g),
    ].flatMap(([, announcer = '', topic = '']) =>
      [
        ...sql.matchAll(new RegExp(` on core\\.(\\w+)[^;]*?execute function core\\.${announcer}\\(\\)`, 'g')),
      ].map(([, name = '']) => ['', name, topic]),
    ),
  ]
  const tables = new Map<string, Set<string>>()
  for (const [, name = '', topic = ''] of found)
    tables.set(topic, (tables.get(topic) ?? new Set()).add(`\`${name}\``))
  return [...tables]
    .toSorted(([left], [right]) => left.localeCompare(right))
    .map(([topic, names]) => [`\`${topic}\``, [...names].join(', ')])
}

/** Tables with the migration that created them; partitions belong to their table. */
function tableRows(): string[][] {
  return migrations().flatMap((path) => {
    const created = [
      ...read(path).matchAll(/^create (?:unlogged )?table core\.(\w+)\b(?! partition of)/gm),
    ].map(([, name = '']) => name)
    return created.length === 0
      ? []
      : [[`\`${path.replace('apps/server/', '')}\``, created.map((name) => `\`${name}\``).join(', ')]]
  })
}

/** The lists by the names of their places in the page. */
export async function architectureLists(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['modules', table(['Module', 'What it does'], moduleRows())],
    ['packages', table(['Folder', 'What it contains'], packageRows())],
    ['families', table(['Folder', 'A new type', 'Types'], await familyRows())],
    ['check types', await typeList(checkFamily)],
    ['connection types', await typeList(connectionFamily)],
    ['lanes', table(['Lane', 'What runs in it', 'At once', 'Time limit'], laneRows())],
    ['jobs', table(['Job', 'Lane', 'Runs (cron, UTC)', 'In the job history', 'Defined in'], jobRows())],
    ['events', table(['Event', 'Version', 'When it is emitted'], eventRows())],
    ['topics', table(['Topic', 'Tables'], topicRows())],
    ['tables', table(['Migration (below `apps/server`)', 'Tables of `core`'], tableRows())],
  ])
}

/**
 * Puts the lists into their places in a page, which stand between `<!-- generated: NAME -->` and `<!-- end -->`.
 * @throws if the page has no place for a list, or a place for none
 */
export function withLists(page: string, lists: ReadonlyMap<string, string>): string {
  const missing = new Set(lists.keys())
  const filled = page.replaceAll(
    /(<!-- generated: ([\w ]+) -->\n)[^]*?(<!-- end -->)/g,
    (_, start: string, name: string, end: string) => {
      const list = lists.get(name)
      if (list === undefined) throw new Error(`docs/architecture.md: there is no list ${name}`)
      missing.delete(name)
      return `${start}\n${list}\n\n${end}`
    },
  )
  if (missing.size > 0) throw new Error(`docs/architecture.md has no place for: ${[...missing].join(', ')}`)
  return filled
}
