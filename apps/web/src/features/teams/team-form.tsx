import { SelectField, TextAreaField, TextField } from '@binnacle/ui'
import { type ReactNode, useEffect } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { parseDocument, stringify } from 'yaml'
import * as z from 'zod/mini'
import { FormFrame } from '../../application/form-frame.tsx'
import { rule, showProblems } from '../../application/forms.ts'
import { useDraft } from '../../application/use-draft.ts'
import type { Team, TeamValues } from './queries.ts'
import { TeamIcon, teamIconNames } from './team-icons.tsx'

interface Values {
  name: string
  icon: string
  spec: string
}

const nameSchema = z.string().check(z.trim(), z.minLength(1, 'This field is required'))
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

const names = ['name', 'icon', 'spec'] as const

/** The form's values of a team; the words of an empty form without one. */
export function teamValues(team: Team | undefined): Values {
  if (team === undefined) return { name: '', icon: 'users', spec: '' }
  const empty = Object.keys(team.spec).length === 0
  return { name: team.name, icon: team.icon ?? 'users', spec: empty ? '' : stringify(team.spec) }
}

/**
 * Name, picture and spec of a team.
 * @param props.id of the form element, for a button outside it
 * @param props.draft name under which it survives a sign-in in between
 * @param props.readOnly why nothing can be changed
 */
export function TeamForm(props: {
  id: string
  draft: string
  defaults: Values
  isNew: boolean
  readOnly?: boolean
  onDirtyChange: (dirty: boolean) => void
  onSubmit: (values: TeamValues) => Promise<void>
}): ReactNode {
  const { defaults, onDirtyChange, readOnly = false } = props
  const form = useForm<Values>({
    values: defaults,
    resetOptions: { keepDirtyValues: true },
    mode: 'onTouched',
  })
  const { register, control, formState, setValue } = form
  const restored = useDraft(props.draft, () => ({ ...form.getValues() }))
  useEffect(() => {
    for (const name of names) {
      const value = restored?.[name]
      if (value !== undefined) setValue(name, value, { shouldDirty: true })
    }
  }, [restored, setValue])
  useEffect(() => onDirtyChange(formState.isDirty), [formState.isDirty, onDirtyChange])

  async function submit({ name, icon, spec: text }: Values): Promise<void> {
    const parsed = parseSpec(text)
    if ('problem' in parsed) return
    try {
      await props.onSubmit({ name: name.trim(), icon, spec: parsed.spec })
      form.reset({ name: name.trim(), icon, spec: text })
    } catch (error) {
      showProblems(form, names, error)
    }
  }

  return (
    <FormFrame
      id={props.id}
      restored={restored !== undefined}
      failure={formState.errors.root?.message}
      onSubmit={form.handleSubmit(submit)}
    >
      <div className="grid gap-4 sm:grid-cols-[1fr_11rem]">
        <TextField
          label="Name"
          autoComplete="off"
          aria-required
          readOnly={!props.isNew || readOnly}
          {...register('name', rule(nameSchema))}
          error={formState.errors.name?.message}
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
        {...register('spec', {
          validate: (text) => {
            const parsed = parseSpec(text)
            return 'problem' in parsed ? parsed.problem : true
          },
        })}
        error={formState.errors.spec?.message}
      />
    </FormFrame>
  )
}
