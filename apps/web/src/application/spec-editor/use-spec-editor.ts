import type { SpecProblem } from '@binnacle/contract/health'
import { formatPath } from '@binnacle/contract/schema'
import type { SchemaForm, ValuePath } from '@binnacle/ui/schema-form'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useDebounced } from '../address/use-debounced.ts'
import {
  openSpec,
  type SpecState,
  textOf,
  validTextOf,
  valueAt,
  withText,
  withValue,
} from './spec-document.ts'

/** Milliseconds without an edit before the server validates a spec. */
const VALIDATION_DELAY = 400

const NO_PROBLEMS: readonly SpecProblem[] = []

/** Validation of a draft. */
export interface SpecValidation {
  /** Identifies the draft, so that two specs with the same text do not share an answer. */
  key: readonly unknown[]
  /** The text that is stored: it was valid when it was saved, so it is not validated when it opens. */
  stored?: string | undefined
  /** Returns all problems of a text. */
  run: (text: string, signal: AbortSignal) => Promise<{ problems: readonly SpecProblem[] }>
}

/** Query that validates a text. */
export const validationQuery = ({ key, stored, run }: SpecValidation, text: string) =>
  queryOptions({
    queryKey: ['spec-validation', ...key, text],
    staleTime: Number.POSITIVE_INFINITY,
    // Drop results soon: their keys are long texts.
    gcTime: 1_000,
    placeholderData: keepPreviousData,
    ...(text === stored && { initialData: { problems: [] } }),
    retry: false,
    queryFn: ({ signal }) => run(text, signal),
  })

/** The draft of a spec, edited as form and as code. */
export interface SpecEditor {
  state: SpecState
  /** Returns the text that the code shows. */
  text: () => string
  setText: (text: string) => void
  change: SchemaForm['change']
  /** Starts a new draft with another text. */
  reset: (text: string) => void
  /** Records that a version and its text are stored now. */
  settle: (stored: { version: number; text: string }) => void
  dirty: boolean
  /** All problems of the last valid text. */
  problems: readonly SpecProblem[]
  /** Replaces the problems by those of a rejected save, and shows them all. */
  refuse: (problems: readonly SpecProblem[]) => void
  /** Returns the problem at a path or below it, once the person has visited the field. */
  problemAt: SchemaForm['problemAt']
  touch: (path: ValuePath) => void
  /** Shows every problem at a path and below it, visited or not. */
  reveal: (path: ValuePath) => void
}

/**
 * Why a spec cannot be saved as it is; undefined if it can.
 * @param missing what fields besides the spec lack, such as `Enter a name`
 */
export function whyNotSavable(
  { problems, state }: Pick<SpecEditor, 'problems' | 'state'>,
  missing?: string,
): string | undefined {
  if (missing !== undefined) return missing
  if (state.broken !== undefined) return 'Fix the code first'
  if (problems.length === 0) return undefined
  return problems.length === 1 ? 'Fix the error first' : `Fix ${problems.length} errors first`
}

function isAtOrBeneath(path: string, place: string): boolean {
  return path === place || (path.startsWith(place) && /^[.[]/.test(path.slice(place.length)))
}

/**
 * Keeps the draft of a spec behind form and code.
 * @param initial the text to start with
 */
export function useSpecEditor(initial: string, validation: SpecValidation): SpecEditor {
  const [state, setState] = useState(() => openSpec(initial))
  // Two changes within one event must build on each other.
  const latest = useRef(state)
  const take = (next: SpecState) => {
    latest.current = next
    setState(next)
  }
  const [settled, setSettled] = useState({ version: 0, text: initial })
  const [refused, setRefused] = useState<{ version: number; problems: readonly SpecProblem[] }>()
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [revealed, setRevealed] = useState<readonly string[]>([])
  // Fields edited since the last validation: their old problems no longer apply.
  const [changedSince, setChangedSince] = useState<ReadonlySet<string>>(new Set())
  const waiting = useDebounced(state, VALIDATION_DELAY)
  const validated = useQuery(validationQuery(validation, validTextOf(waiting)))
  const current = waiting === state && !validated.isFetching
  const problems = refused?.version === state.version ? refused.problems : validated.data?.problems
  const shown = problems ?? NO_PROBLEMS
  if (current && changedSince.size > 0) setChangedSince(new Set())
  const reveal = (path: ValuePath) => setRevealed((present) => [...new Set([...present, formatPath(path)])])
  const dirty =
    state.version !== settled.version &&
    (state.validText === undefined || state.broken !== undefined || state.validText !== settled.text)

  return {
    state,
    text: () => textOf(state),
    setText(text) {
      if (textOf(latest.current) !== text) take(withText(latest.current, text))
    },
    change(path, to) {
      take(withValue(latest.current, path, to))
      setChangedSince((present) => new Set([...present, formatPath(path)]))
    },
    reset(text) {
      const fresh = { ...openSpec(text), version: state.version + 1 }
      take(fresh)
      setSettled({ version: fresh.version, text })
      setTouched(new Set())
      setRevealed([])
    },
    settle: ({ version, text }) => setSettled({ version, text }),
    dirty,
    problems: shown,
    refuse(found) {
      setRefused({ version: state.version, problems: found })
      // These problems belong to the current text, so no field counts as edited.
      setChangedSince(new Set())
      reveal([])
    },
    problemAt(path) {
      const place = formatPath(path)
      const isShown = touched.has(place) || revealed.some((part) => part === '' || isAtOrBeneath(place, part))
      if (!isShown || changedSince.has(place)) return undefined
      return shown.find((problem) => isAtOrBeneath(problem.path, place))?.message
    },
    touch: (path) =>
      setTouched((present) => {
        const place = formatPath(path)
        return present.has(place) ? present : new Set([...present, place])
      }),
    reveal,
  }
}

/** Returns a value of the last valid spec. */
export function readAt(editor: SpecEditor, path: ValuePath): unknown {
  return valueAt(editor.state.value, path)
}
