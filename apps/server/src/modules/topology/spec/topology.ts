import { setImmediate } from 'node:timers/promises'
import { fail, REQUIRED, type Result, succeed } from '@binnacle/contract/core'
import { wrongKind } from '@binnacle/contract/schema'
import type { ScriptObject } from '@binnacle/plugin-kit/checks'
import {
  formatPath,
  isRecord,
  problemsOf,
  type SchemaNode,
  type SegmentedProblem,
} from '@binnacle/plugin-kit/core'
import { createScriptChecker, type Script, scriptOf, weightOf } from '@binnacle/scripting'
import type { TaskPool } from '@binnacle/scripting/tasks'
import { createYamlReader } from '@binnacle/scripting/yaml'
import { z } from 'zod'
import type { SpecParser } from '../../../platform/specs/read-spec.ts'
import type { SpecTypes } from '../../../platform/specs/types.ts'
import { textDelimiters } from '../../catalog/index.ts'
import type { Lookups, ParsedLookupChecks } from '../../health/index.ts'
import { canonicalTopology } from './canonical.ts'
import { catalogLookup, MOST_ITEMS, selector } from './fields.ts'
import { DEFAULT_SCHEDULE } from './schedule.ts'
import {
  oneCatalogLookup,
  ownFields,
  propertyOwn,
  topFields,
  type TopologySchemas,
  topologySchemas,
} from './schema.ts'
import { templatedDestinations } from './templated-destinations.ts'

export type Path = readonly PropertyKey[]

/** A lookup: checks whose answers are components or properties. */
export interface ParsedLookup {
  place: Path
  checks: ParsedLookupChecks | undefined
  catalog: readonly z.output<typeof catalogLookup>[]
}

export interface ParsedProperty {
  place: Path
  fields: z.output<typeof propertyOwn>
  lookup: ParsedLookup | undefined
}

/** A check of a component: those that exist already, or one that is made for it. */
export interface ParsedComponentCheck {
  selector?: z.output<typeof selector>
  inline?: Readonly<Record<string, unknown>>
}

/** What each component of a node gets, as written: its texts are templates. */
export interface ParsedForEach {
  place: Path
  written: Readonly<Record<string, unknown>>
}

export interface ParsedComponent {
  place: Path
  fields: z.output<typeof ownFields>
  lookup: ParsedLookup | undefined
  components: readonly ParsedComponent[]
  properties: readonly ParsedProperty[]
  checks: readonly ParsedComponentCheck[]
  forEach: ParsedForEach | undefined
}

/** A parsed spec of a topology. */
export interface ParsedTopology {
  /** The written spec in normal spelling. */
  input: Record<string, unknown>
  schedule: string
  fields: z.output<typeof topFields>
  components: readonly ParsedComponent[]
  properties: readonly ParsedProperty[]
}

/** Parts of a topology that runs parse again after their templates are filled. */
export interface ParsedParts {
  components: readonly ParsedComponent[]
  properties: readonly ParsedProperty[]
  checks: readonly ParsedComponentCheck[]
  selectors: readonly z.output<typeof selector>[]
  configs: readonly z.output<typeof selector>[]
  relationships: z.output<typeof ownFields>['relationships']
}

/** Parses and validates topologies. */
export interface TopologyParser extends SpecParser<ParsedTopology> {
  schemas: TopologySchemas
  /** The lists of a topology that have secrets, as the shared code of specs knows types. */
  types: SpecTypes
  /** Parses what a component gets, after its templates are filled. @param place of it in the spec */
  parseParts(
    this: void,
    written: Readonly<Record<string, unknown>>,
    place: Path,
  ): Promise<Result<ParsedParts, SegmentedProblem[]>>
}

/** Longest text of a spec. */
export const LARGEST_SPEC = 1_048_576
/** Most values of a spec, where 16 characters of text count as one: about as many as fit into a file. */
const MOST_WEIGHT = 200_000
/** Most problems in an answer. */
const MOST_PROBLEMS = 100
/** Most levels of components in a spec. */
const MOST_LEVELS = 20
/** Components that are parsed before other requests get a turn. */
const TURN = 50

