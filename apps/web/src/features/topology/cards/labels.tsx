import { sortTags } from '@binnacle/contract/text'
import { Tooltip } from '@binnacle/ui'
import type { ReactNode } from 'react'

/** The first label of a component, the others on hover. Source: TOP-019. */
export function Labels({ labels }: { labels: Readonly<Record<string, string>> }): ReactNode {
  const [first, ...rest] = sortTags(labels)
  if (first === undefined) return null
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <LabelTag name={first[0]} value={first[1]} />
      {rest.length > 0 && (
        <Tooltip
          content={rest.map(([key, value]) => (
            <span key={key} className="block">{`${key}: ${value}`}</span>
          ))}
        >
          {/* Reachable by keyboard, because the other labels are nowhere else on the card. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <span tabIndex={0} className="shrink-0 rounded-small text-small text-muted">
            {`+${rest.length} more`}
          </span>
        </Tooltip>
      )}
    </span>
  )
}

/** A label with its value. */
export function LabelTag({ name, value }: { name: string; value: string }): ReactNode {
  return (
    <span
      title={`${name}: ${value}`}
      className="min-w-0 max-w-full truncate rounded-small bg-press px-1.5 text-caption leading-4.5"
    >
      <span className="text-secondary">{name}: </span>
      {value}
    </span>
  )
}
