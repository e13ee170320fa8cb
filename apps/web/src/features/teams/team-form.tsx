import { SelectField, TextField } from '@binnacle/ui'
import { REQUIRED } from '@binnacle/ui/schema-form'
import type { ReactNode } from 'react'
import { Controller } from 'react-hook-form'
import * as z from 'zod/mini'
import type { EntryForm } from '../../application/resource/use-entry-form.ts'
import { TeamIcon, teamIconNames } from './team-icons.tsx'

/** Validates what is entered of a team. */
export const teamForm = z.object({
  name: z.string().check(z.trim(), z.minLength(1, REQUIRED)),
  icon: z.string(),
})
/** What is entered of a team. */
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
  const { readOnly } = props
  const { form, errorOf } = props.entry
  const { register, control } = form
  return (
    <div className="grid gap-4 sm:grid-cols-[1fr_11rem]">
      <TextField
        label="Name"
        autoComplete="off"
        aria-required
        readOnly={!props.isNew || readOnly}
        {...register('name')}
        error={errorOf('name')}
        {...(props.isNew ? {} : { help: 'The name cannot be changed.' })}
      />
      <Controller
        control={control}
        name="icon"
        render={({ field }) => (
          <SelectField
            label="Icon"
            value={field.value}
            onChange={field.onChange}
            disabled={readOnly}
            options={[...new Set([...teamIconNames, field.value])].map((name) => ({
              value: name,
              label: name,
              icon: <TeamIcon name={name} />,
            }))}
          />
        )}
      />
    </div>
  )
}
