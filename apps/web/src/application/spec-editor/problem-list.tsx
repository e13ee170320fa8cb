import type { SpecProblem } from '@binnacle/contract/health'
import { Notice } from '@binnacle/ui'
import type { ReactNode } from 'react'

/** Maximum number of problems shown. Fixing these usually fixes the others. */
const MOST_SHOWN = 20

/**
 * Lists the problems that prevent saving, each with a link to its place.
 * @param props.onOpen shows the place of a problem
 */
export function ProblemList(props: {
  problems: readonly SpecProblem[]
  /** Describes the place of a problem. */
  labelOf: (problem: SpecProblem) => string
  onOpen: (problem: SpecProblem) => void
}): ReactNode {
  const { problems } = props
  const rest = problems.length - MOST_SHOWN
  return (
    <div className="max-h-40 w-full overflow-y-auto">
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
                {props.labelOf(problem) !== '' && `${props.labelOf(problem)}: `}
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
