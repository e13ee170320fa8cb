import { access, readdir } from 'node:fs/promises'
import type { CheckDefinition, RunCheck } from './check.ts'
import { z } from 'zod'
import type { CommonCheckSpec } from './common-fields.ts'
import { isRecord } from './json.ts'

/** A check type as its folder gives it. `run` is loaded when the first check of the type runs. */
export interface CheckPlugin {
  definition: CheckDefinition
  run: RunCheck<CommonCheckSpec>
}

const definitionShape = z.object({
  type: z.string(),
  title: z.string(),
  description: z.string(),
  icon: z.string(),
  schema: z.instanceof(z.ZodType),
  example: z.looseObject({ name: z.string() }),
  timeoutMilliseconds: z.number().positive(),
  concurrency: z.number().int().positive(),
})

/** A folder's exports are typed where they are written; here their shape is verified once, at the border. */
function isDefinition(value: unknown): value is CheckDefinition {
  return definitionShape.safeParse(value).success
}

function isRun(value: unknown): value is RunCheck<CommonCheckSpec> {
  return typeof value === 'function'
}

async function load(url: URL): Promise<Record<string, unknown>> {
  const loaded: unknown = await import(url.href)
  return isRecord(loaded) ? loaded : {}
}

async function loadRun(runFile: URL): Promise<RunCheck<CommonCheckSpec>> {
  const run = (await load(runFile))['run']
  if (!isRun(run)) throw new TypeError(`${runFile.pathname} exports no function named "run"`)
  return run
}

async function exists(url: URL): Promise<boolean> {
  return access(url).then(
    () => true,
    () => false,
  )
}

/**
 * Loads every check type of a family: one folder each, with `spec.ts` and `run.ts`.
 * @param family the folder of the family, ending in /
 * @returns the types by their name
 * @throws when a folder does not hold what a check type must
 */
export async function loadCheckPlugins(family: URL): Promise<ReadonlyMap<string, CheckPlugin>> {
  const plugins = new Map<string, CheckPlugin>()
  const entries = await readdir(family, { withFileTypes: true })
  for (const entry of entries.toSorted((a, b) => a.name.localeCompare(b.name))) {
    const folder = new URL(`${entry.name}/`, family)
    const specFile = new URL('spec.ts', folder)
    if (!entry.isDirectory() || !(await exists(specFile))) continue
    const definition = (await load(specFile))['check']
    if (!isDefinition(definition))
      throw new TypeError(`${specFile.pathname} exports no check definition named "check"`)
    const runFile = new URL('run.ts', folder)
    let loaded: Promise<RunCheck<CommonCheckSpec>> | undefined
    plugins.set(definition.type, {
      definition,
      run: async (spec, context) => {
        loaded ??= loadRun(runFile)
        return (await loaded)(spec, context)
      },
    })
  }
  return plugins
}
