import type { LikelyCause } from '@binnacle/contract/causes'
import { Age, Badge, type Href, HealthBadge, TextLink } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { changeHref, subjectHref } from './paths.ts'

const kinds = { check: 'Check', config: 'Catalog item', component: 'Component' } as const

function pointsOf(points: number): string {
  return points > 0 ? `+${points}` : points === 0 ? '0' : `−${Math.abs(points)}`
}

function Others({ others }: Pick<LikelyCause, 'others'>): ReactNode {
  if (others.length === 0) return null
  const names = others.slice(0, 3).map(({ name }) => name)
  const rest = others.length - names.length
  return (
    <p className="text-small wrap-anywhere text-secondary">
      Also {names.join(', ')}
      {rest > 0 && ` and ${rest} more`}
    </p>
  )
}

/**
 * A likely cause: what it is, since when, what it says, how far away it is and why it is likely.
 * @param props.reach returns an address if the person may open it
 */
export function CauseRow({
  cause,
  reach,
}: {
  cause: LikelyCause
  reach: (href: string) => Href | undefined
}): ReactNode {
  const { subject, change, message, at, reasons } = cause
  const href = reach(subjectHref(subject))
  const ofChange = changeHref(cause)
  const changeLink = ofChange === undefined ? undefined : reach(ofChange)
  return (
    <li className="flex min-w-0 flex-col gap-1 py-2">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        {cause.kind === 'failing' && <HealthBadge state={subject.health ?? 'unknown'} />}
        {cause.kind === 'unseen' && <Badge>Not seen</Badge>}
        {change !== null && (
          <Badge>
            {changeLink === undefined ? change.type : <TextLink href={changeLink}>{change.type}</TextLink>}
          </Badge>
        )}
        <span className="min-w-0 font-medium wrap-anywhere">
          {href === undefined ? subject.name : <TextLink href={href}>{subject.name}</TextLink>}
        </span>
        <span className="text-small text-muted">{subject.type ?? kinds[subject.kind]}</span>
        {at !== null && (
          <span className="ml-auto text-small text-muted">
            {change === null ? 'for ' : ''}
            <Age time={at} />
            {change === null ? '' : ' ago'}
          </span>
        )}
      </div>
      {message !== null && <p className="wrap-anywhere">{message}</p>}
      {change !== null && change.by !== null && <p className="text-small text-secondary">By {change.by}</p>}
      <Others others={cause.others} />
      <ul aria-label={`Why ${subject.name}`} className="flex flex-col text-small text-secondary">
        {reasons.map(({ text, points }) => (
          <li key={text} className="flex min-w-0 gap-2">
            <span className="w-8 shrink-0 text-right text-muted numeric" title="Points of this reason">
              {pointsOf(points)}
            </span>
            <span className="min-w-0 wrap-anywhere">{text}</span>
          </li>
        ))}
      </ul>
    </li>
  )
}
