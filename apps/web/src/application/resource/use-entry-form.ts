import { zodResolver } from '@hookform/resolvers/zod'
import { useToast } from '@binnacle/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useEffect, useId, useMemo } from 'react'
import { type FieldErrors, type FieldPath, useForm, type UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { showProblems } from '../forms/forms.ts'
import { useInvalidFocus } from '../forms/invalid-focus.ts'
import { useRelease } from '../forms/use-release.ts'
import { messageOf } from '../requests/queries.ts'
import { useDraft } from '../session/use-draft.ts'
import { type EntryValues, fromDraft, toDraft } from './entry-values.ts'

/** A small form that a schema validates and that is sent to the server. */
export interface EntryForm<Input extends EntryValues, Output> {
  form: UseFormReturn<Input, unknown, Output>
  dirty: boolean
  sending: boolean
  /** Props of the frame around the fields. */
  frame: {
    id: string
    restored: boolean
    failure: string | undefined
    onSubmit: (event: SyntheticEvent) => Promise<void>
  }
  /** Returns the error of a field. */
  errorOf: (name: FieldPath<Input>) => string | undefined
}

/**
 * Creates an entry form. Typed values survive a sign-in in between, errors of the server appear at their fields, and
 * fields that the person did not edit follow newer values.
 * @param props.draft name under which typed values survive a sign-in
 * @param props.names fields that can show an error of the server
 * @param props.within path of the object that has the fields in the request. Default: the request itself
 * @param props.topics live topics to reload after sending
 * @param props.send sends the values; rejects with the failure of the request
 * @param props.onInvalid receives the errors if the form is submitted with invalid fields
 * @param props.whenLeft whether to validate a field when the person leaves it
 */
export function useEntryForm<Input extends EntryValues, Output>(props: {
  draft: string
  schema: z.ZodMiniType<Output, Input>
  defaults: Input
  names: readonly FieldPath<Input>[]
  within?: string
  topics: readonly string[]
  send: (values: Output) => Promise<void>
  onInvalid?: (errors: FieldErrors<Input>) => void
  whenLeft?: true
}): EntryForm<Input, Output> {
  const { defaults, names, topics, send } = props
  const id = useId()
  const toast = useToast()
  const queries = useQueryClient()
  const release = useRelease()
  const resolver = useMemo(() => {
    const validate = zodResolver(props.schema)
    return async (...given: Parameters<typeof validate>) => {
      await release()
      return validate(...given)
    }
  }, [props.schema, release])
  const form = useForm<Input, unknown, Output>({
    values: defaults,
    resetOptions: { keepDirtyValues: true },
    mode: props.whenLeft === true ? 'onTouched' : 'onSubmit',
    resolver,
    // It knows only the inputs that register themselves, which pickers, selects and editors do not.
    shouldFocusError: false,
  })
  const focusInvalid = useInvalidFocus(id)
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
      showProblems(form, names, error, props.within)
      focusInvalid()
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
      onSubmit: form.handleSubmit(submit, (errors) => {
        props.onInvalid?.(errors)
        focusInvalid()
      }),
    },
    errorOf: (name) => form.getFieldState(name, formState).error?.message,
  }
}
