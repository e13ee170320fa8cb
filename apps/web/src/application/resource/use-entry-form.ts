import { zodResolver } from '@hookform/resolvers/zod'
import { useToast } from '@binnacle/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useEffect, useId } from 'react'
import { type FieldErrors, type FieldPath, useForm, type UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { Draft } from '../session/drafts.ts'
import { showProblems } from '../forms/forms.ts'
import { messageOf } from '../requests/queries.ts'
import { useDraft } from '../session/use-draft.ts'

/** What is typed into a form, by field. */
export type EntryValues = Record<string, string | boolean>

/** A form of a few fields, validated by a schema, that is sent to the server. */
export interface EntryForm<Input extends EntryValues, Output> {
  form: UseFormReturn<Input, unknown, Output>
  dirty: boolean
  sending: boolean
  /** For the frame around the fields. */
  frame: {
    id: string
    restored: boolean
    failure: string | undefined
    onSubmit: (event: SyntheticEvent) => Promise<void>
  }
  /** What is wrong with a field. */
  errorOf: (name: FieldPath<Input>) => string | undefined
}

function fromDraft<Input extends EntryValues>(draft: Draft, defaults: Input): Input {
  const typed = Object.entries(draft).flatMap(([name, text]) => {
    const value = defaults[name]
    if (value === undefined) return []
    return [[name, typeof value === 'boolean' ? text === 'true' : text] as const]
  })
  return { ...defaults, ...Object.fromEntries(typed) }
}

function toDraft(values: EntryValues): Draft {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
}

/**
 * A form that keeps what is typed through a sign-in in between, shows what the server finds wrong on its fields, and
 * follows changes of others in the fields that the person has not touched.
 * @param props.draft name under which it survives a sign-in in between
 * @param props.names the fields that the server may find something wrong with
 * @param props.topics live topics of what sending changes
 * @param props.send rejects with what the server says
 * @param props.onInvalid told what is wrong when it is sent with invalid fields
 * @param props.whenLeft whether a field is validated when it is left already. Not in a dialog: an error that appears then
 *   moves the button away from the click that made the person leave the field
 */
export function useEntryForm<Input extends EntryValues, Output>(props: {
  draft: string
  schema: z.ZodMiniType<Output, Input>
  defaults: Input
  names: readonly FieldPath<Input>[]
  topics: readonly string[]
  send: (values: Output) => Promise<void>
  onInvalid?: (errors: FieldErrors<Input>) => void
  whenLeft?: true
}): EntryForm<Input, Output> {
  const { defaults, names, topics, send } = props
  const id = useId()
  const toast = useToast()
  const queries = useQueryClient()
  const form = useForm<Input, unknown, Output>({
    values: defaults,
    resetOptions: { keepDirtyValues: true },
    mode: props.whenLeft === true ? 'onTouched' : 'onSubmit',
    resolver: zodResolver(props.schema),
  })
  const { formState, reset } = form
  const restored = useDraft(props.draft, () => toDraft(form.getValues()))
  useEffect(() => {
    if (restored !== undefined) reset(fromDraft(restored, defaults), { keepDefaultValues: true })
  }, [restored, defaults, reset])
  const mutation = useMutation({
    mutationFn: send,
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => Promise.all(topics.map((topic) => queries.invalidateQueries({ queryKey: [topic] }))),
  })

  async function submit(values: Output): Promise<void> {
    try {
      await mutation.mutateAsync(values)
    } catch (error) {
      showProblems(form, names, error)
    }
  }

  return {
    form,
    dirty: formState.isDirty,
    sending: mutation.isPending,
    frame: {
      id,
      restored: restored !== undefined,
      failure: formState.errors.root?.message,
      onSubmit: form.handleSubmit(submit, props.onInvalid),
    },
    errorOf: (name) => form.getFieldState(name, formState).error?.message,
  }
}
