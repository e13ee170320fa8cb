import { SelectField, TextAreaField, TextField } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { Controller } from 'react-hook-form'
import { parseDocument, stringify } from 'yaml'
import * as z from 'zod/mini'
import type { EntryForm } from '../../application/resource/use-entry-form.ts'
import type { Team, TeamValues } from './queries.ts'
import { TeamIcon, teamIconNames } from './team-icons.tsx'

type Values = { name: string; icon: string; spec: string }

const mapping = z.record(z.string(), z.unknown())

/** Reads the YAML of a spec. @returns the mapping, or what is wrong and where */
function parseSpec(text: string): { spec: Record<string, unknown> } | { problem: string } {
  const document = parseDocument(text)
  const [error] = document.errors
  if (error !== undefined) return { problem: error.message }
  const parsed = mapping.safeParse(document.toJS() ?? {})
  return parsed.success
    ? { spec: parsed.data }
    : { problem: 'Write names with their values, such as responder_clients:' }
}

const example = 'responder_clients:\n  email:\n    to: oncall@example.com\n'

/** Validates what is entered of a team, and reads its spec. */
export const teamForm = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'This field is required')),
  icon: z.string(),
  spec: z.pipe(
    z.string().check((text) => {
      const parsed = parseSpec(text.value)
      if ('problem' in parsed)
        text.issues.push({ code: 'custom', message: parsed.problem, input: text.value })
    }),
    z.transform((text: string) => {
      const parsed = parseSpec(text)
      return 'spec' in parsed ? parsed.spec : {}
    }),
  ),
})

/** The fields of the form. */
export const teamNames = ['name', 'icon', 'spec'] as const

/** The form's values of a team; the words of an empty form without one. */
export function teamValues(team: Team | undefined): Values {
  if (team === undefined) return { name: '', icon: 'users', spec: '' }
  const empty = Object.keys(team.spec).length === 0
  return { name: team.name, icon: team.icon ?? 'users', spec: empty ? '' : stringify(team.spec) }
}

/**
 * Name, picture and spec of a team.
 * @param props.readOnly whether nothing can be changed
 */
export function TeamFields(props: {
  entry: EntryForm<Values, TeamValues>
  isNew: boolean
  readOnly: boolean
}): ReactNode {
  const { readOnly } = props
  const { form, errorOf } = props.entry
  const { register, control } = form
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[1fr_11rem]">
        <TextField
          label="Name"
          autoComplete="off"
          aria-required
          readOnly={!props.isNew || readOnly}
          {...register('name')}
          error={errorOf('name')}
          {...(props.isNew ? {} : { help: 'A team keeps its name.' })}
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
      <TextAreaField
        label="Spec"
        rows={12}
        spellCheck={false}
        readOnly={readOnly}
        placeholder={example}
        className="[&_textarea]:font-mono [&_textarea]:text-small"
        help="YAML. responder_clients says how the team is reached in an incident, by type: values, defaults, linkUrl."
        {...register('spec')}
        error={errorOf('spec')}
      />
    </>
  )
}
