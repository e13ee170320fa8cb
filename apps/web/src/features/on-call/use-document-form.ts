import { useToast } from '@binnacle/ui'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useId, useState } from 'react'
import type * as z from 'zod/mini'
import { useInvalidFocus } from '../../application/forms/invalid-focus.ts'
import { RequestFailure } from '../../application/requests/failure.ts'
import { messageOf } from '../../application/requests/queries.ts'

interface FormProblem {
  path: string
  message: string
}

/** A form of lists within lists. */
export interface DocumentForm<Value> {
  id: string
  value: Value
  set: (changes: Partial<Value>) => void
  /** The error of a field, by its path: `layers[0].name`. */
  errorOf: (path: string) => string | undefined
  /** The first error that belongs to no field of the form. */
  failure: string | undefined
  dirty: boolean
  sending: boolean
  onSubmit: (event: SyntheticEvent) => void
}

/** Writes a path as the server does: `layers[0].name`. */
function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((part, place) =>
      typeof part === 'number' ? `[${part}]` : `${place === 0 ? '' : '.'}${String(part)}`,
    )
    .join('')
}

/**
 * Validates a document, sends it, and shows each error at its field.
 * @param setup.fields paths that show their errors themselves; the form shows the others
 */
export function useDocumentForm<Value extends object, Output>(setup: {
  initial: Value
  schema: z.ZodMiniType<Output>
  /** Completes what is entered before it is validated. */
  complete?: (value: Value) => unknown
  fields: RegExp
  send: (value: Output) => Promise<unknown>
  success: string
  keys: readonly QueryKey[]
  /** Whether a form that nobody has edited since it was saved shows newer values. */
  follows?: true
  onDone: () => void
}): DocumentForm<Value> {
  const { schema, complete = (given: Value) => given } = setup
  const id = useId()
  const toast = useToast()
  const queries = useQueryClient()
  const focusInvalid = useInvalidFocus(id)
  const [value, setValue] = useState(setup.initial)
  const [isSubmitted, setSubmitted] = useState(false)
  const [refusals, setRefusals] = useState<readonly FormProblem[]>([])
  const [dirty, setDirty] = useState(false)
  const newest = JSON.stringify(setup.initial)
  const [followed, setFollowed] = useState(newest)
  if (setup.follows === true && !dirty && followed !== newest) {
    setFollowed(newest)
    setValue(setup.initial)
  }
  const parsed = schema.safeParse(complete(value))
  const problems: readonly FormProblem[] =
    isSubmitted && !parsed.success
      ? parsed.error.issues.map(({ path, message }) => ({ path: pathText(path), message }))
      : refusals
  const mutation = useMutation({
    mutationFn: setup.send,
    onSuccess() {
      toast.success(setup.success)
      if (setup.follows === true) {
        setDirty(false)
        setSubmitted(false)
      }
      setup.onDone()
    },
    onError(error) {
      const given = error instanceof RequestFailure ? error.problems : []
      setRefusals(given.length > 0 ? given : [{ path: '', message: messageOf(error) }])
      focusInvalid()
    },
    onSettled: () => Promise.all(setup.keys.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
  return {
    id,
    value,
    dirty,
    set(changes) {
      setValue((before) => ({ ...before, ...changes }))
      setRefusals([])
      setDirty(true)
    },
    errorOf: (path) => problems.find((problem) => problem.path === path)?.message,
    failure: problems.find(({ path }) => !setup.fields.test(path))?.message,
    sending: mutation.isPending,
    onSubmit(event) {
      event.preventDefault()
      setSubmitted(true)
      if (!parsed.success) focusInvalid()
      else if (!mutation.isPending) mutation.mutate(parsed.data)
    },
  }
}
