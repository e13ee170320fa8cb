import type { PageTools } from '@binnacle/plugin-kit/families'
import { inputJsonSchema, isRecord } from '@binnacle/plugin-kit/core'
import { scriptObject } from '@binnacle/plugin-kit/checks'
import * as limits from '../../apps/server/src/modules/topology/engine/limits.ts'
import { selector } from '../../apps/server/src/modules/topology/spec/fields.ts'
import { topologySchemas } from '../../apps/server/src/modules/topology/spec/schema.ts'
import { LARGEST_SPEC } from '../../apps/server/src/modules/topology/spec/topology.ts'
import { topologyExamples } from './topology-examples.ts'

type Node = Record<string, unknown>

/** The parts of a topology that have their own table. */
const parts = {
  component: ['Component', 'A component has either `components`, or a `lookup` that finds them.'],
  lookup: [
    'Lookup',
    'A lookup has checks, each a list below the key of its [type](checks/README.md) with the fields of that type, and besides these:',
  ],
  property: ['Property', 'What is shown of a component. The name may be missing where a lookup finds it.'],
  check: ['Check', 'Either checks that exist already, or one that is made for the component.'],
  forEach: [
    'For each',
    'What each component of the lookup gets. Its texts are templates, `{{.component.name}}` or `$(.component.name)`, over `component` and `properties`.',
  ],
  selector: ['Selector', 'Things by their properties. What has all of the given ones is found.'],
  script: ['Script', 'One of the [languages of scripts](scripting.md).'],
} as const satisfies Readonly<Record<string, readonly [string, string]>>
type Part = keyof typeof parts

const isPart = (name: string): name is Part => name in parts
const linkTo = (part: Part): string => {
  const [title] = parts[part]
  return `[${title.toLowerCase()}](#${title.toLowerCase().replaceAll(' ', '-')})`
}

const properties = (node: Node): Node => (isRecord(node['properties']) ? node['properties'] : {})
const keysOf = (node: Node): string => Object.keys(properties(node)).toSorted().join()

/** Check types have their own pages, so the schema of a canary is left out. */
const { printed } = topologySchemas({
  type: 'object',
  properties: {},
  link: '[canary](../guide/checks.md)',
})
const shared: Readonly<Record<'selector' | 'script', Node>> = {
  selector: inputJsonSchema(selector),
  script: inputJsonSchema(scriptObject),
}
const definitions: Node = { ...(isRecord(printed['$defs']) ? printed['$defs'] : {}), ...shared }

/** A schema in which parts that have a table of their own are links to it. */
function withLinks(node: unknown, isWhole = false): unknown {
  if (Array.isArray(node)) return node.map((one: unknown) => withLinks(one))
  if (!isRecord(node)) return node
  const reference = typeof node['$ref'] === 'string' ? node['$ref'].slice('#/$defs/'.length) : undefined
  const part =
    reference ??
    Object.entries(shared).find(
      ([, one]) => !isWhole && keysOf(one) !== '' && keysOf(one) === keysOf(node),
    )?.[0]
  if (part !== undefined && isPart(part)) {
    const target = definitions[part]
    const { title, description } = reference !== undefined && isRecord(target) ? target : node
    return { link: linkTo(part), title, description }
  }
  return {
    ...node,
    ...(node['inForm'] === false
      ? { description: 'Accepted in specs of other platforms; has no effect.' }
      : {}),
    ...('items' in node ? { items: withLinks(node['items']) } : {}),
    ...('anyOf' in node ? { anyOf: withLinks(node['anyOf']) } : {}),
    ...('properties' in node
      ? {
          properties: Object.fromEntries(
            Object.entries(properties(node)).map(([key, one]) => [key, withLinks(one)]),
          ),
        }
      : {}),
  }
}

const number = (value: number): string => value.toLocaleString('en-US')

const limitRows: readonly (readonly [string, string])[] = [
  ['Text of a spec', `${number(LARGEST_SPEC)} characters`],
  ['Components of a run', number(limits.MOST_COMPONENTS)],
  ['Components that one lookup finds', number(limits.MOST_FOUND)],
  ['Answer of one lookup, as text', `${number(limits.MOST_CHARACTERS)} characters`],
  ['Lookups of a run, with those of each component', number(limits.MOST_LOOKUPS)],
  ['Properties of a component', number(limits.MOST_PROPERTIES)],
  ['Levels of components in a spec or an answer', number(limits.MOST_LEVELS)],
  ['Levels of a tree', number(limits.MOST_DEPTH)],
  ['Values of the tag of `groupBy`', number(limits.MOST_GROUPS)],
]

/** The reference of the spec of topologies, from its schema, its limits and the examples that a test runs. */
export function topologyPage({ fieldRows }: PageTools): string {
  const table = (node: unknown) => {
    const linked = withLinks(node, true)
    return `| Field | Type | Required | Meaning |
|---|---|---|---|
${fieldRows(isRecord(linked) ? linked : {}).join('\n')}`
  }
  const sections = Object.entries(parts).map(
    ([part, [title, about]]) => `## ${title}

${about}

${table(definitions[part])}
`,
  )
  const examples = topologyExamples.map(
    ({ title, explanation, spec, tree }) => `### ${title}

${explanation}

\`\`\`yaml
${spec.trim()}
\`\`\`

\`\`\`
${tree}
\`\`\`
`,
  )
  return `
# Topology spec

Every field of the spec of a topology. The [guide](../guide/topology.md) explains how they work together. A key that does not
exist is an error with its path.

## Topology

${table(printed)}

${sections.join('\n')}
## Limits

| What | Most |
|---|---|
${limitRows.map(([what, most]) => `| ${what} | ${most} |`).join('\n')}

What is beyond a limit is left out and told with its place in the spec.

## Examples

Below each spec is what \`topology run shop.yaml\` prints of it.

${examples.join('\n')}`
}
