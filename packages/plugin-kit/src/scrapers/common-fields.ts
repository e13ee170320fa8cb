import { REQUIRED } from '@binnacle/contract/core'
import { z } from 'zod'
import { field, labels } from '../core/fields.ts'
import { transform } from './transform-fields.ts'

const path = z.string().trim().min(1).max(2_000)

/** A text, or a path into the document if it starts with $ or @. */
const textOrPath = z.string().trim().min(1).max(2_000)

const textField = (title: string, description: string) =>
  field(textOrPath.optional(), { title, description, group: 'description', destination: false })

/** Most tags that people name, because lists show a column for each. */
const MOST_TAGS = 5

const tag = z
  .strictObject({
    name: field(z.string().trim().min(1, REQUIRED).max(253), { title: 'Name' }),
    value: field(z.string().max(1_024).optional(), { title: 'Value' }),
    label: field(z.string().trim().min(1).max(253).optional(), {
      title: 'Label',
      description: 'Name of the label whose value it gets.',
    }),
    jsonpath: field(path.optional(), {
      title: 'JSONPath',
      description: 'Where in the document its value is.',
      widget: 'code',
      language: 'jsonpath',
    }),
  })
  .check((context) => {
    const { value, label, jsonpath } = context.value
    const given = [value, label, jsonpath].filter((one) => one !== undefined).length
    if (given !== 1)
      context.issues.push({
        code: 'custom',
        message: 'give one of "value", "label" and "jsonpath"',
        input: context.value,
      })
  })

const tags = z
  .array(tag)
  .max(MOST_TAGS, `an item has at most ${MOST_TAGS} tags; use labels for the others`)
  .check((context) => {
    const seen = new Set<string>()
    for (const [index, { name }] of context.value.entries()) {
      if (seen.has(name))
        context.issues.push({
          code: 'custom',
          message: `another tag is named "${name}" already`,
          path: [index, 'name'],
          input: context.value,
        })
      seen.add(name)
    }
  })

const templated = (title: string, description?: string) =>
  field(z.string().max(10_000).optional(), {
    title,
    description: `${description === undefined ? '' : `${description} `}May have templates: {{.config.name}} or $(.config.name).`,
  })

const property = z.strictObject({
  name: field(z.string().trim().min(1, REQUIRED).max(253), { title: 'Name' }),
  label: templated('Label', 'Shown instead of the name.'),
  icon: templated('Icon'),
  text: templated('Text', 'The value, as text.'),
  value: field(z.union([z.number(), z.string().max(10_000)]).optional(), {
    title: 'Value',
    description: 'The value, as a number. May be a template that gives one.',
  }),
  unit: templated('Unit', 'Such as bytes or milliseconds.'),
  min: field(z.number().optional(), { title: 'Minimum value' }),
  max: field(z.number().optional(), { title: 'Maximum value' }),
  color: templated('Color'),
  order: field(z.number().int().optional(), { title: 'Order', description: 'Smaller ones come first.' }),
  type: templated('Type', 'Such as url or currency.'),
  status: templated('Status'),
  tooltip: templated('Tooltip'),
  headline: field(z.boolean().optional(), {
    title: 'Headline',
    description: 'Whether lists show it too.',
  }),
  links: field(
    z
      .array(
        z.strictObject({
          label: templated('Label'),
          text: templated('Text'),
          type: templated('Type'),
          icon: templated('Icon'),
          tooltip: templated('Tooltip'),
          url: field(z.string().trim().min(1, REQUIRED).max(10_000), {
            title: 'URL',
            description: 'May have templates.',
          }),
        }),
      )
      .max(20)
      .optional(),
    { title: 'Links' },
  ),
  filter: field(z.string().trim().min(1).max(65_536).optional(), {
    title: 'Filter',
    description: 'CEL. Items for which it is false do not get the property.',
    widget: 'code',
    language: 'cel',
  }),
})

/** A property as a spec writes it. */
export type PropertySpec = z.output<typeof property>

/** Fields that every entry of a scraper has, whatever its type: what is said of the items that it finds. */
const commonScraperFields = {
  id: textField('Id', 'Identifies the item in every run. A text, or a path such as $.metadata.uid.'),
  name: textField('Name', 'A text, or a path such as $.metadata.name.'),
  type: textField('Type', 'Such as Shop::Order. A text, or a path into the document.'),
  class: textField(
    'Class',
    'Kind of item, the same for all providers, such as VirtualMachine. A text, or a path.',
  ),
  status: textField('Status', 'A text, or a path into the document.'),
  health: textField(
    'Health',
    'healthy, warning, unhealthy or unknown, or a path to one of them. Default: by the rules of the type.',
  ),
  description: textField('Description', 'A text, or a path into the document.'),
  items: field(path.optional(), {
    title: 'Items',
    description: 'Path whose matches become separate items, such as $.items[*].',
    widget: 'code',
    language: 'jsonpath',
    group: 'response',
    destination: false,
  }),
  format: field(z.string().trim().max(50).optional(), {
    title: 'Format',
    description:
      'Format of texts: json, yaml or properties. Texts in another format are stored unchanged, with the name of the format. Default: JSON if the text is valid JSON.',
    group: 'response',
    destination: false,
  }),
  createFields: field(z.array(path).max(20).optional(), {
    title: 'Creation times',
    description: 'Paths to the time at which an item was created. The first one with a time counts.',
    group: 'response',
    destination: false,
  }),
  deleteFields: field(z.array(path).max(20).optional(), {
    title: 'Deletion times',
    description: 'Paths to the time at which an item was deleted. The first one with a time counts.',
    group: 'response',
    destination: false,
  }),
  timestampFormat: field(z.string().trim().min(1).max(200).optional(), {
    title: 'Format of times',
    description: 'Layout of the times above, as Go writes it. Default: 2006-01-02T15:04:05Z07:00.',
    group: 'response',
    destination: false,
  }),
  labels: field(labels.optional(), {
    title: 'Labels',
    description: 'Added to items without a label of this name.',
    group: 'description',
    destination: false,
  }),
  tags: field(tags.optional(), {
    title: 'Tags',
    description: `At most ${MOST_TAGS}. They are labels too.`,
    group: 'description',
    destination: false,
  }),
  properties: field(z.array(property).max(50).optional(), {
    title: 'Properties',
    description: 'Shown on the page of an item next to its name.',
    group: 'description',
    destination: false,
  }),
  transform: field(transform.optional(), {
    title: 'Transform',
    description: 'Changes documents before they are stored.',
    group: 'advanced',
    destination: false,
  }),
} as const

/** The fields that every entry has, as one schema. */
export const commonScraperSpec = z.strictObject(commonScraperFields)
export type CommonScraperSpec = z.output<typeof commonScraperSpec>
