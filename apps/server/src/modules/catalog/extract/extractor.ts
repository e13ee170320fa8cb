import { fail, type Result, succeed } from '@binnacle/contract/core'
import { healthOf } from '@binnacle/health-rules'
import type { Json, RunContext } from '@binnacle/plugin-kit/core'
import type {
  CommonScraperSpec,
  ScrapeOutput,
  ScrapedChange,
  ScrapedCost,
  ScrapedInsight,
  ScrapedItem,
} from '@binnacle/plugin-kit/scrapers'
import { isPath, transformScriptOf } from '../scraper-spec/scripts.ts'
import type { StoreInput, ItemInput, ScraperIdentity } from '../store/input.ts'
import { withAttributes } from './attributes.ts'
import { changeOf, documentChangeRules } from './changes.ts'
import { costOf } from './costs.ts'
import type { EntryCompleteness } from './completeness.ts'
import { isJson, isJsonRecord, type Path, scalarText, withValuesAt } from './documents.ts'
import { classOfType, type Draft, draftOf, labelOf, scriptVariables } from './draft.ts'
import { documentOf } from './format.ts'
import { insightId, splitFull } from './full.ts'
import { itemId } from './ids.ts'
import { isDigestRule, type Mask, maskDocument, maskText, maskTexts } from './masking.ts'
import { matchesPatterns } from './patterns.ts'
import { propertiesOf } from './properties.ts'
import { relationshipsOf } from './relationships.ts'
import type { RuleLog } from './rules.ts'
import type { Scripting } from './scripting.ts'
import { severityOfType } from './severity.ts'

/** What the extraction of one entry needs. */
export interface ExtractorOptions {
  /** The fields that every entry has. */
  common: CommonScraperSpec
  /** Whether documents are taken apart into config, changes, analysis and costs. */
  full: boolean
  scraper: ScraperIdentity
  scripting: Scripting
  mask: Mask
  completeness: EntryCompleteness
  rules: RuleLog
  work: RunContext['work']
  now: () => Date
}

/** Turns what a source has into what the store takes: extracted, transformed, masked, and with health. */
export interface Extractor {
  ready(scraped: ScrapeOutput): Promise<StoreInput[]>
}

/** Rule of the preview under which masks without a rule stand. */
const DETECTED = 'masked by its look'

const annotationPrefixes = ['config-db.flanksource.com/', 'binnacle.dev/']

/** Whether an annotation of a Kubernetes object says that changes of its document do not matter. */
function ignoresDiff(config: Json | undefined): boolean {
  const metadata = isJsonRecord(config) ? config['metadata'] : undefined
  const annotations = isJsonRecord(metadata) ? metadata['annotations'] : undefined
  if (!isJsonRecord(annotations)) return false
  return annotationPrefixes.some((prefix) => {
    const types = annotations[`${prefix}ignore-changes`]
    return typeof types === 'string' && types.split(',').some((type) => ['diff', '*'].includes(type.trim()))
  })
}

