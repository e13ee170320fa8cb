import { REQUIRED } from '@binnacle/contract/core'
import { severities } from '@binnacle/contract/health'
import { z } from 'zod'
import { field, labels, withoutKeys } from '../core/fields.ts'

const LONGEST_SCRIPT = 65_536

const code = (language: string) => ({ widget: 'code', language }) as const

const source = (title: string, language: string, aliases: readonly string[] = []) =>
  field(z.string().max(LONGEST_SCRIPT).optional(), { title, ...code(language), aliases })

const cel = z.string().trim().min(1).max(LONGEST_SCRIPT)
const path = z.string().trim().min(1).max(2_000)

/** A script that turns a document into a list of items. */
const transformScript = z
  .strictObject({
    javascript: source('Javascript', 'javascript'),
    gotemplate: source('Go Template', 'gotemplate', ['template']),
    expr: source('Expr', 'cel'),
    jsonpath: source('JSONPath', 'jsonpath'),
  })
  .check((context) => {
    const written = Object.entries(context.value).filter(([, text]) => (text ?? '').trim() !== '')
    if (written.length <= 1 || context.issues.length > 0) return
    const message = `only one script may be here; there are ${written.map(([key]) => key).join(' and ')}`
    context.issues.push({ code: 'custom', message, input: context.value })
  })

const typePatterns = field(z.array(z.string().trim().min(1).max(500)).max(100).optional(), {
  title: 'Types',
  description:
    'Types of the items to change: names or patterns such as AWS::*. !AWS::EC2::* excludes. Default: all.',
})

const exclusion = z.strictObject({
  types: typePatterns,
  jsonpath: field(path, {
    title: 'JSONPath',
    description: 'Part to remove from the document.',
    ...code('jsonpath'),
  }),
})

const mask = z.strictObject({
  selector: field(cel, {
    title: 'Selector',
    description: "CEL that is true for the items to change, such as config_type == 'File'.",
    ...code('cel'),
  }),
  jsonpath: field(path, { title: 'JSONPath', description: 'Part to mask.', ...code('jsonpath') }),
  value: field(z.string().min(1, REQUIRED).max(1_000), {
    title: 'Value',
    description:
      'Replaces the part. md5sum or hash: a digest with a key of this installation, so that a changed secret still appears as a change.',
  }),
})

const lookup = z
  .strictObject({
    value: field(z.string().max(1_024).optional(), { title: 'Value' }),
    label: field(z.string().min(1).max(253).optional(), {
      title: 'Label',
      description: 'Name of a label of the item.',
    }),
    expr: field(cel.optional(), { title: 'Expression', description: 'CEL.', ...code('cel') }),
  })
  .check((context) => {
    const given = Object.values(context.value).filter((value) => value !== undefined)
    if (given.length !== 1)
      context.issues.push({ code: 'custom', message: 'give one of value, label, expr', input: context.value })
  })

const lookupField = (title: string, description?: string) =>
  field(lookup.optional(), { title, ...(description === undefined ? {} : { description }) })

const relationship = z
  .strictObject({
    filter: field(cel.optional(), {
      title: 'Filter',
      description: 'CEL. Items for which it is false have no such relationship.',
      ...code('cel'),
    }),
    parent: field(z.boolean().optional(), {
      title: 'Parent',
      description: 'Whether the found items are parents of the item. Default: children.',
    }),
    relation: field(z.string().trim().min(1).max(253).optional(), {
      title: 'Relation',
      description: 'Name of the relationship, such as DeploymentPod.',
    }),
    expr: field(cel.optional(), {
      title: 'Expression',
      description: 'CEL that returns a list of selectors. Replaces the fields below.',
      ...code('cel'),
    }),
    id: lookupField('Id', 'Id of the other item.'),
    external_id: lookupField('External id'),
    name: lookupField('Name'),
    namespace: lookupField('Namespace'),
    type: lookupField('Type'),
    agent: lookupField('Agent'),
    scope: lookupField('Scope', 'Scraper of the other item; all: any. Default: this scraper.'),
    labels: field(labels.optional(), {
      title: 'Labels',
      description: 'Labels of the other item.',
      aliases: ['tags'],
    }),
  })
  .check((context) => {
    const { filter: _filter, parent: _parent, relation: _relation, expr, ...fields } = context.value
    const given = Object.values(fields).filter((value) => value !== undefined).length
    if (expr === undefined && given === 0)
      context.issues.push({
        code: 'custom',
        message: 'a relationship without fields finds nothing',
        input: context.value,
      })
    if (expr !== undefined && given > 0)
      context.issues.push({
        code: 'custom',
        message: 'give either "expr" or the fields of the other item',
        input: context.value,
      })
  })