const LED_SECRET =
  'a template must not decide where the secret beside it goes; use a stored connection, which gives its secrets to its own servers only'

const containers: ReadonlySet<string> = new Set(['components', 'properties', 'checks', 'lookup', 'forEach'])

const checkShape = z.strictObject({
  selector: selector.optional(),
  inline: z.record(z.string(), z.unknown()).optional(),
})

const listShape = z.strictObject({
  selectors: ownFields.shape.selectors,
  configs: ownFields.shape.configs,
  relationships: ownFields.shape.relationships,
})
const keys = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, {}]))
const checkSchema: SchemaNode = { properties: keys('selector', 'inline') }
const forEachSchema: SchemaNode = {
  properties: keys('components', 'properties', 'configs', 'selectors', 'relationships', 'checks'),
}

/** The texts of a value that are templates, with their places. */
function* templatesIn(value: unknown, place: Path): Generator<{ place: Path; script: Script }> {
  if (typeof value === 'string') {
    for (const delimiters of textDelimiters)
      if (value.includes(delimiters[0]))
        yield { place, script: { language: 'template', source: value, delimiters } }
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* templatesIn(item, [...place, index])
  } else if (isRecord(value)) {
    for (const [key, item] of Object.entries(value)) yield* templatesIn(item, [...place, key])
  }
}