/** @returns an extractor for the items of one entry */
export function createExtractor(options: ExtractorOptions): Extractor {
  const { common, full, scraper, scripting, mask, completeness, rules, work, now } = options
  const { transform } = common

  /** The documents that one of the source becomes: by `items`, then by the script of the transform. */
  async function split(draft: Draft): Promise<Result<Draft[], string>> {
    if (draft.config === undefined) return succeed([draft])
    const decoded = await documentOf(draft.config, common.format, { work })
    if (!decoded.ok) return decoded
    const whole = { ...draft, config: decoded.value }
    const found = common.items === undefined ? undefined : await scripting.paths(common.items, whole.config)
    if (found?.ok === false) return fail(`items: ${found.failure}`)
    const items =
      found === undefined
        ? [whole]
        : found.value.flatMap(({ value }) => (isJson(value) ? [{ ...whole, config: value }] : []))
    const script = transformScriptOf(transform)
    if (script === undefined) return succeed(items)
    const made: Draft[] = []
    for (const item of items) {
      const result = await transformed(item, script)
      if (!result.ok) return fail(`transform.script: ${result.failure}`)
      made.push(...result.value)
    }
    return succeed(made)
  }

  async function transformed(
    item: Draft,
    script: NonNullable<ReturnType<typeof transformScriptOf>>,
  ): Promise<Result<Draft[], string>> {
    const { config, ...result } = scriptVariables(item)
    const done = await scripting.transform(script, { config, result })
    if (!done.ok) return done
    let output = done.value
    if (typeof output === 'string') {
      const parsed = await documentOf(output, 'json', { work })
      if (!parsed.ok) return fail(`its result ${parsed.failure}`)
      output = parsed.value
    }
    const list = Array.isArray(output) ? output : [output]
    rules.hit('transform.script', labelOf(item))
    const drafts: Draft[] = []
    for (const [index, one] of list.entries()) {
      if (!isJsonRecord(one)) return fail(`element ${index} of its result is not an object`)
      const id = scalarText(one['uuid']) ?? scalarText(one['id'])
      const aliases = Array.isArray(one['aliases']) ? one['aliases'].map(String) : []
      drafts.push({
        ...item,
        config: one,
        // One document that becomes several: they cannot all have its id.
        externalId: id ?? (list.length === 1 ? item.externalId : undefined),
        name: scalarText(one['name']) ?? (list.length === 1 ? item.name : undefined),
        type: scalarText(one['config_type']) ?? item.type,
        aliases: [...(list.length === 1 ? item.aliases : []), ...aliases],
      })
    }
    return succeed(drafts)
  }

  async function withAliases(draft: Draft): Promise<Draft> {
    const found: string[] = []
    const variables = scriptVariables(draft)
    for (const [index, { type, filter, values }] of (transform?.aliases ?? []).entries()) {
      const rule = `transform.aliases[${index}]`
      if (type !== undefined && !matchesPatterns(draft.type ?? '', [type])) continue
      const applies = filter === undefined ? undefined : await scripting.isTrue(filter, variables)
      if (applies?.ok === false) rules.fail(rule, `filter: ${applies.failure}`)
      if (applies !== undefined && !(applies.ok && applies.value)) continue
      for (const value of values) {
        const text = await scripting.text(value, variables)
        if (!text.ok) rules.fail(rule, text.failure)
        else if (text.value !== '') {
          rules.hit(rule, labelOf(draft))
          found.push(text.value)
        }
      }
    }
    return found.length === 0 ? draft : { ...draft, aliases: [...draft.aliases, ...found] }
  }

  /** Health by the rules of the type, where neither source nor spec say it. */
  function withHealth(draft: Draft, document: Json | undefined): Draft {
    if (document === undefined) return draft
    const outcome = healthOf(draft.type ?? '', document, now())
    const says = outcome.status !== undefined || outcome.health !== 'unknown'
    return {
      ...draft,
      health: draft.health ?? (says ? outcome.health : undefined),
      status: draft.status ?? outcome.status,
      ready: draft.ready ?? (says ? outcome.ready : undefined),
      description: draft.description ?? outcome.message,
    }
  }

  async function placesOf(rule: string, path: string, document: Json): Promise<Path[]> {
    const found = await scripting.paths(path, document)
    if (!found.ok) rules.fail(rule, found.failure)
    return found.ok ? found.value.map((node) => node.path) : []
  }

  async function withoutExcluded(draft: Draft): Promise<Json | undefined> {
    let document = draft.config
    for (const [index, { types, jsonpath }] of (transform?.exclude ?? []).entries()) {
      if (document === undefined || !matchesPatterns(draft.type ?? '', types ?? [])) continue
      const rule = `transform.exclude[${index}]`
      const places = await placesOf(rule, jsonpath, document)
      if (places.length > 0) rules.hit(rule, labelOf(draft))
      document = withValuesAt(
        document,
        places.map((path) => ({ path, value: undefined })),
      )
    }
    return document
  }

  async function masked(draft: Draft): Promise<Json | undefined> {
    let document = draft.config
    const variables = scriptVariables(draft)
    for (const [index, { selector, jsonpath, value }] of (transform?.mask ?? []).entries()) {
      if (document === undefined) break
      const rule = `transform.mask[${index}]`
      const applies = await scripting.isTrue(selector, variables)
      if (!applies.ok) rules.fail(rule, `selector: ${applies.failure}`)
      if (!applies.ok || !applies.value) continue
      const found = await scripting.paths(jsonpath, document)
      if (!found.ok) {
        rules.fail(rule, found.failure)
        continue
      }
      if (found.value.length > 0) rules.hit(rule, labelOf(draft))
      document = withValuesAt(
        document,
        found.value.flatMap(({ path, value: secret }) =>
          isJson(secret) ? [{ path, value: isDigestRule(value) ? mask(secret) : value }] : [],
        ),
      )
    }
    return document === undefined
      ? undefined
      : maskDocument(document, mask, (path) => rules.hit(DETECTED, `${labelOf(draft)} ${path}`))
  }

  /** The item as the store takes it, and what else its document in full mode has. */
  async function finish(extracted: Draft): Promise<Result<StoreInput[], string>> {
    const named = await withAttributes(extracted, common, scripting)
    if (!named.ok) return named
    let draft = named.value
    const beside: StoreInput[] = []
    const own = draft.externalId
    const reference =
      own === undefined
        ? undefined
        : { externalId: own, ...(draft.type === undefined ? {} : { type: draft.type }) }
    // Paths of masks start at the whole document. Health is read from the part that is stored.
    const health = full && isJsonRecord(draft.config) ? (draft.config['config'] ?? undefined) : draft.config
    draft = withHealth(draft, health)
    draft = await withAliases(draft)
    draft = {
      ...draft,
      ignoresDiff: ignoresDiff(health),
      properties: [
        ...draft.properties,
        ...(await propertiesOf(draft, common.properties ?? [], scripting, rules)),
      ],
    }
    const edges = await relationshipsOf(draft, transform?.relationship ?? [], scripting, rules)
    draft = {
      ...draft,
      related: [...draft.related, ...edges.related],
      parents: [...edges.parents, ...draft.parents],
    }
    draft = { ...draft, config: await withoutExcluded(draft) }
    draft = { ...draft, config: await masked(draft) }
    if (full && draft.config !== undefined) {
      const taken = splitFull(draft.config, reference, scraper.id)
      if (typeof taken === 'string') return fail(taken)
      const { uuid } = taken
      draft = {
        ...draft,
        config: taken.config,
        externalId: uuid ?? draft.externalId,
        aliases: uuid === undefined || own === undefined ? draft.aliases : [own, ...draft.aliases],
      }
      for (const change of taken.changes) beside.push(await changeOf(change, common, scripting, rules))
      beside.push(
        ...taken.insights,
        ...taken.costs,
        ...taken.problems.map((message): StoreInput => ({
          kind: 'item-fault',
          message,
          item: labelOf(draft),
          type: draft.type,
        })),
      )
      // Only changes, insights or costs, of items that are found elsewhere.
      if (taken.config === undefined && beside.length > 0) return succeed(beside)
    }
    const item = itemOf(draft)
    return item.ok ? succeed([item.value, ...beside]) : item
  }

  function itemOf(draft: Draft): Result<ItemInput, string> {
    const { externalId, type, aliases, labels, tags, description, status, ...rest } = draft
    if (externalId === undefined)
      return fail(
        common.id !== undefined && isPath(common.id)
          ? `id: ${common.id} finds nothing`
          : 'it has no id; say in "id" where it is',
      )
    if (type === undefined) return fail('it has no type; say it in "type"')
    const changeRules = documentChangeRules({ externalId, type }, common, scripting, rules)
    return succeed({
      ...rest,
      ...(changeRules === undefined ? {} : { changeRules }),
      kind: 'item',
      id: itemId(scraper, type, externalId),
      externalIds: [...new Set([externalId, ...aliases])],
      type,
      class: draft.class ?? classOfType(type),
      name: maskText(draft.name ?? externalId, mask),
      description: description === undefined ? undefined : maskText(description, mask),
      status: status === undefined ? undefined : maskText(status, mask),
      labels: maskTexts(labels, mask),
      tags: maskTexts(tags, mask),
    })
  }

  function fault(message: string, draft: Pick<Draft, 'name' | 'externalId' | 'source' | 'type'>): StoreInput {
    return { kind: 'item-fault', message, item: labelOf(draft), type: draft.type }
  }

  async function item(scraped: ScrapedItem): Promise<StoreInput[]> {
    const source = draftOf(scraped)
    const drafts = await split(source)
    if (!drafts.ok) {
      completeness.lost(scraped.type)
      return [fault(drafts.failure, source)]
    }
    const all: StoreInput[] = []
    for (const draft of drafts.value) {
      const finished = await finish(draft)
      if (!finished.ok) {
        completeness.lost(scraped.type)
        all.push(fault(finished.failure, draft))
        continue
      }
      for (const one of finished.value) if (one.kind === 'item') completeness.saw(scraped.type, one.type)
      all.push(...finished.value)
    }
    return all
  }

  const cleanJson = (value: Json | undefined) => (value === undefined ? undefined : maskDocument(value, mask))

  async function change({ kind: _kind, ...scraped }: ScrapedChange): Promise<StoreInput[]> {
    const { summary, diff } = scraped
    const ready = await changeOf(scraped, common, scripting, rules)
    if (ready.kind === 'dropped') return [ready]
    return [
      {
        ...ready,
        summary: ready.summary === undefined ? summary : maskText(ready.summary, mask),
        diff: diff === undefined ? undefined : maskText(diff, mask),
        details: cleanJson(ready.details),
        patches: cleanJson(ready.patches),
      },
    ]
  }

  function insight(scraped: ScrapedInsight): StoreInput {
    const { details, summary, type } = scraped
    return {
      ...scraped,
      severity: scraped.severity ?? severityOfType(type),
      externalId: insightId(type, summary),
      summary: maskText(summary, mask),
      message: undefined,
      source: undefined,
      details: cleanJson(details),
    }
  }

  function cost(scraped: ScrapedCost): StoreInput {
    const ready = costOf(scraped)
    const [item] = scraped.of
    return typeof ready === 'string'
      ? {
          kind: 'item-fault',
          message: `cost: ${ready}`,
          item: item?.externalId ?? scraped.bill,
          type: item?.type,
        }
      : ready
  }

  return {
    async ready(scraped) {
      switch (scraped.kind) {
        case 'item':
          return item(scraped)
        case 'change':
          return change(scraped)
        case 'insight':
          return [insight(scraped)]
        case 'cost':
          return [cost(scraped)]
        case 'deletion':
          return [{ kind: 'deletion', item: scraped.item, at: scraped.at }]
        case 'complete':
          completeness.complete(scraped)
          return []
        case 'up-to-date':
          return []
        case 'fault':
          completeness.fault(scraped)
          return [scraped]
        default:
          return scraped satisfies never
      }
    },
  }
}
