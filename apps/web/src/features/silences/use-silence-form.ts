import { fail, type Problem, succeed } from '@binnacle/contract/core'
import { silenceTargets, type SilencePreview } from '@binnacle/contract/notifications'
import { timeZone, useChosenTimeZone, useNow } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useDebounced } from '../../application/address/use-debounced.ts'
import {
  type DocumentForm,
  type FormProblem,
  useDocumentForm,
  useFormDocument,
} from '../../application/forms/use-document-form.ts'
import { RequestFailure } from '../../application/requests/failure.ts'
import { messageOf } from '../../application/requests/queries.ts'
import {
  type CoverageBody,
  coverageBody,
  hasCoverage,
  readForm,
  type SilenceFormValues,
  timesBody,
} from './form-state.ts'
import { SILENCE_KEY, silencePreviewQuery } from './queries.ts'

/** Milliseconds without a change before the preview asks the server. */
const PREVIEW_DELAY = 400

const fields = /^(resource|selector|filter|confirmation|from|until|schedule|duration|timeZone|days|at)$/

/** The field at which a problem of the server is shown. */
function fieldOf(path: string): string | undefined {
  if (path === 'everything') return 'confirmation'
  if (path === 'time_zone') return 'timeZone'
  if (path.startsWith('selector')) return 'selector'
  if (silenceTargets.some((target) => target === path)) return 'resource'
  return fields.test(path) ? path : undefined
}

const problemsOf = (error: unknown): readonly Problem[] =>
  error instanceof RequestFailure ? error.problems : []

/** The problems of the server that a field shows. */
function shownProblems(problems: readonly Problem[]): FormProblem[] {
  return problems.flatMap(({ path, message }) => {
    const field = fieldOf(path)
    return field === undefined ? [] : [{ path: field, message }]
  })
}

/** The state of the form of a silence. */
export interface SilenceFormState extends DocumentForm<SilenceFormValues> {
  /** Positions of the errors of the filter. */
  filterProblems: readonly { line: number; column: number; message: string }[]
  zone: string
  /** What the silence would do now. */
  preview: { data: SilencePreview | undefined; loading: boolean; failure: string | undefined }
  /** Whether it covers every resource. */
  coversAll: boolean
}

/**
 * Edits a silence.
 * @param setup.save stores it; receives what to send, and the form
 * @param setup.success text of the toast after that
 * @param setup.onSaved called after that with the preview
 */
export function useSilenceForm(setup: {
  initial: SilenceFormValues
  save: (body: CoverageBody, values: SilenceFormValues) => Promise<void>
  success: string
  onSaved: (preview: SilencePreview | undefined) => void
}): SilenceFormState {
  const zone = useChosenTimeZone() ?? timeZone()
  // Relative times move on.
  const now = useNow('minute')
  const document = useFormDocument(setup.initial)
  const { value } = document
  // What the server found to cover everything, when it was sent before the preview had said so.
  const [refusedCoverage, setRefusedCoverage] = useState<string>()

  const problemKey = useMemo(() => {
    const times = timesBody(value, new Date(now), zone)
    return JSON.stringify({
      ...coverageBody(value),
      ...(Object.keys(times.problems).length === 0 && times.body['schedule'] !== undefined ? times.body : {}),
    })
  }, [value, now, zone])
  const settled = useDebounced(problemKey, PREVIEW_DELAY)
  const covers = hasCoverage(value)
  const preview = useQuery({ ...silencePreviewQuery(JSON.parse(settled)), enabled: covers })
  const found = covers && preview.error === null ? preview.data : undefined
  const coversAll =
    value.scope === 'everything' ||
    JSON.stringify(coverageBody(value)) === refusedCoverage ||
    (value.scope === 'selector' && found !== undefined && found.of > 1 && found.total === found.of)
  const wrong = covers ? problemsOf(preview.error) : []

  const form = useDocumentForm(document, {
    read(values) {
      const { body, problems } = readForm(values, { now: new Date(now), zone, coversAll })
      const entries = Object.entries(problems)
      return entries.length === 0
        ? succeed(body)
        : fail(entries.map(([path, message]) => ({ path, message })))
    },
    fields,
    // What is wrong with a time is worth knowing at once; what is missing only after saving.
    early: /^(from|until)$/,
    further: shownProblems(wrong),
    send: (body) => setup.save(body, value),
    problemsOf(error) {
      const shown = shownProblems(problemsOf(error))
      if (shown.some(({ path }) => path === 'confirmation'))
        setRefusedCoverage(JSON.stringify(coverageBody(value)))
      return shown.length === 0 ? [{ path: '', message: messageOf(error) }] : shown
    },
    success: setup.success,
    keys: [[SILENCE_KEY]],
    onDone: () => setup.onSaved(found),
  })

  return {
    ...form,
    filterProblems: wrong
      .filter(({ path }) => path === 'filter')
      .map(({ message, line = 1, column = 1 }) => ({ message, line, column })),
    zone,
    preview: {
      data: found,
      loading: covers && (preview.isFetching || settled !== problemKey),
      failure: covers && preview.error !== null && wrong.length === 0 ? messageOf(preview.error) : undefined,
    },
    coversAll,
  }
}
