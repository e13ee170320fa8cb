import { formatPath, type SpecProblem } from '@binnacle/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useDebounced } from '../../../application/use-debounced.ts'
import { REQUIRED, type SpecForm } from '../form/spec-form.ts'
import { judgementQuery } from '../queries.ts'
import {
  openSpec,
  type SpecPath,
  type SpecState,
  textOf,
  validTextOf,
  valueAt,
  withText,
  withValue,
} from './spec-document.ts'

/** Milliseconds without a change before the server is asked what it makes of a spec. */
const JUDGE_DELAY = 400

/** A spec while it is edited, as form and as code. */
export interface SpecEditor {
  state: SpecState
  /** What the code shows. */
  text: () => string
  setText: (text: string) => void
  change: SpecForm['change']
  /** Begins anew with another text. */
  reset: (text: string) => void
  /** A version with its text is the stored one. */
  settle: (stored: { version: number; text: string }) => void
  dirty: boolean
  /** Everything that is wrong with the last valid spec, as the server's parser says it. */
  problems: readonly SpecProblem[]
  /** Whether `problems` is about what is there now. */
  judged: boolean
  /** Puts what a save was refused for in the place of what was known before. */
  refuse: (problems: readonly SpecProblem[]) => void
  /** What is wrong at a path or beneath it, once the person has been there. */
  problemAt: SpecForm['problemAt']
  touch: (path: SpecPath) => void
  /** Shows every problem at a path and beneath it, whether the person has been there or not. */
  reveal: (path: SpecPath) => void
}

/** Words for what is missing: that there is an empty value is how the form leaves a field, not what is wrong with it. */
function wordsOf({ message }: SpecProblem): string {
  return message.endsWith('received null') ? REQUIRED : message
}

function isAtOrBeneath(path: string, place: string): boolean {
  return path === place || (path.startsWith(place) && /^[.[]/.test(path.slice(place.length)))
}

/**
 * Edits a spec.
 * @param id of the canary whose stored secrets stand behind masks
 * @param initial the text that is edited
 */
export function useSpecEditor(id: string | undefined, initial: string): SpecEditor {
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
  const waiting = useDebounced(state, JUDGE_DELAY)
  const judgement = useQuery({ ...judgementQuery(id, validTextOf(waiting)), retry: false })
  const judged = waiting === state && !judgement.isFetching
  const problems = refused?.version === state.version ? refused.problems : judgement.data?.problems
  const shown = useMemo(
    () => (problems ?? []).map((problem) => ({ ...problem, message: wordsOf(problem) })),
    [problems],
  )
  if (judged && changedSince.size > 0) setChangedSince(new Set())
  const reveal = (path: SpecPath) => setRevealed((present) => [...new Set([...present, formatPath(path)])])
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
    judged,
    refuse(found) {
      setRefused({ version: state.version, problems: found })
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
export function readAt(editor: SpecEditor, path: SpecPath): unknown {
  return valueAt(editor.state.value, path)
}
