import type { ReactNode } from 'react'

/** What is wrong with a text, in the characters from `from` up to `to`. */
export interface SearchProblem {
  message: string
  from: number
  to: number
}

/** Most characters that are shown on each side of the wrong part. */
const AROUND = 24
const MOST_WRONG = 40

/** What is wrong with the text of a search field, and the wrong part of it between what is around. */
export function SearchProblemText(props: { id: string; text: string; problem: SearchProblem }): ReactNode {
  const { text, problem } = props
  const from = Math.max(0, Math.min(problem.from, text.length - 1))
  const to = Math.max(from + 1, Math.min(problem.to, from + MOST_WRONG))
  const [start, end] = [Math.max(0, from - AROUND), to + AROUND]
  return (
    <div id={props.id} role="status" className="mt-1 flex flex-col gap-0.5 text-small text-unhealthy">
      <p className="wrap-anywhere">{problem.message}</p>
      <p className="font-mono wrap-anywhere whitespace-pre-wrap text-secondary">
        <span className="sr-only">Character {problem.from + 1}: </span>
        {start > 0 && '…'}
        {text.slice(start, from)}
        <mark className="bg-transparent text-unhealthy underline decoration-wavy underline-offset-4">
          {text.slice(from, to)}
        </mark>
        {text.slice(to, end)}
        {end < text.length && '…'}
      </p>
    </div>
  )
}