const changeMapping = z.strictObject({
  filter: field(cel.optional(), {
    title: 'Filter',
    description:
      "CEL that is true for the changes to map, such as change.change_type == 'diff'. Default: all.",
    ...code('cel'),
  }),
  severity: field(z.enum(severities).optional(), { title: 'Severity' }),
  type: field(z.string().trim().min(1).max(253).optional(), {
    title: 'Type',
    description: 'The type that the change gets instead.',
  }),
  action: field(z.enum(['delete', 'ignore']).optional(), {
    title: 'Action',
    description: 'delete: the change deletes the item. ignore: the change is counted, but not stored.',
  }),
  summary: field(z.string().max(LONGEST_SCRIPT).optional(), {
    title: 'Summary',
    description: 'Go template, such as {{.change.summary}}.',
    ...code('gotemplate'),
  }),
})

const alias = withoutKeys(
  z.strictObject({
    type: field(z.string().trim().min(1).max(500).optional(), {
      title: 'Type',
      description: 'Type of the items: a name or pattern. Default: all.',
    }),
    filter: field(cel.optional(), { title: 'Filter', description: 'CEL.', ...code('cel') }),
    values: field(z.array(z.string().trim().min(1).max(2_000)).min(1).max(20), {
      title: 'Values',
      description: 'Other ids of the item. May have templates.',
    }),
  }),
  { withparent: 'give the parent an alias by another rule, with its "type"' },
)

/** What is made of documents before they are stored. */
export const transform = withoutKeys(
  z.strictObject({
    script: field(transformScript.optional(), {
      title: 'Script',
      description:
        'Returns a list of objects, each of which becomes an item. It sees the document as config and the item as result.',
    }),
    exclude: field(z.array(exclusion).max(100).optional(), {
      title: 'Exclude',
      description: 'Removes parts of documents before they are stored.',
    }),
    mask: field(z.array(mask).max(100).optional(), {
      title: 'Mask',
      description: 'Masks secrets in documents. Values that look like secrets are masked without a rule.',
      aliases: ['masks'],
    }),
    relationship: field(z.array(relationship).max(100).optional(), {
      title: 'Relationships',
      description: 'Other items that an item belongs to.',
      aliases: ['relationships'],
    }),
    aliases: field(z.array(alias).max(50).optional(), {
      title: 'Aliases',
      description: 'Other ids of items.',
    }),
    changes: field(
      z
        .strictObject({
          mapping: field(z.array(changeMapping).max(100).optional(), {
            title: 'Mapping',
            description:
              'Changes the type, severity, summary or action of changes. The first rule that applies counts.',
          }),
          exclude: field(z.array(cel).max(100).optional(), {
            title: 'Exclude',
            description: 'CEL. Changes for which one is true are counted, but not stored.',
          }),
        })
        .optional(),
      { title: 'Changes' },
    ),
  }),
  {
    locations:
      'say where items are in "tags", and their parents in "transform.relationship" with "parent: true"',
  },
)
export type TransformSpec = z.output<typeof transform>
export type RelationshipSpec = z.output<typeof relationship>
export type LookupSpec = z.output<typeof lookup>
