import { teamSelector } from '@binnacle/contract/search'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { EntryDialog } from '../../application/resource/entry-dialog.tsx'
import { EntryText } from '../../application/resource/entry-fields.tsx'
import { useEntryForm } from '../../application/resource/use-entry-form.ts'
import { changeSelectors, type Team } from './queries.ts'
import { emptySelector, type SelectorField, selectorFields, selectorOf } from './selectors.ts'

const helps: Partial<Record<SelectorField, string>> = {
  types: 'Separated by commas. Any of them; !Type leaves one out.',
  name: 'The full name.',
  labelSelector: 'Such as app=shop,tier in (web, api),!legacy.',
  fieldSelector: 'Conditions on owner, type, topology_type and properties, such as owner=payments.',
  search: 'The start of a name, or of the value of a label.',
}
const isField = (key: PropertyKey | undefined): key is SelectorField =>
  typeof key === 'string' && key in selectorFields
const names: readonly SelectorField[] = Object.keys(selectorFields).filter(isField)

const schema = z
  .object({
    types: z.string(),
    name: z.string(),
    namespace: z.string(),
    labelSelector: z.string(),
    fieldSelector: z.string(),
    search: z.string(),
  })
  .check((context) => {
    const parsed = teamSelector.safeParse(selectorOf(context.value))
    for (const { path, message } of parsed.error?.issues ?? []) {
      const field = isField(path[0]) ? path[0] : 'types'
      context.issues.push({ code: 'custom', path: [field], message, input: context.value[field] })
    }
  })

/** Adds a selector to a team. What all of its fields say has to hold of a component. */
export function AddSelector({ team, onClose }: { team: Team; onClose: () => void }): ReactNode {
  const entry = useEntryForm({
    draft: `selector of team ${team.id}`,
    schema,
    defaults: emptySelector,
    names,
    topics: ['teams'],
    async send(values) {
      await changeSelectors(team.id, (selectors) => [...selectors, selectorOf(values)])
      onClose()
    },
  })
  return (
    <EntryDialog
      entry={entry}
      title="Add selector"
      description="The team owns the components that match all of these fields."
      submitLabel="Add"
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {names.map((name) => (
          <EntryText key={name} entry={entry} name={name} label={selectorFields[name]} help={helps[name]} />
        ))}
      </div>
    </EntryDialog>
  )
}
