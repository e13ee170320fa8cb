import { fail, type Result, succeed } from '@binnacle/contract/core'
import { formatPath } from '@binnacle/contract/schema'
import { useToast } from '@binnacle/ui'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useId, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { RequestFailure } from '../requests/failure.ts'
import { messageOf } from '../requests/queries.ts'
import { useInvalidFocus } from './invalid-focus.ts'

/** What is wrong with a document. The path is empty if no field is the reason. */
export interface FormProblem {
  path: string
  message: string
}

/** What somebody edits in a document form. */
export interface FormDocument<Value> {
  value: Value
  set: (changes: Partial<Value>) => void
  /** Whether it differs from what is stored. */
  dirty: boolean
  /** Notes that a value is stored. */
  settle: (value: Value) => void
}

function differs<Value extends object>(one: Value, other: Value): boolean {
  const [ones, others] = [one, other].map((value) => new Map(Object.entries(value)))
  return [...(ones ?? [])].some(([key, value]) => {
    const beside = others?.get(key)
    return value !== beside && JSON.stringify(value) !== JSON.stringify(beside)
  })
}

/**
 * Returns the document of a form.
 * @param initial what is stored
 * @param follows `newer`: a document that nobody has edited shows newer values
 */
export function useFormDocument<Value extends object>(
  initial: Value,
  follows?: 'newer',
): FormDocument<Value> {
  const [value, setValue] = useState(initial)
  const [stored, setStored] = useState(initial)
  const newest = follows === undefined ? '' : JSON.stringify(initial)
  const [followed, setFollowed] = useState(newest)
  const dirty = differs(value, stored)
  if (!dirty && followed !== newest) {
    setFollowed(newest)
    setValue(initial)
    setStored(initial)
  }
  return {
    value,
    set: (changes) => setValue((before) => ({ ...before, ...changes })),
    dirty,
    settle: setStored,
  }
}

/** Reads what is entered by a schema: what to send, or what is wrong. */
export function readBy<Output>(
  schema: z.ZodMiniType<Output>,
  entered: unknown,
): Result<Output, readonly FormProblem[]> {
  const parsed = schema.safeParse(entered)
  return parsed.success
    ? succeed(parsed.data)
    : fail(parsed.error.issues.map(({ path, message }) => ({ path: formatPath(path), message })))
}

/** A form of lists within lists, or with a validation of its own. */
export interface DocumentForm<Value> {
  value: Value
  set: (changes: Partial<Value>) => void
  /** The error of a field, by its path: `layers[0].name`. */
  errorOf: (path: string) => string | undefined
  dirty: boolean
  /** Whether there are unsaved values at this moment, also while what was saved leads to another page. */
  isUnsaved: () => boolean
  sending: boolean
  /** Validates and sends it, with these changes. */
  save: (changes?: Partial<Value>) => void
  /** Props of the frame around the fields. */
  frame: {
    id: string
    restored: false
    /** The first error that belongs to no field of the form. */
    failure: string | undefined
    onSubmit: (event: SyntheticEvent) => Promise<void>
  }
}

function problemsOfRequest(error: unknown): readonly FormProblem[] {
  const given = error instanceof RequestFailure ? error.problems : []
  return given.length > 0 ? given : [{ path: '', message: messageOf(error) }]
}

/**
 * Validates a document, sends it, and shows each error at its field.
 * @param setup.read returns what to send, or what is wrong. Its problems are shown once somebody tried to save
 * @param setup.fields paths that show their errors themselves; the form shows the others
 * @param setup.early paths whose problems are shown at once
 * @param setup.checks `once`: only saving reads it, as is right for texts that are slow to read. A problem is shown until its field
 * changes. Default: once somebody tried to save, each change reads it
 * @param setup.further problems that were found elsewhere. They are shown at once
 * @param setup.send sends it; rejects with the failure of the request
 * @param setup.problemsOf returns what a failed request says is wrong. Default: its problems, or its message
 * @param setup.success text of the toast after success
 * @param setup.keys prefixes of the query keys to reload
 */
export function useDocumentForm<Value extends object, Output, Answer>(
  document: FormDocument<Value>,
  setup: {
    read: (value: Value) => Result<Output, readonly FormProblem[]>
    fields: RegExp
    early?: RegExp
    checks?: 'once'
    further?: readonly FormProblem[]
    send: (output: Output) => Promise<Answer>
    problemsOf?: (error: unknown) => readonly FormProblem[]
    success: string
    keys: readonly QueryKey[]
    onDone: (answer: Answer) => void
  },
): DocumentForm<Value> {
  const { value, dirty } = document
  const { early, checks, further = [], problemsOf = problemsOfRequest } = setup
  const id = useId()
  const toast = useToast()
  const queries = useQueryClient()
  const focusInvalid = useInvalidFocus(id)
  const [isSubmitted, setSubmitted] = useState(false)
  const [refusals, setRefusals] = useState<readonly FormProblem[]>([])
  const isSaved = useRef(false)
  function problemsNow(): readonly FormProblem[] {
    if (checks === 'once' || (!isSubmitted && early === undefined)) return []
    const read = setup.read(value)
    const wrong = read.ok ? [] : read.failure
    return isSubmitted ? wrong : wrong.filter(({ path }) => early?.test(path) === true)
  }
  const problems = [...refusals, ...problemsNow(), ...further]
  const mutation = useMutation({
    mutationFn: ({ output }: { output: Output; sent: Value }) => setup.send(output),
    onSuccess(answer, { sent }) {
      isSaved.current = true
      document.settle(sent)
      setSubmitted(false)
      toast.success(setup.success)
      setup.onDone(answer)
    },
    onError(error) {
      setRefusals(problemsOf(error))
      focusInvalid()
    },
    onSettled: () => Promise.all(setup.keys.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
  function save(changes: Partial<Value> = {}): void {
    const sent = { ...value, ...changes }
    const read = setup.read(sent)
    setSubmitted(true)
    setRefusals(checks === 'once' && !read.ok ? read.failure : [])
    if (!read.ok || further.length > 0) focusInvalid()
    else if (!mutation.isPending) mutation.mutate({ output: read.value, sent })
  }
  return {
    value,
    set(changes) {
      isSaved.current = false
      document.set(changes)
      setRefusals((present) =>
        checks === 'once' ? present.filter(({ path }) => !Object.hasOwn(changes, path)) : [],
      )
    },
    errorOf: (path) => problems.find((problem) => problem.path === path)?.message,
    dirty,
    isUnsaved: () => dirty && !isSaved.current,
    sending: mutation.isPending,
    save,
    frame: {
      id,
      restored: false,
      failure: problems.find(({ path }) => !setup.fields.test(path))?.message,
      async onSubmit(event) {
        event.preventDefault()
        save()
      },
    },
  }
}
