import type { SpecProblem } from '@binnacle/contract/health'
import { formatPath } from '@binnacle/contract/schema'
import { REQUIRED, type SchemaForm, type ValuePath } from '@binnacle/ui/schema-form'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
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

/** Milliseconds without a change before a spec is validated. */
const VALIDATION_DELAY = 400

/** How a spec is validated while it is edited. */
export interface SpecValidation {
  /** Identifies what is edited, so that answers for two specs with the same text differ. */
  key: readonly unknown[]
  /** Returns everything that is wrong with a text. */
  run: (text: string, signal: AbortSignal) => Promise<{ problems: readonly SpecProblem[] }>
}

/** The validation of a text. */
export const validationQuery = ({ key, run }: SpecValidation, text: string) =>
  queryOptions({
    queryKey: ['spec-validation', ...key, text],
    staleTime: Number.POSITIVE_INFINITY,
    // Long texts that nobody shows any more.
    gcTime: 1_000,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: ({ signal }) => run(text, signal),
  })

/** A spec while it is edited, as form and as code. */
export interface SpecEditor {
  state: SpecState
  /** What the code shows. */
  text: () => string
  setText: (text: string) => void
  change: SchemaForm['change']
  /** Starts over with another text. */
  reset: (text: string) => void
  /** A version with its text is the stored one. */
  settle: (stored: { version: number; text: string }) => void
  dirty: boolean
  /** Everything that is wrong with the last text that could be read. */
  problems: readonly SpecProblem[]
  /** Replaces the known problems by those of a refused save, and shows them all. */
  refuse: (problems: readonly SpecProblem[]) => void
  /** What is wrong at a path or beneath it, once the person has been there. */
  problemAt: SchemaForm['problemAt']
  touch: (path: ValuePath) => void
  /** Shows every problem at a path and beneath it, whether the person has been there or not. */
  reveal: (path: ValuePath) => void
}

/** Words for what is missing: that there is an empty value is how the form leaves a field, not what is wrong with it. */
function wordsOf({ message }: SpecProblem): string {
  return message.endsWith('received null') ? REQUIRED : message
}

function isAtOrBeneath(path: string, place: string): boolean {
  return path === place || (path.startsWith(place) && /^[.[]/.test(path.slice(place.length)))
}

/**
 * Edits a spec as one value behind form and code.
 * @param initial the text to begin with
 */
export function useSpecEditor(initial: string, validation: SpecValidation): SpecEditor {
  const [state, setState] = useState(() => openSpec(initial))
  // Two changes of one event build on each other.
  const latest = useRef(state)
  const take = (next: SpecState) => {
    latest.current = next
    setState(next)
  }
  const [settled, setSettled] = useState({ version: 0, text: initial })
  const [refused, setRefused] = useState<{ version: number; problems: readonly SpecProblem[] }>()
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [revealed, setRevealed] = useState<readonly string[]>([])
  // Fields changed since the server last validated the spec: what it said of them no longer holds.
  const [changedSince, setChangedSince] = useState<ReadonlySet<string>>(new Set())
  const waiting = useDebounced(state, VALIDATION_DELAY)
  const validated = useQuery(validationQuery(validation, validTextOf(waiting)))
  const current = waiting === state && !validated.isFetching
  const problems = refused?.version === state.version ? refused.problems : validated.data?.problems
  const shown = useMemo(
    () => (problems ?? []).map((problem) => ({ ...problem, message: wordsOf(problem) })),
    [problems],
  )
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
      // These problems are about the present text, whatever was changed shortly before.
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

/** What stands at a path of the last valid spec. */
export function readAt(editor: SpecEditor, path: ValuePath): unknown {
  return valueAt(editor.state.value, path)
}
