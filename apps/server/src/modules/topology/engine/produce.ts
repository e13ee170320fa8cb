import { isRecord } from '@binnacle/plugin-kit/core'
import type { ParsedComponent, ParsedForEach, ParsedParts } from '../spec/topology.ts'
import { type Draft, draftOf, needsOf, plainSelector, present, seenBy } from './draft.ts'
import { draftsOfFound } from './found.ts'
import { MOST_LEVELS } from './limits.ts'
import { lookUp } from './look-up.ts'
import { addProperties } from './properties.ts'
import { hasTemplates, renderDeep, takeTurns } from './render.ts'
import { mayAdd, miss, type RunState } from './state.ts'

/** Fills what a lookup did not say of a component from the node of the lookup. */
function fill(draft: Draft, { fields, checks }: ParsedComponent): void {
  const { name: _name, externalID: _externalID, ...own } = fields
  draft.fields = { ...present(own), ...draft.fields }
  draft.id ??= fields.id
  draft.labels = { ...fields.labels, ...draft.labels }
  draft.selectors.push(...(fields.selectors ?? []).map(plainSelector))
  draft.configs.push(...(fields.configs ?? []).map(plainSelector))
  draft.needs.push(...needsOf(fields.relationships))
  draft.checks.push(...checks)
}

/** Adds what each component of a node gets. */
async function addForEach(
  state: RunState,
  drafts: readonly Draft[],
  { place, written }: ParsedForEach,
  level: number,
): Promise<void> {
  const isSame = !hasTemplates(written)
  let same: ParsedParts | undefined
  for (const draft of drafts) {
    await takeTurns()
    if (state.signal.aborted) {
      miss(state, place, 'is not whole, because the run is over')
      return
    }
    let parts = same
    if (parts === undefined) {
      const seen = seenBy(draft)
      const rendered = await renderDeep(
        state.dependencies.scripting,
        written,
        { ...seen, self: seen.component },
        place,
      )
      if (!rendered.ok) {
        miss(state, rendered.failure.place, `of ${draft.name}: ${rendered.failure.message}`)
        continue
      }
      const parsed = await state.dependencies.parser.parseParts(
        isRecord(rendered.value) ? rendered.value : {},
        place,
      )
      if (!parsed.ok) {
        const [problem] = parsed.failure
        miss(state, problem?.segments ?? place, `of ${draft.name}: ${problem?.message ?? 'is not valid'}`)
        continue
      }
      parts = parsed.value
      if (isSame) same = parts
    }
    draft.children.push(...(await produceAll(state, parts.components, level + 1)))
    draft.selectors.push(...parts.selectors.map(plainSelector))
    draft.configs.push(...parts.configs.map(plainSelector))
    draft.needs.push(...needsOf(parts.relationships))
    draft.checks.push(...parts.checks)
    await addProperties(state, [draft], parts.properties)
  }
}

async function foundBy(state: RunState, component: ParsedComponent): Promise<Draft[]> {
  if (component.lookup === undefined) return []
  const drafts: Draft[] = []
  for (const { place, items, areItems = false } of await lookUp(state, component.lookup)) {
    // A source that answers with another shape has not said that its components are gone.
    const found = draftsOfFound(items, place, (message) => miss(state, place, message))
    if (!mayAdd(state, place, found.length)) break
    // The node of the lookup may say the health of an item that has none.
    if (areItems) for (const draft of found) draft.followsItem = draft.fields.health !== undefined
    drafts.push(...found)
  }
  for (const draft of drafts) fill(draft, component)
  return drafts
}

async function produce(state: RunState, component: ParsedComponent, level: number): Promise<Draft[]> {
  const { fields, place, lookup } = component
  let drafts: Draft[]
  if (lookup !== undefined) drafts = await foundBy(state, component)
  else {
    if (!mayAdd(state, place, 1)) return []
    const draft = draftOf(fields, place)
    draft.checks.push(...component.checks)
    draft.children = await produceAll(state, component.components, level + 1)
    drafts = [draft]
  }
  if (component.forEach !== undefined) await addForEach(state, drafts, component.forEach, level)
  await addProperties(state, drafts, component.properties)
  return drafts
}

/** Makes the components of a list of the spec, with all that is below them. */
export async function produceAll(
  state: RunState,
  components: readonly ParsedComponent[],
  level: number,
): Promise<Draft[]> {
  const [first] = components
  if (first !== undefined && level > MOST_LEVELS) {
    miss(state, first.place, `components are nested too deeply; the most is ${MOST_LEVELS} levels`)
    return []
  }
  const drafts: Draft[] = []
  for (const component of components) {
    await takeTurns()
    for (const draft of await produce(state, component, level)) drafts.push(draft)
  }
  return drafts
}
