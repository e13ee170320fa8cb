import type { SpecProblem } from '@binnacle/contract'
import { Notice } from '@binnacle/ui'
import { type ReactNode, useEffect, useRef } from 'react'

/** Problems that are shown at once; fixing those usually fixes the others. */
const MOST_SHOWN = 20

/**
 * Everything that keeps a spec from being saved, each with a way to its place.
 * @param props.onOpen opens the place of a problem
 */
export function ProblemList(props: {
  problems: readonly SpecProblem[]
  onOpen: (problem: SpecProblem) => void
}): ReactNode {
  const { problems } = props
  const box = useRef<HTMLDivElement>(null)
  // The button that was pressed stands at the other end of the page.
  useEffect(() => {
    // Newer browsers give a promise, which must not be taken for what an effect leaves to be done at its end.
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const rest = problems.length - MOST_SHOWN
  return (
    <div ref={box}>
      <Notice kind="error">
        <p className="font-medium">
          {problems.length === 1 ? 'One thing is wrong' : `${problems.length} things are wrong`}
        </p>
        <ul className="mt-1 flex flex-col gap-0.5">
          {problems.slice(0, MOST_SHOWN).map((problem) => (
            <li key={`${problem.path} ${problem.message}`}>
              <button
                type="button"
                className="rounded-small text-left underline decoration-line-strong underline-offset-2 hover:decoration-current"
                onClick={() => props.onOpen(problem)}
              >
                {problem.path !== '' && <code className="text-small">{`${problem.path}: `}</code>}
                {problem.message}
              </button>
            </li>
          ))}
        </ul>
        {rest > 0 && <p className="mt-1 text-secondary">{`and ${rest} more`}</p>}
      </Notice>
    </div>
  )
}
