import { healths } from '@binnacle/contract/core'
import { parseLabelSelector } from '@binnacle/contract/search'
import { scriptObject } from '@binnacle/plugin-kit/checks'
import { field, type FieldMeta, labels } from '@binnacle/plugin-kit/core'
import { z } from 'zod'
import { parseTopologySchedule } from './schedule.ts'

/** Schedules that forms offer. Source: specification, document 3, section 5. */
const offeredSchedules = [
  ...['30s', '1m', '5m', '15m', '30m', '2h', '4h', '6h', '8h'].map((interval) => `@every ${interval}`),
  '@hourly',
  '@daily',
  '@weekly',
]

/** Most characters of a text of a spec that is no script. */
const LONGEST_TEXT = 16_384
const LONGEST_SCRIPT = 65_536
/** Most items of a list of a spec. */
export const MOST_ITEMS = 1_000

type Meta = Omit<FieldMeta, 'title' | 'description' | 'destination'>

/** A field that sends no secret anywhere. */
const meta = (title: string, description: string | undefined, more: Meta = {}): FieldMeta => ({
  title,
  ...(description === undefined ? {} : { description }),
  destination: false,
  ...more,
})

const text = (title: string, description?: string, more: Meta = {}) =>
  field(z.string().max(LONGEST_TEXT).optional(), meta(title, description, more))

const flag = (title: string, description?: string, more: Meta = {}) =>
  field(z.boolean().optional(), meta(title, description, more))

const number = (title: string, description?: string) => field(z.number().optional(), meta(title, description))

const cel = (title: string, description: string) =>
  field(
    z.string().trim().min(1).max(LONGEST_SCRIPT).optional(),
    meta(title, description, { widget: 'code', language: 'cel', group: 'advanced' }),
  )

