import { access, readdir } from 'node:fs/promises'
import { isRecord, type SchemaNode } from '@binnacle/contract/schema'

/** A type of a family: its definition, and its code, which is loaded at its first use. */
export interface Plugin<Definition, Run> {
  definition: Definition
  /** Undefined if the folder has no code. */
  run: Run | undefined
}

/** Functions that pages of a family use. */
export interface PageTools {
  /**
   * Makes rows of a table of fields: path, type, whether it is required, meaning.
   * @param leaves which fields to leave out
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

/** How `npm run new <kind> <name>` creates a folder. Paths are relative to the root of the project. */
interface FamilyGenerator {
  /** Name of one type, such as `check`. */
  kind: string
  /** Folder of templates for the files of a new type, with placeholders such as `{{name}}`. */
  templates: string
  /** Module that exports `reservedNames`, the names that no type may have. */
  reserved?: string
  /** Commands that the author should run next. */
  next: readonly string[]
}

/** Describes a family of plugins: one folder for each type, with `spec.ts` and, unless `optional`, a file of code. */
export interface FamilyDescription<Definition, Run, Options> {
  /** Folder of the types, relative to the root of the project. */
  folder: string
  /** The definition that `spec.ts` exports. */
  definition: {
    /** Name of the export. */
    name: string
    /** Whether an export is a definition. Called once, when it is loaded. */
    accepts(value: unknown): value is Definition
    /** The name of the type, which is the name of its folder. */
    typeOf(definition: Definition): string
  }
  /** The code of a type. It uses nothing but the context in its parameters. */
  context: {
    file: string
    /** Name of the export. */
    name: string
    /** Whether a folder may have no code. */
    optional: boolean
    accepts(value: unknown): value is Run
    /** Returns a function that loads the code at its first call. */
    lazily(load: () => Promise<Run>): Run
  }
  /**
   * Declares the tests that every type must pass. Call it in a test file.
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
   * @throws if a folder is not a complete type
   */
  load: (folder: URL) => Promise<ReadonlyMap<string, Plugin<Definition, Run>>>
  /**
   * Writes the reference pages of the product's own types; none without such types.
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

/**
 * Defines a family of plugins.
 * @example
 * export const actionFamily = defineFamily({
 *   folder: 'plugins/actions',
 *   definition: {
 *     name: 'action',
 *     accepts: (value: unknown): value is ActionDefinition => runnableShape.safeParse(value).success,
 *     typeOf: ({ type }) => type,
 *   },
 *   context: {
 *     file: 'run.ts',
 *     name: 'run',
 *     optional: false,
 *     accepts: (value: unknown): value is RunAction => typeof value === 'function',
 *     lazily: (load) => async (spec, context) => (await load())(spec, context),
 *   },
 *   suite: async (folder, options: RunForTestOptions) => describeActionFamily(folder, options),
 *   docs: runnablePages<ActionDefinition>(
 *     { folder: 'docs/reference/actions', types: 'Playbook actions', does: 'What it does' },
 *     ({ type, example }) => ({ actions: [{ name: type, [type]: example }] }),
 *   ),
 *   generator: { kind: 'action', templates: 'scripts/templates/action', next: ['npm run verify'] },
 * })
 */
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
