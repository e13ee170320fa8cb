import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartFailure } from '../start-failure.ts'

/** A migration of this release. */
export interface MigrationFile {
  /** Name of the file without its extension. Unlike its folder, it never changes. */
  name: string
  /** Path relative to the folder of the server, for messages. */
  path: string
  text: string
  /** Identifies the content of the file. It is stored with the applied migration. */
  digest: string
  /** Why older releases cannot work with the database after it; undefined if they can. */
  oneWay: string | undefined
}

/** A file of views and functions. */
export interface ViewFile {
  path: string
  text: string
}

export interface MigrationFiles {
  /** In the order of their names, which begin with dates. */
  migrations: readonly MigrationFile[]
  /** Each after those that it names in its first line. */
  views: readonly ViewFile[]
}

const serverFolder = fileURLToPath(new URL('../../../', import.meta.url))
const MIGRATIONS = ['src/modules/*/migrations/*.sql', 'src/platform/*/migrations/*.sql']
const VIEWS = ['src/modules/*/views/*.sql', 'src/platform/*/views/*.sql']

const migrationName = /^\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3])[0-5]\d-[a-z0-9-]+$/
const viewName = /^[a-z][a-z0-9-]*$/

/** Line endings of a checkout do not count. */
const digestOf = (text: string) =>
  `sha256:${createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')}`

/** The reason of a line `-- One way: reason`; undefined without one. */
const oneWayOf = (text: string) => /^-- One way: (.+)$/m.exec(text)?.[1]?.trim()

/** By name; the path only decides the order in a message about two files of one name. */
const order = (path: string) => `${basename(path)} ${path}`

async function find(folder: string, patterns: readonly string[], name: RegExp): Promise<ViewFile[]> {
  const paths: string[] = []
  for await (const path of glob(patterns, { cwd: folder })) paths.push(path.replaceAll('\\', '/'))
  const odd = paths.find((path) => !name.test(basename(path, '.sql')))
  if (odd !== undefined) throw new StartFailure(`${odd}: its name must match ${String(name)}`)
  const byName = paths.toSorted((one, other) => (order(one) < order(other) ? -1 : 1))
  for (const [index, path] of byName.entries()) {
    const next = byName[index + 1]
    if (next !== undefined && basename(path) === basename(next))
      throw new StartFailure(`${path} and ${next} have the same name. Rename one of them.`)
  }
  return Promise.all(
    byName.map(async (path) => ({
      path,
      text: await readFile(join(folder, path), 'utf8'),
    })),
  )
}

const viewsOf = (path: string) => basename(path, '.sql')

/** Names of the files whose views and functions a file uses when it is applied: `-- After: masked, histograms`. */
const neededOf = ({ text }: ViewFile) =>
  (/^-- After: (.+)/.exec(text)?.[1] ?? '').split(',').flatMap((name) => name.trim() || [])

/**
 * Orders files of views so that each comes after those that it needs.
 * @param files in the order of those that need nothing of each other
 * @throws StartFailure if a file needs one that does not exist, or that needs it in turn
 */
export function orderViews(files: readonly ViewFile[]): ViewFile[] {
  const byName = new Map(files.map((file) => [viewsOf(file.path), file]))
  const ordered = new Set<ViewFile>()
  const add = (file: ViewFile, users: readonly ViewFile[]) => {
    if (ordered.has(file)) return
    if (users.includes(file))
      throw new StartFailure(
        `${[...users.slice(users.indexOf(file)), file].map(({ path }) => path).join(' needs ')}: none of them can be first.`,
      )
    for (const name of neededOf(file)) {
      const needed = byName.get(name)
      if (needed === undefined) throw new StartFailure(`${file.path}: there are no views named ${name}.`)
      add(needed, [...users, file])
    }
    ordered.add(file)
  }
  for (const file of files) add(file, [])
  return [...ordered]
}

function migrationOf({ path, text }: ViewFile): MigrationFile {
  return {
    name: basename(path, '.sql'),
    path,
    text,
    digest: digestOf(text),
    oneWay: oneWayOf(text),
  }
}

/**
 * Finds the migrations and views of all modules and of the platform.
 * @param folder of the server; another one in tests
 * @throws StartFailure if the name of a file is invalid or not unique
 */
export async function readMigrationFiles(folder = serverFolder): Promise<MigrationFiles> {
  const [migrations, views] = await Promise.all([
    find(folder, MIGRATIONS, migrationName),
    find(folder, VIEWS, viewName),
  ])
  return { migrations: migrations.map(migrationOf), views: orderViews(views) }
}
