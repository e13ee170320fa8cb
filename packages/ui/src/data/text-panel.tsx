import type { ReactNode } from 'react'

/** A long text in a box, such as an error or a payload. It keeps its lines and scrolls, by keyboard too. */
export function TextPanel({ text }: { text: string }): ReactNode {
  return (
    <pre
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-panel border border-line bg-surface p-3 text-small whitespace-pre-wrap wrap-anywhere"
    >
      {text}
    </pre>
  )
}
