import { formatPath, isRecord, type SegmentedProblem } from '@binnacle/plugin-kit/core'
import type { CommonScraperSpec, TransformSpec } from '@binnacle/plugin-kit/scrapers'
import { type Script, type ScriptChecker, scriptOf } from '@binnacle/scripting'

/** A script of a spec, and where it stands. */
export interface PlacedScript {
  path: readonly PropertyKey[]
  script: Script
}

type Path = readonly PropertyKey[]

const at = (language: Script['language'], path: Path, source: string | undefined): PlacedScript[] =>
  source === undefined || source.trim() === '' ? [] : [{ path, script: { language, source } }]

const cel = (path: Path, source: string | undefined) => at('cel', path, source)
const jsonPath = (path: Path, source: string | undefined) => at('jsonpath', path, source)

/** Delimiters of templates in texts of specs. */
export const textDelimiters: readonly (readonly [left: string, right: string])[] = [
  ['{{', '}}'],
  ['$(', ')'],
]

/** The templates in a text. */
function templates(path: Path, source: string | undefined): PlacedScript[] {
  return textDelimiters.flatMap((delimiters) =>
    source?.includes(delimiters[0]) === true
      ? [{ path, script: { language: 'template' as const, source, delimiters } }]
      : [],
  )
}

/** Whether a field is a path into the document, and no text. */
export function isPath(text: string): boolean {
  return text.startsWith('$') || text.startsWith('@')
}

/** Fields that are a text or a path. */
export const textFields = ['id', 'name', 'type', 'class', 'description', 'status', 'health'] as const

/** The script of a transform; undefined if it has none. */
export function transformScriptOf(transform: TransformSpec | undefined): Script | undefined {
  const { javascript, gotemplate, expr, jsonpath } = transform?.script ?? {}
  return scriptOf({ javascript, template: gotemplate, expr, jsonPath: jsonpath })
}

function transformPlaces(transform: TransformSpec): PlacedScript[] {
  const script = transformScriptOf(transform)
  const key =
    Object.entries(transform.script ?? {}).find(([, source]) => source === script?.source)?.[0] ?? ''
  const { exclude = [], mask = [], relationship = [], aliases = [], changes = {} } = transform
  return [
    ...(script === undefined ? [] : [{ path: ['script', key], script }]),
    ...exclude.flatMap(({ jsonpath }, index) => jsonPath(['exclude', index, 'jsonpath'], jsonpath)),
    ...mask.flatMap(({ selector, jsonpath }, index) => [
      ...cel(['mask', index, 'selector'], selector),
      ...jsonPath(['mask', index, 'jsonpath'], jsonpath),
    ]),
    ...relationship.flatMap((rule, index) => [
      ...cel(['relationship', index, 'filter'], rule.filter),
      ...cel(['relationship', index, 'expr'], rule.expr),
      ...Object.entries(rule).flatMap(([field, lookup]) =>
        isRecord(lookup) && field !== 'labels' && typeof lookup['expr'] === 'string'
          ? cel(['relationship', index, field, 'expr'], lookup['expr'])
          : [],
      ),
    ]),
    ...aliases.flatMap(({ filter, values }, index) => [
      ...cel(['aliases', index, 'filter'], filter),
      ...values.flatMap((value, place) => templates(['aliases', index, 'values', place], value)),
    ]),
    ...(changes.mapping ?? []).flatMap(({ filter, summary }, index) => [
      ...cel(['changes', 'mapping', index, 'filter'], filter),
      ...at('template', ['changes', 'mapping', index, 'summary'], summary),
    ]),
    ...(changes.exclude ?? []).flatMap((source, index) => cel(['changes', 'exclude', index], source)),
  ]
}

/** All scripts of the fields that every entry has. */
export function scriptsOf(common: CommonScraperSpec): PlacedScript[] {
  return [
    ...textFields.flatMap((key) => {
      const text = common[key]
      return text !== undefined && isPath(text) ? jsonPath([key], text) : []
    }),
    ...jsonPath(['items'], common.items),
    ...(common.createFields ?? []).flatMap((path, index) => jsonPath(['createFields', index], path)),
    ...(common.deleteFields ?? []).flatMap((path, index) => jsonPath(['deleteFields', index], path)),
    ...(common.tags ?? []).flatMap(({ jsonpath }, index) => jsonPath(['tags', index, 'jsonpath'], jsonpath)),
    ...(common.properties ?? []).flatMap(({ filter, links, ...texts }, index) => [
      ...cel(['properties', index, 'filter'], filter),
      ...Object.entries(texts).flatMap(([key, text]) =>
        typeof text === 'string' ? templates(['properties', index, key], text) : [],
      ),
      ...(links ?? []).flatMap((link, place) =>
        Object.entries(link).flatMap(([key, text]) =>
          templates(['properties', index, 'links', place, key], text),
        ),
      ),
    ]),
    ...(common.transform === undefined
      ? []
      : transformPlaces(common.transform).map(({ path, script }) => ({
          path: ['transform', ...path],
          script,
        }))),
  ]
}

/** Finds problems of scripts without running them. @param prefix path of their entry in the spec */
export async function scriptProblems(
  checkScript: ScriptChecker,
  prefix: Path,
  scripts: readonly PlacedScript[],
): Promise<SegmentedProblem[]> {
  const problems: SegmentedProblem[] = []
  for (const { path, script } of scripts) {
    const segments = [...prefix, ...path]
    const problem = (message: string) => problems.push({ segments, path: formatPath(segments), message })
    const checked = await checkScript(script)
    if (!checked.ok) problem(`the script cannot be checked: ${checked.failure.message}`)
    else
      for (const { line, column, message } of checked.value.errors)
        problem(`${message} (line ${line}, column ${column})`)
  }
  return problems
}
