import { REQUIRED } from '@binnacle/contract/core'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { EntrySelect, EntryText } from '../../application/resource/entry-fields.tsx'
import type { EntryForm } from '../../application/resource/use-entry-form.ts'
import { TeamIcon, teamIconNames } from './team-icons.tsx'

/** Validates the form of a team. */
export const teamForm = z.object({
  name: z.string().check(z.trim(), z.minLength(1, REQUIRED)),
  icon: z.string(),
})
/** Values of the form of a team. */
export type TeamValues = z.infer<typeof teamForm>

/** The fields of the form. */
export const teamNames = ['name', 'icon'] as const

/**
 * Name and icon of a team.
 * @param props.readOnly whether nothing can be changed
 */
export function TeamFields(props: {
  entry: EntryForm<TeamValues, TeamValues>
  isNew: boolean
  readOnly: boolean
}): ReactNode {
  const { entry, isNew, readOnly } = props
  return (
    <div className="grid gap-4 sm:grid-cols-[1fr_11rem]">
      <EntryText
        entry={entry}
        name="name"
        label="Name"
        required
        readOnly={!isNew || readOnly}
        {...(isNew ? {} : { help: 'The name cannot be changed.' })}
      />
      <EntrySelect
        entry={entry}
        name="icon"
        label="Icon"
        disabled={readOnly}
        options={(value) =>
          [...new Set([...teamIconNames, value])].map((name) => ({
            value: name,
            label: name,
            icon: <TeamIcon name={name} />,
          }))
        }
      />
    </div>
  )
}
