import type { Catalog, Column, ComputedColumn, Relation, Relationship } from '../catalog/types.ts'
import { DataError } from '../errors.ts'
import type { Limits } from '../options.ts'
import type { Condition } from '../request/filters.ts'
import type { OrderTerm } from '../request/order.ts'
import type { Part } from '../request/query.ts'
import type { SelectColumn, SelectEmbed, SelectItem } from '../request/select.ts'
import { findRelationship, isToOne } from './relationship.ts'

/** The source of rows: a relation, or the rows that a function returns. */
export interface Source {
  name: string
  columns: ReadonlyMap<string, Column>
  computed: ReadonlyMap<string, ComputedColumn>
  /** The relation of these rows. Without one, nothing can be embedded. */
  relation: Relation | undefined
}

/** One relation of a request, with its embeds. */
export interface Node {
  source: Source
  /** Name of the rows in the statement. */
  alias: string
  items: readonly (SelectColumn | EmbedNode)[]
  /** All embeds, including those that only filter. */
  embeds: readonly EmbedNode[]
  conditions: Condition[]
  order: readonly OrderTerm[] | undefined
  limit: number | undefined
  offset: number | undefined
}

export interface EmbedNode extends Node {
  kind: 'embed'
  /** Key in the parent's JSON. */
  key: string
  name: string
  relationship: Relationship
  toOne: boolean
  inner: boolean
  spread: boolean
}

/** The target of an update or delete: the filters on the relation's own columns. Embeds are only for the answer. */
export function ownPart(node: Node): Node {
  return { ...node, embeds: [], items: [] }
}

/** The source of a relation's rows. */
export function sourceOf(catalog: Catalog, relation: Relation): Source {
  return {
    name: relation.name,
    columns: relation.columns,
    computed: catalog.computedColumns.get(relation) ?? new Map(),
    relation,
  }
}

interface Naming {
  next(): string
}

function buildEmbed(catalog: Catalog, parent: Source, item: SelectEmbed, naming: Naming): EmbedNode {
  if (parent.relation === undefined)
    throw new DataError(
      400,
      'PGRST200',
      `Could not find a relationship between '${parent.name}' and '${item.name}' in the schema cache`,
      { details: `'${parent.name}' returns no rows of a table or view.` },
    )
  const relationship = findRelationship(catalog, parent.relation, item.name, item.hint)
  const toOne = isToOne(relationship)
  if (item.spread && !toOne)
    throw new DataError(400, 'PGRST119', `A spread operation on '${item.name}' is not possible`, {
      details: `'${parent.name}' and '${item.name}' do not form a many-to-one or one-to-one relationship`,
    })
  return {
    ...build(catalog, sourceOf(catalog, relationship.target), item.select, naming),
    kind: 'embed',
    key: item.alias ?? item.name,
    name: item.name,
    relationship,
    toOne,
    inner: item.inner,
    spread: item.spread,
  }
}

/** `count` without brackets counts rows if there is no such column. Clients older than aggregates use it. */
function countOr({ columns, computed }: Source, item: SelectColumn): SelectColumn {
  if (item.kind === 'all' || item.aggregate !== undefined || item.field?.name !== 'count') return item
  if (item.field.path.length > 0 || columns.has('count') || computed.has('count')) return item
  return { ...item, field: undefined, cast: undefined, aggregate: 'count', aggregateCast: item.cast }
}

function build(catalog: Catalog, source: Source, select: readonly SelectItem[], naming: Naming): Node {
  const alias = naming.next()
  const items = select.map((item) =>
    item.kind === 'embed' ? buildEmbed(catalog, source, item, naming) : countOr(source, item),
  )
  return {
    source,
    alias,
    items,
    embeds: items.filter((item) => item.kind === 'embed'),
    conditions: [],
    order: undefined,
    limit: undefined,
    offset: undefined,
  }
}

/** Finds the embed that a step of a path names: by alias if it has one, otherwise by name. */
export function findEmbed(node: Node, name: string): EmbedNode | undefined {
  return node.embeds.find(({ key }) => key === name) ?? node.embeds.find((embed) => embed.name === name)
}

function notEmbedded(name: string): DataError {
  return new DataError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  })
}

type Mutable<Some extends Node> = { -readonly [Key in keyof Some]: Some[Key] }

/** Adds an embed that the answer does not show. A filter on it keeps only rows that have a matching row in it. */
function addHidden(catalog: Catalog, node: Mutable<Node>, name: string, naming: Naming): EmbedNode {
  const item: SelectEmbed = {
    kind: 'embed',
    name,
    alias: undefined,
    hint: undefined,
    inner: true,
    spread: false,
    select: [],
  }
  const embed = buildEmbed(catalog, node.source, item, naming)
  node.embeds = [...node.embeds, embed]
  return embed
}

/**
 * Builds the tree of a request: the relation, its embeds, and for each its filters, order and range.
 * @param forgiving whether a filter on a relation that is not embedded keeps the rows with a matching row there,
 * instead of being an error
 * @param limits `embedDepth` is the most levels of such hidden embeds
 * @throws DataError if an embed or a path names nothing, or more than one thing
 */
export function buildTree(
  catalog: Catalog,
  source: Source,
  select: readonly SelectItem[],
  parts: readonly Part[],
  forgiving: boolean,
  { embedDepth: depth, relations }: Pick<Limits, 'embedDepth' | 'relations'>,
): Node {
  let count = 0
  const naming = {
    next() {
      count += 1
      if (count > relations)
        throw new DataError(400, 'PGRST100', `The request reads more than ${relations} relations`, {
          hint: 'Embed fewer resources, or ask for them one after another.',
        })
      return `_${count}`
    },
  }
  const root = build(catalog, source, select, naming)
  for (const part of parts) {
    if (part.embeds.length > depth)
      throw new DataError(400, 'PGRST100', `A filter is deeper than ${depth} levels`)
    let node: Mutable<Node> = root
    for (const name of part.embeds) {
      const found = findEmbed(node, name)
      if (found !== undefined) node = found
      else if (forgiving && part.conditions.length > 0) node = addHidden(catalog, node, name, naming)
      else throw notEmbedded(name)
    }
    node.conditions = [...node.conditions, ...part.conditions]
    node.order = part.order ?? node.order
    node.limit = part.limit ?? node.limit
    node.offset = part.offset ?? node.offset
  }
  return root
}