const labelText = z
  .string()
  .max(LONGEST_TEXT, { abort: true })
  .check((context) => {
    // A template makes a selector of it later.
    if (/\{\{|\$\(/.test(context.value)) return
    const parsed = parseLabelSelector(context.value)
    if (!parsed.ok) context.issues.push({ code: 'custom', message: parsed.failure, input: context.value })
  })

const texts = z.array(z.string().max(1_000)).max(100)

/** A selector of things by their properties. Source: section 3.6 of the description of the reference product. */
export const selector = z.strictObject({
  id: text('Id'),
  name: text('Name', 'The full name.'),
  namespace: text('Namespace'),
  types: field(
    texts.optional(),
    meta('Types', 'Any of these types. !Type excludes one.', { aliases: ['type'] }),
  ),
  statuses: field(texts.optional(), meta('Statuses', 'Any of these statuses.', { aliases: ['status'] })),
  agent: text('Agent', 'Id or name of an agent, "all", or "self" for this server.'),
  scope: text('Scope', 'Id or namespace/name of the canary, scraper or topology that it belongs to.'),
  labelSelector: field(
    labelText.optional(),
    meta('Labels', 'Such as app=shop,tier in (web, api),!legacy.', { aliases: ['labels'] }),
  ),
  tagSelector: field(
    labelText.optional(),
    meta('Tags', 'Conditions on tags of catalog items, written like labels.', { aliases: ['tags'] }),
  ),
  fieldSelector: field(
    labelText.optional(),
    meta('Fields', 'Conditions on fields and properties of components, such as owner=payments.'),
  ),
  search: text('Search', 'The start of a name, or of the value of a label or tag.'),
  limit: field(z.number().int().min(1).max(10_000).optional(), meta('Limit', 'Maximum number of results.')),
  includeDeleted: flag('Include deleted'),
  cache: field(z.string().optional(), meta('Cache', undefined, { inForm: false })),
})

const selectors = (title: string, description: string) =>
  field(z.array(selector).max(MOST_ITEMS).optional(), meta(title, description))

const link = z.strictObject({
  type: text('Type'),
  label: text('Label'),
  url: text('Address'),
  icon: text('Icon'),
  text: text('Text'),
  tooltip: text('Tooltip'),
})

/** A number, or a template that gives one. */
const value = z.union([z.number(), z.string().max(LONGEST_TEXT)])

const configLookup = z.strictObject({
  id: text('Id', 'Name of another property that holds the id of the catalog item.'),
  config: field(selector.optional(), meta('Catalog item', 'Selects the item.', { aliases: ['query'] })),
  field: text('Field', undefined, { inForm: false }),
  display: field(
    scriptObject.optional(),
    meta('Display', 'Makes the text from the item; its fields are variables, "config" is its document.'),
  ),
})

/** Fields of a property besides its lookup. */
export const propertyFields = {
  name: field(z.string().max(253).optional(), meta('Name', undefined)),
  label: text('Label'),
  icon: text('Icon'),
  tooltip: text('Tooltip'),
  text: text('Text'),
  value: field(value.optional(), meta('Value', 'A number.')),
  unit: text('Unit', 'Such as bytes, millicores, milliseconds, percent or USD.'),
  min: field(value.optional(), meta('Minimum value', undefined)),
  max: field(value.optional(), meta('Maximum value', 'Shows a usage bar.')),
  order: number('Order', 'Smaller ones come first.'),
  headline: flag('Headline', 'Shows it large on cards.'),
  type: text('Type', 'Such as currency, url, text, age or hidden.'),
  color: text('Color'),
  status: text('Status'),
  lastTransition: text('Last transition'),
  links: field(z.array(link).max(50).optional(), meta('Links', undefined)),
  configLookup: field(
    configLookup.optional(),
    meta('From the catalog', 'Reads the value from a catalog item.', { group: 'advanced' }),
  ),
  summary: field(
    scriptObject.optional(),
    meta(
      'Summary',
      'Makes the value from the property of the same name of the components below: "values" has them, such as sum(values).',
      { group: 'advanced' },
    ),
  ),
} as const

/** A lookup in the catalog: each item that its selectors find is a component. */
export const catalogLookup = z.strictObject({
  name: text('Name'),
  selector: field(
    z.array(selector).min(1).max(50),
    meta('Items', 'Which items of the catalog it finds.', { aliases: ['selectors'] }),
  ),
  display: field(
    scriptObject.optional(),
    meta(
      'Display',
      'Makes a list of components from "results", the found items. Default: each item is a component.',
    ),
  ),
})

const relationship = z.strictObject({
  type: text('Type', 'dependsOn (the default) or consumesApis. Other types have no effect.'),
  ref: text(
    'Component',
    'Id in its source or name of a component of the same topology, also as namespace/name.',
  ),
})

const counts = z.record(z.string(), z.unknown())

/** Fields of a component besides those that contain other parts: lookup, components, properties, checks and forEach. */
export const componentFields = {
  name: field(
    z.string().max(1_000).optional(),
    meta('Name', 'Name of the component. Components of a lookup have their own names.'),
  ),
  type: text('Type', 'Such as Application, Node or Database.'),
  topologyType: text('Kind', 'Kind of the component in the tree, such as service.', {
    aliases: ['topology_type'],
  }),
  namespace: text('Namespace'),
  text: text('Text', 'Shown instead of the name.'),
  tooltip: text('Tooltip'),
  description: text('Description'),
  icon: text('Icon'),
  owner: text('Owner'),
  externalID: text(
    'Id in its source',
    'Identifies the component: while the id stays the same, so does the component.',
    {
      aliases: ['external_id'],
    },
  ),
  order: number('Order', 'Smaller ones come first.'),
  labels: field(labels.optional(), meta('Labels', undefined)),
  hidden: flag('Hidden', 'Hides it from the tree unless hidden components are shown.'),
  lifecycle: text('Lifecycle'),
  status: text('Status'),
  statusReason: text('Reason of the status', undefined, { aliases: ['status_reason'] }),
  health: field(
    z
      .union([
        z.enum(healths),
        z
          .string()
          .max(1_024, { abort: true })
          .regex(/\{\{|\$\(/, 'must be one of healthy, unhealthy, warning, unknown'),
      ])
      .optional(),
    meta('Health', 'Health of the component itself. Components below it do not change it.'),
  ),
  statusExpr: cel('Status expression', 'CEL over "summary". Its result is the status.'),
  healthExpr: cel('Health expression', 'CEL over "summary" and "self". Its result is the health.'),
  configID: text('Catalog item', 'Id of the catalog item that it represents.', { aliases: ['config_id'] }),
  selectors: selectors('Also below it', 'Components that also appear below this one.'),
  configs: selectors('Catalog items', 'Catalog items that belong to it.'),
  logs: field(
    z
      .array(
        z.strictObject({
          name: text('Name'),
          type: text('Type'),
          labels: field(labels.optional(), meta('Labels', undefined)),
        }),
      )
      .max(100)
      .optional(),
    meta('Logs', 'Where its logs are.', { group: 'advanced' }),
  ),
  parentLookup: field(
    z
      .strictObject({
        name: text('Name'),
        namespace: text('Namespace'),
        type: text('Type'),
        externalID: text('Id in its source', undefined, { aliases: ['external_id'] }),
      })
      .optional(),
    meta('Parent', 'Moves it below this component of the same topology.', { group: 'advanced' }),
  ),
  relationships: field(
    z.array(relationship).max(MOST_ITEMS).optional(),
    meta('Depends on', 'Components that it cannot work without: while one is unhealthy, it is at risk.', {
      group: 'advanced',
    }),
  ),
  summary: field(counts.optional(), meta('Summary', undefined, { inForm: false })),
} as const

/** The id of a component: a template over what the run knows of it. */
export const idField = field(
  scriptObject.optional(),
  meta('Id', 'Makes the id in its source from "self" and "properties".', { group: 'advanced' }),
)

/** Parts of a catalog path by which items are grouped. */
const groupPart = z
  .string()
  .max(1_024, { abort: true })
  .regex(
    /^(?:(?:tag|label):.{1,253}|namespace|type|class)$/,
    'write tag:NAME, label:NAME, namespace, type or class',
  )

const catalogRule = z.strictObject({
  items: field(
    z.array(selector).min(1).max(50),
    meta('Items', 'Which items of the catalog become components.'),
  ),
  by: field(
    z.array(groupPart).max(10).optional(),
    meta(
      'Grouped by',
      'The levels above the items, the outermost first: tag:account, label:app, namespace, type or class.',
    ),
  ),
  parents: flag(
    'By parents',
    'Whether items are placed below their parents, where these are chosen too. Default: yes.',
  ),
})

/** Fields of a whole topology besides its components and properties. */
export const topologyFields = {
  type: text(
    'Type',
    'Type of the outermost component. "virtual": it is left out, and what is below it becomes outermost.',
  ),
  schedule: field(
    z
      .string()
      .max(1_024, { abort: true })
      .trim()
      .check((context) => {
        const schedule = parseTopologySchedule(context.value)
        if (!schedule.ok)
          context.issues.push({ code: 'custom', message: schedule.failure, input: context.value })
      })
      .optional(),
    meta(
      'Schedule',
      'Such as @every 10m, @hourly or */30 * * * *. @never: only by hand. Default: @every 10m.',
      { widget: 'schedule', offered: offeredSchedules },
    ),
  ),
  tooltip: text('Tooltip'),
  icon: text('Icon'),
  text: text('Text', 'Name of the outermost component. Default: the name of the topology.'),
  label: text('Label'),
  labels: field(
    labels.optional(),
    meta(
      'Labels of components',
      'Each component gets these and the labels of the topology, unless it has one of the same name.',
    ),
  ),
  owner: text('Owner'),
  healthExpr: componentFields.healthExpr,
  statusExpr: componentFields.statusExpr,
  configs: componentFields.configs,
  id: idField,
  catalog: field(
    catalogRule.optional(),
    meta('From the catalog', 'Draws the tree from catalog items by a rule.', { group: 'advanced' }),
  ),
  push: field(
    z.strictObject({ url: text('Address') }).optional(),
    meta('Push', undefined, { inForm: false }),
  ),
  groupBy: field(
    z
      .strictObject({
        tag: field(z.string().min(1).max(253), meta('Tag', 'Each of its values makes a separate tree.')),
        selector: field(
          z.union([selector, z.array(selector).max(50)]).optional(),
          meta('Catalog items', 'Items from which the values of the tag are read.'),
        ),
      })
      .optional(),
    meta('Grouped by a tag', 'Runs the topology once for each value of a tag of catalog items.', {
      group: 'advanced',
    }),
  ),
} as const

export type CatalogRule = z.output<typeof catalogRule>
