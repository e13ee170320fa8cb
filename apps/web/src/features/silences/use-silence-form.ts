import type { Problem } from '@binnacle/contract/core'
import { silenceTargets, type SilencePreview } from '@binnacle/contract/notifications'
import { timeZone, useChosenTimeZone, useNow } from '@binnacle/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { useDebounced } from '../../application/address/use-debounced.ts'
import { useInvalidFocus } from '../../application/forms/invalid-focus.ts'
import { RequestFailure } from '../../application/requests/failure.ts'
import { messageOf } from '../../application/requests/queries.ts'
import {
  coverageBody,
  type FormField,
  type FormProblems,
  hasCoverage,
  readForm,
  type SilenceFormValues,
  timesBody,
} from './form-state.ts'
import { SILENCE_KEY, silencePreviewQuery } from './queries.ts'

/** Milliseconds without a change before the preview asks the server. */
const PREVIEW_DELAY = 400

const fields: readonly FormField[] = [
  'resource',
  'selector',
  'filter',
  'confirmation',
  'from',
  'until',
  'schedule',
  'duration',
  'timeZone',
  'days',
  'at',
]

/** The field at which a problem of the server is shown. */
function fieldOf({ path }: Pick<Problem, 'path'>): FormField | undefined {
  if (path === 'everything') return 'confirmation'
  if (path === 'time_zone') return 'timeZone'
  if (path.startsWith('selector')) return 'selector'
  if (silenceTargets.some((target) => target === path)) return 'resource'
  return fields.find((field) => field === path)
}

const problemsOf = (error: unknown): readonly Problem[] =>
  error instanceof RequestFailure ? error.problems : []

/** The state of the form of a silence. */
export interface SilenceFormState {
  /** Id of the form element. */
  id: string
  values: SilenceFormValues
  change: (changes: Partial<SilenceFormValues>) => void
  dirty: boolean
  /** Errors to show by field. */
  problems: FormProblems
  /** Positions of the errors of the filter. */
  filterProblems: readonly { line: number; column: number; message: string }[]
  /** Why saving failed, if no field is the reason. */
  failure: string | undefined
  zone: string
  /** What the silence would do now. */
  preview: { data: SilencePreview | undefined; loading: boolean; failure: string | undefined }
  /** Whether it covers every resource. */
  coversAll: boolean
  saving: boolean
  /** Validates and saves. */
  submit: () => void
}

/**
 * Edits a silence.
 * @param setup.save stores it; receives what to send
 * @param setup.onSaved called after that
 */
export function useSilenceForm(setup: {
  initial: SilenceFormValues
  save: (body: Readonly<Record<string, unknown>>) => Promise<void>
  onSaved: () => void
}): SilenceFormState {
  const id = useId()
  const focusInvalid = useInvalidFocus(id)
  const queries = useQueryClient()
  const zone = useChosenTimeZone() ?? timeZone()
  // Relative times move on.
  const now = useNow('minute')
  const [values, setValues] = useState(setup.initial)
  const [sent, setSent] = useState(false)
  const [refused, setRefused] = useState<FormProblems>({})
  const [failure, setFailure] = useState<string>()
  // What the server found to cover everything, when it was sent before the preview had said so.
  const [refusedCoverage, setRefusedCoverage] = useState<string>()

  const problemKey = useMemo(() => {
    const times = timesBody(values, new Date(now), zone)
    return JSON.stringify({
      ...coverageBody(values),
      ...(Object.keys(times.problems).length === 0 && times.body['schedule'] !== undefined ? times.body : {}),
    })
  }, [values, now, zone])
  const settled = useDebounced(problemKey, PREVIEW_DELAY)
  const covers = hasCoverage(values)
  const preview = useQuery({ ...silencePreviewQuery(JSON.parse(settled)), enabled: covers })
  const found = covers && preview.error === null ? preview.data : undefined
  const coversAll =
    values.scope === 'everything' ||
    JSON.stringify(coverageBody(values)) === refusedCoverage ||
    (values.scope === 'selector' && found !== undefined && found.of > 1 && found.total === found.of)

  const read = readForm(values, { now: new Date(now), zone, coversAll })
  const wrong = covers ? problemsOf(preview.error) : []
  const filterProblems = wrong
    .filter(({ path }) => path === 'filter')
    .map(({ message, line = 1, column = 1 }) => ({ message, line, column }))
  const written = Object.fromEntries(
    wrong.flatMap((problem) => {
      const field = fieldOf(problem)
      return field === undefined ? [] : [[field, problem.message]]
    }),
  )
  // What is wrong with a time is worth knowing at once; what is missing only after saving.
  const early: FormProblems = Object.fromEntries(
    Object.entries(read.problems).filter(([field]) => field === 'from' || field === 'until'),
  )
  const problems = { ...written, ...early, ...(sent ? read.problems : {}), ...refused }

  const mutation = useMutation({
    mutationFn: () => setup.save(read.body),
    onSuccess: () => {
      setup.onSaved()
      return queries.invalidateQueries({ queryKey: [SILENCE_KEY] })
    },
    onError: (error) => {
      const placed = problemsOf(error).flatMap((problem) => {
        const field = fieldOf(problem)
        return field === undefined ? [] : [[field, problem.message] as const]
      })
      setRefused(Object.fromEntries(placed))
      if (placed.some(([field]) => field === 'confirmation'))
        setRefusedCoverage(JSON.stringify(coverageBody(values)))
      setFailure(placed.length === 0 ? messageOf(error) : undefined)
      focusInvalid()
    },
  })

  return {
    id,
    values,
    change(changes) {
      setValues((present) => ({ ...present, ...changes }))
      setRefused({})
    },
    dirty: JSON.stringify(values) !== JSON.stringify(setup.initial) && !mutation.isSuccess,
    problems,
    filterProblems,
    failure,
    zone,
    preview: {
      data: found,
      loading: covers && (preview.isFetching || settled !== problemKey),
      failure: covers && preview.error !== null && wrong.length === 0 ? messageOf(preview.error) : undefined,
    },
    coversAll,
    saving: mutation.isPending,
    submit() {
      setSent(true)
      setFailure(undefined)
      if (Object.keys({ ...read.problems, ...written }).length > 0) focusInvalid()
      else mutation.mutate()
    },
  }
}
