import { createScriptEngine } from '@binnacle/scripting'
import { createTaskPool } from '@binnacle/scripting/tasks'
import { createScripting, type ChosenItem } from '../../catalog/index.ts'
import { createCanaryParser, loadCheckTypes, type LookupAnswer, type Lookups } from '../../health/index.ts'
import type { ComponentNode, ResourceSelector } from '../component-tree.ts'
import { createTopologyParser, type TopologyParser } from '../spec/topology.ts'
import { type EngineRun, runTopology, type TopologySubject } from './run.ts'

/** What tests of the engine say of the world outside. */
export interface World {
  /** What the check of each name finds; a function fails with what it throws. */
  answers?: Readonly<Record<string, unknown>>
  items?: readonly ChosenItem[]
  subject?: Partial<TopologySubject>
  signal?: AbortSignal
}

/** A catalog item for tests. */
export function itemOf(id: string, more: Partial<ChosenItem> = {}): ChosenItem {
  return {
    id,
    name: id,
    type: 'Thing',
    config_class: 'Thing',
    namespace: null,
    description: null,
    icon: null,
    status: null,
    health: 'healthy',
    labels: {},
    tags: {},
    parent_id: null,
    path: '',
    external_id: [id],
    agent_id: '',
    created_at: new Date(0),
    updated_at: new Date(0),
    config: {},
    ...more,
  }
}

const matches = (item: ChosenItem, { id, name, types, tagSelector }: ResourceSelector) =>
  (id === undefined || item.id === id) &&
  (name === undefined || item.name === name) &&
  (types === undefined || types.includes(item.type)) &&
  (tagSelector === undefined ||
    tagSelector.split(',').every((part) => item.tags[part.split('=')[0] ?? ''] === part.split('=')[1]))

/** Opens the real parser and the real scripts; only what checks and the catalog find is given by the test. */
export async function openTestEngine() {
  const scripts = createScriptEngine({ now: () => new Date('2026-11-23T08:00:00Z') })
  const tasks = createTaskPool()
  const types = await loadCheckTypes()
  const canaries = createCanaryParser(types, tasks)
  let world: World = {}
  const lookups: Lookups = {
    types,
    parser: canaries,
    parse: (written) => canaries.parseSpec(written),
    run: async ({ checks }) =>
      checks.map((check, index): LookupAnswer => {
        const place = [check.type.definition.type, index] as const
        const answer = world.answers?.[check.spec.name]
        return answer instanceof Error
          ? { place, found: { ok: false, failure: answer.message } }
          : { place, found: { ok: true, value: answer ?? [] } }
      }),
  }
  const parser: TopologyParser = createTopologyParser(lookups, tasks)
  const parts = {
    parser,
    lookups,
    scripting: createScripting(scripts, tasks, []),
    items: {
      choose: async (selectors: readonly ResourceSelector[], { limit }: { limit: number }) =>
        (world.items ?? []).filter((item) => selectors.some((one) => matches(item, one))).slice(0, limit),
      valuesOfTag: async (tag: string) =>
        [...new Set((world.items ?? []).flatMap(({ tags }) => tags[tag] ?? []))].toSorted(),
    },
  }
  return {
    parser,
    /** Parses and runs a spec. */
    async run(spec: unknown, given: World = {}): Promise<EngineRun> {
      world = given
      const parsed = await parser.parse(spec)
      if (!parsed.ok) throw new Error(JSON.stringify(parsed.failure))
      return runTopology(
        { name: 'top', namespace: 'default', labels: {}, ...given.subject },
        parsed.value,
        parts,
        given.signal ?? new AbortController().signal,
      )
    },
    close: () => Promise.all([scripts.close(), tasks.close()]),
  }
}

/** A tree as short texts: `name(child, child)`. */
export function outline(nodes: readonly ComponentNode[]): string {
  return nodes
    .map(({ name, children }) => (children.length === 0 ? name : `${name}(${outline(children)})`))
    .join(', ')
}

/** Makes a node whose lookup asks a check of this name. */
export const lookup = (name: string, more: object = {}) => ({
  lookup: { http: [{ name, url: 'http://x' }] },
  ...more,
})

/** Returns the nodes of trees, each before those below it. */
export const allNodes = (nodes: readonly ComponentNode[]): ComponentNode[] =>
  nodes.flatMap((node) => [node, ...allNodes(node.children)])

/** Finds a node of trees by its name. @returns undefined if no node has it */
export const findNode = (nodes: readonly ComponentNode[], name: string) =>
  allNodes(nodes).find((node) => node.name === name)
