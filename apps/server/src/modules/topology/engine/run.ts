import { isRecord } from '@binnacle/plugin-kit/core'
import type { ComponentNode } from '../component-tree.ts'
import type { ParsedTopology } from '../spec/topology.ts'
import { drawCatalog } from './catalog-tree.ts'
import { allDrafts, type Draft, draftOf, plainSelector, present, seenBy } from './draft.ts'
import { MOST_GROUPS } from './limits.ts'
import { nodeOf } from './node.ts'
import { produceAll } from './produce.ts'
import { addProperties, summarise } from './properties.ts'
import { hasTemplates, renderDeep } from './render.ts'
import { scriptsUntil } from './scripts-until.ts'
import {
  catalogFor,
  complain,
  type EngineDependencies,
  inGroup,
  miss,
  type RunProblem,
  type RunState,
  type TopologySubject,
} from './state.ts'
import { copyLabels, cutDeep, giveIds, moveToParents } from './tree.ts'

export type { EngineDependencies, TopologySubject } from './state.ts'

/** What a run made of a spec. */
export interface EngineRun {
  roots: ComponentNode[]
  /** False if a lookup failed: what was not seen may still be there. */
  complete: boolean
  /** Components in the tree. */
  count: number
  problems: RunProblem[]
}

/** The trees of a topology: one, or one for each value of the tag by which it is grouped. */
async function groupsOf(state: RunState, { fields }: ParsedTopology): Promise<RunState['group'][]> {
  const { groupBy } = fields
  if (groupBy === undefined) return [undefined]
  const chosen = groupBy.selector === undefined ? [] : [groupBy.selector].flat().map(plainSelector)
  const values = await catalogFor(state, ['groupBy'])?.valuesOfTag(groupBy.tag, chosen, MOST_GROUPS + 1)
  if (values === undefined) return []
  if (values.length > MOST_GROUPS)
    miss(
      state,
      ['groupBy'],
      `the tag ${groupBy.tag} has more than ${MOST_GROUPS} values; narrow the selector`,
    )
  return values.slice(0, MOST_GROUPS).map((value) => ({ tag: groupBy.tag, value }))
}

function rootOf(state: RunState, { fields }: ParsedTopology): Draft {
  const { name, namespace } = state.subject
  const suffix = state.group === undefined ? '' : ` (${state.group.value})`
  const root = draftOf(
    present({
      name: `${fields.text ?? name}${suffix}`,
      // The text may change without the tree becoming another one.
      externalID: fields.id === undefined ? `${name}${suffix}` : undefined,
      id: fields.id,
      type: fields.type,
      icon: fields.icon,
      tooltip: fields.tooltip,
      owner: fields.owner,
      namespace,
      healthExpr: fields.healthExpr,
      statusExpr: fields.statusExpr,
    }),
    [],
  )
  root.configs = (fields.configs ?? []).map((selector) => inGroup(state, plainSelector(selector)))
  return root
}

async function makeTree(state: RunState, spec: ParsedTopology): Promise<Draft[]> {
  const root = rootOf(state, spec)
  state.count += 1
  root.children = await produceAll(state, spec.components, 1)
  if (spec.fields.catalog !== undefined)
    root.children.push(...(await drawCatalog(state, spec.fields.catalog, ['catalog'])))
  await addProperties(state, [root], spec.properties)
  copyLabels([root], state.subject.labels)
  moveToParents(state, root.children)
  cutDeep(state, [root])
  await summarise(state, [root])
  if (root.fields.type === 'virtual') return root.children
  const [only, ...others] = root.children
  if (only?.fields.type === 'virtual' && others.length === 0) root.children = only.children
  return [root]
}

/** Fills the templates in the selectors of components, which see themselves. */
async function fillSelectors(state: RunState, draft: Draft): Promise<void> {
  for (const key of ['selectors', 'configs'] as const) {
    if (!hasTemplates(draft[key])) continue
    const { component, properties } = seenBy(draft)
    const rendered = await renderDeep(
      state.dependencies.scripting,
      draft[key],
      { self: component, component, properties },
      [...draft.place, key],
    )
    if (rendered.ok && Array.isArray(rendered.value)) draft[key] = rendered.value.filter(isRecord)
    else if (!rendered.ok) {
      draft[key] = []
      complain(state, rendered.failure.place, rendered.failure.message)
    }
  }
}

/**
 * Makes the components of a topology. It never throws for what a spec or a target does: what goes wrong is said, with the
 * place in the spec, and the rest of the tree stays.
 * @param signal ends the run; lookups that have not ended by then are missing
 */
export async function runTopology(
  subject: TopologySubject,
  spec: ParsedTopology,
  dependencies: EngineDependencies,
  signal: AbortSignal,
): Promise<EngineRun> {
  const state: RunState = {
    dependencies: { ...dependencies, scripting: scriptsUntil(signal, dependencies.scripting) },
    subject: { ...subject, labels: { ...subject.labels, ...spec.fields.labels } },
    signal,
    group: undefined,
    lookups: 0,
    count: 0,
    complete: true,
    problems: [],
    more: 0,
  }
  const roots: Draft[] = []
  for (const group of await groupsOf(state, spec)) {
    state.group = group
    roots.push(...(await makeTree(state, spec)))
  }
  await giveIds(state, roots)
  let count = 0
  for (const draft of allDrafts(roots)) {
    count += 1
    await fillSelectors(state, draft)
  }
  if (state.more > 0) state.problems.push({ path: '', message: `and ${state.more} more` })
  return { roots: roots.map(nodeOf), complete: state.complete, count, problems: state.problems }
}
