import * as z from 'zod/mini'

const time = z.iso.datetime({ offset: true })

/** A scraper for its editor. Secrets in the spec are masked. */
export const editableScraper = z.object({
  id: z.uuid(),
  name: z.string(),
  namespace: z.string(),
  description: z.nullable(z.string()),
  /** UI or system; null if an API client created it without naming a source. */
  source: z.nullable(z.string()),
  spec: z.record(z.string(), z.unknown()),
  /** The spec as YAML with masked secrets: the typed text with its comments if it was stored, otherwise generated. */
  text: z.string(),
  /** Changes with each save. A client sends it back, so that a save never overwrites a change the client has not seen. */
  revision: z.guid(),
  agent_id: z.uuid(),
  created_by: z.nullable(z.uuid()),
  created_at: time,
  updated_at: time,
  error: z.nullable(z.string()),
  error_at: z.nullable(time),
  due_at: z.nullable(time),
  complete_at: z.nullable(time),
  /** When the last run began that found anything; null if no run that is still known did. */
  read_at: z.nullable(time),
  /** How many of its items are in the catalog. */
  items: z.number(),
  /** Deletions that a brake holds until somebody decides, by type. */
  held: z.array(z.object({ type: z.string(), count: z.number(), total: z.number(), held_at: time })),
})
export type EditableScraper = z.output<typeof editableScraper>

const counts = z.object({
  added: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  deleted: z.number(),
  restored: z.number(),
  /** Items that are not stored, as the ages of their type would delete them at once. */
  leftOut: z.number(),
  /** Deletions that a brake holds. */
  held: z.number(),
  changes: z.object({
    stored: z.number(),
    grouped: z.number(),
    ignored: z.number(),
    excluded: z.number(),
    orphaned: z.number(),
  }),
  insights: z.number(),
  /** Items whose costs were told. */
  costs: z.number(),
  /** Items that could not be stored. */
  warnings: z.number(),
  /** Parts of the source that could not be read. */
  errors: z.number(),
  edges: z.number(),
})

/** What a run would do. Lists are cut; counts are whole. */
export const scraperPreview = z.object({
  counts,
  types: z.record(z.string(), counts),
  held: z.array(z.object({ type: z.string(), count: z.number(), total: z.number() })),
  faults: z.array(
    z.object({
      kind: z.enum(['fault', 'item-fault']),
      message: z.string(),
      item: z.optional(z.string()),
      type: z.optional(z.string()),
      scope: z.optional(z.string()),
    }),
  ),
  items: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      name: z.string(),
      does: z.enum(['add', 'update', 'keep', 'delete', 'restore']),
      /** Unified diff of an update. */
      diff: z.optional(z.string()),
      config: z.optional(z.unknown()),
    }),
  ),
  /** What each rule of the spec did. */
  rules: z.array(
    z.object({
      /** Such as `http[0].transform.mask[1]`. */
      rule: z.string(),
      hits: z.number(),
      failures: z.number(),
      failure: z.optional(z.string()),
      examples: z.array(z.string()),
    }),
  ),
  /** Lines of the log of the run. */
  log: z.array(z.string()),
  milliseconds: z.number(),
})
export type ScraperPreview = z.output<typeof scraperPreview>

/** A run that somebody waited for, as its row in the job history. */
export const scraperRun = z.object({
  id: z.nullable(z.string()),
  name: z.string(),
  resource_id: z.uuid(),
  resource_type: z.string(),
  status: z.string(),
  success_count: z.number(),
  error_count: z.number(),
  duration_millis: z.number(),
  details: z.record(z.string(), z.unknown()),
})

/** A change that another system tells, such as a deployment. */
const pushedChange = z.object({
  /** The item that it happened to: by its id, by an external id with or without type, or by name and type. */
  config_id: z.optional(z.uuid()),
  external_id: z.optional(z.string().check(z.minLength(1), z.maxLength(2_000))),
  config_name: z.optional(z.string().check(z.minLength(1), z.maxLength(1_000))),
  config_type: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
  /** Such as Deployment, Migration or FeatureFlag. */
  change_type: z.string().check(z.minLength(1), z.maxLength(253)),
  /** What its source calls it; the same change pushed again is the same. */
  external_change_id: z.optional(z.string().check(z.minLength(1), z.maxLength(1_000))),
  severity: z.optional(z.string().check(z.maxLength(50))),
  summary: z.optional(z.string().check(z.maxLength(10_000))),
  source: z.optional(z.string().check(z.maxLength(1_000))),
  created_by: z.optional(z.string().check(z.maxLength(1_000))),
  created_at: z.optional(z.iso.datetime({ offset: true })),
  details: z.optional(z.unknown()),
  diff: z.optional(z.string().check(z.maxLength(1_000_000))),
})
export type PushedChange = z.output<typeof pushedChange>

/** Most changes of one request. */
const MOST_PUSHED = 500

export const pushedChanges = z.object({
  changes: z.array(pushedChange).check(z.minLength(1), z.maxLength(MOST_PUSHED)),
})

/** What came of changes that were pushed. */
export const pushResult = z.object({
  stored: z.number(),
  /** Those that were known, or joined with one like them. */
  grouped: z.number(),
  /** Those whose item is not known or not the only one, by their place in the request. */
  orphaned: z.array(z.object({ index: z.number(), message: z.string() })),
})
export type PushResult = z.output<typeof pushResult>
