import { access, readdir } from 'node:fs/promises'
import { isRecord, type SchemaNode } from '@binnacle/contract'

/** A type of a family: what its folder declares, and the code that is loaded with its first use. */
export interface Plugin<Definition, Run> {
  definition: Definition
  /** undefined where the folder has no code. */
  run: Run | undefined
}

/** What the pages of a family are written with. */
export interface PageTools {
  /**
   * Rows of a table of fields: path, type, whether it is required, meaning.
   * @param leaves which fields are left out
   */
  fieldRows: (schema: SchemaNode, leaves?: (name: string, field: SchemaNode) => boolean) => string[]
}

/** The reference pages of a family. */
export interface FamilyPages<Definition> {
  /** Folder of the pages, from the root of the project. */
  folder: string
  /** The page of one type, without the note that it is generated. */
  page(definition: Definition, tools: PageTools): string
  /** The page that lists all types. */
  index(definitions: readonly Definition[], tools: PageTools): string
}

/** How `npm run new <kind> <name>` makes a folder. Paths are from the root of the project. */
export interface FamilyGenerator {
  /** What one type is called: `check`. */
  kind: string
  /** Folder with a file for each file of a new type. `{{name}}` and the like are filled in. */
  templates: string
  /** Module that exports `reservedNames`, names that no type may have. */
  reserved?: string
  /** What to run after the files were changed. */
  next: readonly string[]
}

/** What makes a family of plugins: one folder a type, with `spec.ts` and, for types that do something, code beside it. */
export interface FamilyDescription<Definition, Run, Options> {
  /** Folder of the product's own types, from the root of the project. */
  folder: string
  /** What `spec.ts` declares. */
  definition: {
    /** Name of the export. */
    name: string
    /** Whether an export is a definition. Its shape is verified once, when it is loaded. */
    accepts(value: unknown): value is Definition
    /** The name of the type, which is the name of its folder. */
    typeOf(definition: Definition): string
  }
  /** The code of a type: it gets its world through the context that its parameters declare. */
  context: {
    file: string
    /** Name of the export. */
    name: string
    /** Whether a folder may have none. */
    optional: boolean
    accepts(value: unknown): value is Run
    /** A function that loads the code when it is called first. */
    lazily(load: () => Promise<Run>): Run
  }
  /**
   * Declares the tests that every type must pass; called from a test file.
   * @param folder of the family, ending in /
   */
  suite(folder: URL, options: Options): Promise<void>
  docs: FamilyPages<Definition>
  generator: FamilyGenerator
}

/** A family of plugins. */
export interface Family<Definition, Run, Options> extends FamilyDescription<Definition, Run, Options> {
  /**
   * Loads every type.
   * @param folder of the family, ending in /
   * @returns the types by their name
   * @throws when a folder does not hold what a type must
   */
  load: (folder: URL) => Promise<ReadonlyMap<string, Plugin<Definition, Run>>>
  /**
   * Writes the reference pages of the product's own types; none where there are none.
   * @param root folder of the project, ending in /
   * @returns path and text of each page, without the note that it is generated
   */
  pages: (root: URL, tools: PageTools) => Promise<[path: string, text: string][]>
}

async function importModule(url: URL): Promise<Record<string, unknown>> {
  const loaded: unknown = await import(url.href)
  return isRecord(loaded) ? loaded : {}
}

async function exists(url: URL): Promise<boolean> {
  return access(url).then(
    () => true,
    () => false,
  )
}

/** Makes a family of plugins of what describes it. */
export function defineFamily<Definition, Run, Options>(
  description: FamilyDescription<Definition, Run, Options>,
): Family<Definition, Run, Options> {
  const { definition: declared, context } = description

  async function loadRun(file: URL): Promise<Run> {
    const run = (await importModule(file))[context.name]
    if (!context.accepts(run))
      throw new TypeError(`${file.pathname} exports no function named "${context.name}"`)
    return run
  }

  async function loadFolder(folder: URL): Promise<Plugin<Definition, Run> | undefined> {
    const specFile = new URL('spec.ts', folder)
    if (!(await exists(specFile))) return undefined
    const definition = (await importModule(specFile))[declared.name]
    if (!declared.accepts(definition))
      throw new TypeError(
        `${specFile.pathname} exports no ${description.generator.kind} definition named "${declared.name}"`,
      )
    const runFile = new URL(context.file, folder)
    if (context.optional && !(await exists(runFile))) return { definition, run: undefined }
    let loaded: Promise<Run> | undefined
    const run = context.lazily(() => {
      loaded ??= loadRun(runFile)
      return loaded
    })
    return { definition, run }
  }

  async function load(family: URL): Promise<ReadonlyMap<string, Plugin<Definition, Run>>> {
    const plugins = new Map<string, Plugin<Definition, Run>>()
    const entries = await readdir(family, { withFileTypes: true })
    for (const entry of entries.toSorted((a, b) => a.name.localeCompare(b.name))) {
      if (!entry.isDirectory()) continue
      const plugin = await loadFolder(new URL(`${entry.name}/`, family))
      if (plugin !== undefined) plugins.set(declared.typeOf(plugin.definition), plugin)
    }
    return plugins
  }

  return {
    ...description,
    load,
    async pages(root, tools) {
      const { folder, docs } = description
      const definitions = [...(await load(new URL(`${folder}/`, root)))].map(
        ([type, { definition }]) => [type, definition] as const,
      )
      if (definitions.length === 0) return []
      const index = docs.index(
        definitions.map(([, definition]) => definition),
        tools,
      )
      return [
        ...definitions.map(([type, definition]): [string, string] => [
          `${docs.folder}/${type}.md`,
          docs.page(definition, tools),
        ]),
        [`${docs.folder}/README.md`, index],
      ]
    },
  }
}
