import { inputJsonSchema, isRecord, type SchemaNode } from '@binnacle/plugin-kit/core'
import { z } from 'zod'
import {
  catalogLookup,
  componentFields,
  idField,
  propertyFields,
  selector,
  topologyFields,
} from './fields.ts'

/** Fields of a whole topology, of a component and of a property that the schemas of their parts are not in. */
export const topFields = z.strictObject(topologyFields)
export const ownFields = z.strictObject({ ...componentFields, id: idField })
export const propertyOwn = z.strictObject(propertyFields)

/** Parts of a topology that contain each other. */
const partNames = ['component', 'property', 'lookup', 'check', 'forEach'] as const
type PartName = (typeof partNames)[number]
type Link = (name: PartName) => SchemaNode

const propertiesIn = (node: SchemaNode): Record<string, unknown> => {
  const properties = node['properties']
  return isRecord(properties) ? properties : {}
}

const withProperties = (node: SchemaNode, more: Readonly<Record<string, unknown>>): SchemaNode => ({
  ...node,
  properties: { ...propertiesIn(node), ...more },
})

const list = (items: SchemaNode, title: string, description: string): SchemaNode => ({
  type: 'array',
  items,
  title,
  description,
})

const own = inputJsonSchema(ownFields)
const ownProperty = inputJsonSchema(propertyOwn)
const oneSelector = inputJsonSchema(selector)
export const oneCatalogLookup = inputJsonSchema(catalogLookup)

/** Lists that a component and what is made for each component of a lookup have in common. */
const lists = (link: Link) => ({
  components: list(link('component'), 'Components', 'Components below it.'),
  properties: list(link('property'), 'Properties', 'Shown on the component, such as its version or load.'),
  checks: list(link('check'), 'Checks', 'Checks that belong to it.'),
})

function buildParts(canary: SchemaNode, link: Link): Record<PartName, SchemaNode> {
  const { selectors, configs, relationships } = propertiesIn(own)
  return {
    component: withProperties(own, {
      ...lists(link),
      lookup: link('lookup'),
      forEach: link('forEach'),
    }),
    property: withProperties(ownProperty, { lookup: link('lookup') }),
    lookup: {
      ...withProperties(canary, {
        catalog: {
          type: 'array',
          items: oneCatalogLookup,
          title: 'Catalog',
          description: 'Items of the catalog.',
          examples: [[{ name: 'databases', selector: [{ types: ['AWS::RDS::DBInstance'] }] }]],
        },
      }),
      title: 'Lookup',
      description: 'Checks whose answers become components or properties. Their results aren’t stored.',
    },
    check: {
      type: 'object',
      properties: {
        selector: {
          ...oneSelector,
          title: 'Selector',
          description: 'Existing checks.',
          destination: false,
        },
        inline: {
          ...canary,
          title: 'Inline',
          description: 'The spec of a canary that is made for it.',
        },
      },
      additionalProperties: false,
    },
    forEach: {
      type: 'object',
      title: 'For each',
      description:
        'What each component of the lookup gets. Its texts are templates, {{.component.name}} or $(.component.name), over "component" and "properties".',
      properties: { ...lists(link), selectors, configs, relationships },
      additionalProperties: false,
    },
  }
}

function topOf(link: Link): SchemaNode {
  const { components, properties } = lists(link)
  return withProperties(inputJsonSchema(topFields), { components, properties })
}

/** Schemas of topologies. */
export interface TopologySchemas {
  /** For tools that walk a spec: parts that contain each other are the same objects. */
  linked: SchemaNode
  /** For editors: JSON, in which parts are named. */
  printed: SchemaNode
  component: SchemaNode
  property: SchemaNode
  /** Of an inline check. */
  canary: SchemaNode
}

/** @param canary schema of a canary's spec */
export function topologySchemas(canary: SchemaNode): TopologySchemas {
  const holders: Record<PartName, Record<string, unknown>> = {
    component: {},
    property: {},
    lookup: {},
    check: {},
    forEach: {},
  }
  const parts = buildParts(canary, (name) => holders[name])
  for (const name of partNames) Object.assign(holders[name], parts[name])
  const reference = (name: PartName): SchemaNode => ({ $ref: `#/$defs/${name}` })
  return {
    linked: topOf((name) => holders[name]),
    printed: { ...topOf(reference), $defs: buildParts(canary, reference) },
    component: holders.component,
    property: holders.property,
    canary,
  }
}