/** Makes the parser. @param lookups parses the checks of lookups */
export function createTopologyParser(lookups: Lookups, tasks: TaskPool): TopologyParser {
  const schemas = topologySchemas(lookups.parser.jsonSchema)
  const checkScript = createScriptChecker(tasks)
  const types: SpecTypes = new Map(
    (['component', 'property'] as const).map((part) => {
      const type = part === 'component' ? 'components' : 'properties'
      return [type, { definition: { type }, jsonSchema: schemas[part] }]
    }),
  )

  /**
   * A parse of one spec: gathers problems, and gives others a turn now and then.
   * @param isStored whether it is one that was saved: what is refused of new ones since then still runs
   */
  function startParse(isStored: boolean) {
    const problems: SegmentedProblem[] = []
    let count = 0
    /** Levels of parts whose texts are templates. */
    let templated = 0

    const complain = (place: Path, message: string) =>
      void problems.push({ segments: [...place], path: formatPath(place), message })
    const complainAll = (place: Path, found: readonly SegmentedProblem[]) => {
      for (const { segments, message } of found) complain([...place, ...segments], message)
    }

    function shaped<Shape extends z.ZodType>(
      shape: Shape,
      written: unknown,
      place: Path,
      node: SchemaNode,
    ): z.output<Shape> | undefined {
      const parsed = shape.safeParse(written)
      if (parsed.success) return parsed.data
      complainAll(place, problemsOf(parsed.error, node))
      return undefined
    }

    async function checkOne(place: Path, script: Script | undefined): Promise<void> {
      if (script === undefined) return
      const checked = await checkScript(script)
      if (!checked.ok) complain(place, `the script cannot be checked: ${checked.failure.message}`)
      else
        for (const { line, column, message } of checked.value.errors)
          complain(place, `${message} (line ${line}, column ${column})`)
    }
    const checkObject = (place: Path, object: ScriptObject | undefined) =>
      checkOne(place, object === undefined ? undefined : scriptOf(object))
    const checkCel = (place: Path, source: string | undefined) =>
      checkOne(place, source === undefined ? undefined : { language: 'cel', source })

    function refuseLedSecrets(checks: Readonly<Record<string, unknown>>, place: Path): void {
      if (isStored || templated === 0) return
      for (const at of templatedDestinations(lookups.types, checks)) complain([...place, ...at], LED_SECRET)
    }

    function listAt(written: unknown, place: Path): readonly unknown[] {
      if (written === undefined) return []
      if (!Array.isArray(written)) complain(place, wrongKind('array'))
      else if (written.length > MOST_ITEMS) complain(place, `too many items; the most is ${MOST_ITEMS}`)
      else return written
      return []
    }

    async function parseLookup(written: unknown, place: Path): Promise<ParsedLookup | undefined> {
      if (written === undefined) return undefined
      if (!isRecord(written)) {
        complain(place, wrongKind('object'))
        return undefined
      }
      const { catalog: inCatalog, ...checks } = written
      const catalog = listAt(inCatalog, [...place, 'catalog']).flatMap((one, index) => {
        const parsed = shaped(catalogLookup, one, [...place, 'catalog', index], oneCatalogLookup)
        return parsed === undefined ? [] : [parsed]
      })
      for (const [index, { display }] of catalog.entries())
        await checkObject([...place, 'catalog', index, 'display'], display)
      if (Object.keys(checks).length === 0 && inCatalog !== undefined)
        return { place, checks: undefined, catalog }
      refuseLedSecrets(checks, place)
      const parsed = await lookups.parse(checks)
      if (parsed.ok) return { place, checks: parsed.value, catalog }
      complainAll(place, parsed.failure)
      return undefined
    }

    async function parseProperties(written: unknown, place: Path): Promise<ParsedProperty[]> {
      const found: ParsedProperty[] = []
      for (const [index, one] of listAt(written, place).entries()) {
        const at = [...place, index]
        if (!isRecord(one)) {
          complain(at, wrongKind('object'))
          continue
        }
        const { lookup: lookupInput, ...own } = one
        const fields = shaped(propertyOwn, own, at, schemas.property)
        const lookup = await parseLookup(lookupInput, [...at, 'lookup'])
        if (fields === undefined) continue
        if (fields.name === undefined && lookupInput === undefined) complain([...at, 'name'], REQUIRED)
        await checkObject([...at, 'summary'], fields.summary)
        await checkObject([...at, 'configLookup', 'display'], fields.configLookup?.display)
        found.push({ place: at, fields, lookup })
      }
      return found
    }

    async function parseChecks(written: unknown, place: Path): Promise<ParsedComponentCheck[]> {
      const found: ParsedComponentCheck[] = []
      for (const [index, one] of listAt(written, place).entries()) {
        const at = [...place, index]
        const check = shaped(checkShape, one, at, checkSchema)
        if (check === undefined) continue
        const { selector: chosen, inline } = check
        if ((chosen === undefined) === (inline === undefined))
          complain(at, 'give either "selector" or "inline"')
        if (inline !== undefined) {
          refuseLedSecrets(inline, [...at, 'inline'])
          const parsed = await lookups.parse(inline)
          if (!parsed.ok) complainAll([...at, 'inline'], parsed.failure)
        }
        found.push({
          ...(chosen === undefined ? {} : { selector: chosen }),
          ...(inline === undefined ? {} : { inline }),
        })
      }
      return found
    }

    async function parseForEach(
      written: unknown,
      place: Path,
      level: number,
    ): Promise<ParsedForEach | undefined> {
      if (written === undefined) return undefined
      if (!isRecord(written)) {
        complain(place, wrongKind('object'))
        return undefined
      }
      for (const { place: at, script } of templatesIn(written, place)) await checkOne(at, script)
      templated += 1
      await parseLists(written, place, level)
      templated -= 1
      return { place, written }
    }

    async function parseLists(
      written: Readonly<Record<string, unknown>>,
      place: Path,
      level: number,
    ): Promise<ParsedParts> {
      const { components, properties, checks, ...rest } = written
      const lists = shaped(listShape, rest, place, forEachSchema)
      return {
        components: await parseComponents(components, [...place, 'components'], level + 1),
        properties: await parseProperties(properties, [...place, 'properties']),
        checks: await parseChecks(checks, [...place, 'checks']),
        selectors: lists?.selectors ?? [],
        configs: lists?.configs ?? [],
        relationships: lists?.relationships,
      }
    }

    async function parseComponents(written: unknown, place: Path, level: number): Promise<ParsedComponent[]> {
      const list = listAt(written, place)
      if (list.length > 0 && level > MOST_LEVELS) {
        complain(place, `components are nested too deeply; the most is ${MOST_LEVELS} levels`)
        return []
      }
      const found: ParsedComponent[] = []
      for (const [index, one] of list.entries()) {
        const at = [...place, index]
        count += 1
        if (count % TURN === 0) await setImmediate()
        if (problems.length >= MOST_PROBLEMS) return found
        if (!isRecord(one)) {
          complain(at, wrongKind('object'))
          continue
        }
        const own = Object.fromEntries(Object.entries(one).filter(([key]) => !containers.has(key)))
        const fields = shaped(ownFields, own, at, schemas.component)
        const { lookup: lookupInput, components: below, forEach } = one
        if (lookupInput !== undefined && below !== undefined)
          complain(
            [...at, 'components'],
            'a component has either "lookup" or "components"; write them in "forEach"',
          )
        if (lookupInput === undefined && fields !== undefined && (fields.name ?? '').trim() === '')
          complain([...at, 'name'], REQUIRED)
        const lookup = await parseLookup(lookupInput, [...at, 'lookup'])
        const components = await parseComponents(below, [...at, 'components'], level + 1)
        const properties = await parseProperties(one['properties'], [...at, 'properties'])
        const checks = await parseChecks(one['checks'], [...at, 'checks'])
        const each = await parseForEach(forEach, [...at, 'forEach'], level)
        if (fields === undefined) continue
        await checkObject([...at, 'id'], fields.id)
        await checkCel([...at, 'healthExpr'], fields.healthExpr)
        await checkCel([...at, 'statusExpr'], fields.statusExpr)
        found.push({ place: at, fields, lookup, components, properties, checks, forEach: each })
      }
      return found
    }

    return {
      problems,
      complain,
      complainAll,
      shaped,
      checkCel,
      checkObject,
      parseComponents,
      parseProperties,
      parseLists,
    }
  }

  return {
    yaml: createYamlReader(tasks),
    jsonSchema: schemas.linked,
    isSpecKey: (key) => key in topFields.shape || key === 'components' || key === 'properties',
    schemas,
    types,
    canonical: (written) => canonicalTopology(schemas.linked, lookups.types, written),

    async parse(written, isStored = false) {
      const one = startParse(isStored)
      const { problems } = one
      if (weightOf(written, MOST_WEIGHT) > MOST_WEIGHT) {
        one.complain([], 'the spec is too large; split it into several topologies')
        return fail(problems)
      }
      const input = canonicalTopology(schemas.linked, lookups.types, written)
      if (!isRecord(input)) {
        one.complain([], 'a topology is a map of keys')
        return fail(problems)
      }
      const { components: above, properties: known, ...own } = input
      const fields = one.shaped(topFields, own, [], schemas.linked)
      const components = await one.parseComponents(above, ['components'], 1)
      const properties = await one.parseProperties(known, ['properties'])
      if (fields !== undefined) {
        await one.checkObject(['id'], fields.id)
        await one.checkCel(['healthExpr'], fields.healthExpr)
        await one.checkCel(['statusExpr'], fields.statusExpr)
        if (components.length === 0 && fields.catalog === undefined && problems.length === 0)
          one.complain(['components'], 'there is no component; add some, or a rule "catalog"')
      }
      if (fields === undefined || problems.length > 0) return fail(problems.slice(0, MOST_PROBLEMS))
      return succeed({ input, schedule: fields.schedule ?? DEFAULT_SCHEDULE, fields, components, properties })
    },

    async parseParts(written, place) {
      const one = startParse(true)
      const parts = await one.parseLists(written, place, place.length / 2)
      return one.problems.length > 0 ? fail(one.problems) : succeed(parts)
    },
  }
}
