import type { LikelyCause } from '@binnacle/contract/causes'
import { Age, Badge, healthAppearance, HealthBadge, HealthShape, type Href, TextLink } from '@binnacle/ui'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { changeHref, subjectHref } from './paths.ts'

const kinds = { check: 'Check', config: 'Catalog item', component: 'Component' } as const

function pointsOf(points: number): string {
  return points > 0 ? `+${points}` : points === 0 ? '0' : `−${Math.abs(points)}`
}

/** The way from the symptom to the cause: each thing with its health, and what it has to do with the one before. */
function Way({ path }: Pick<LikelyCause, 'path'>): ReactNode {
  if (path.length < 2) return null
  return (
    <ol
      aria-label="Way to the cause"
      className="flex min-w-0 flex-wrap items-center gap-x-1 gap-y-1 text-small"
    >
      {path.map(({ kind, id, name, health, relation }) => (
        <li key={`${kind} ${id}`} title={relation ?? undefined} className="flex min-w-0 items-center gap-1">
          {relation !== null && (
            <ArrowRight aria-label={relation} strokeWidth={1.5} className="size-3.5 shrink-0 text-muted" />
          )}
          <span className="flex min-w-0 items-center gap-1 rounded-sm border border-line px-1.5 wrap-anywhere">
            {health !== null && <HealthShape {...healthAppearance(health)} size={12} />}
            {name}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Failing things that the cause explains, which are no causes therefore. */
function Consequences({ consequences }: Pick<LikelyCause, 'consequences'>): ReactNode {
  if (consequences.length === 0) return null
  return (
    <details className="text-small text-secondary">
      <summary className="cursor-pointer">
        {consequences.length === 1 ? 'Explains 1 failure' : `Explains ${consequences.length} failures`}
      </summary>
      <ul className="flex flex-col gap-1 pt-1 pl-4">
        {consequences.map(({ kind, id, text }) => (
          <li key={`${kind} ${id}`} className="wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
    </details>
  )
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
  const { subject, change, message, at, reasons, why } = cause
  const isLasting = cause.kind === 'failing' || cause.kind === 'unseen'
  const href = reach(subjectHref(subject))
  const ofChange = changeHref(cause)
  const changeLink = ofChange === undefined ? undefined : reach(ofChange)
  return (
    <li className="flex min-w-0 flex-col gap-1 py-2">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        {cause.kind === 'failing' && <HealthBadge state={subject.health ?? 'unknown'} />}
        {cause.kind === 'unseen' && <Badge>Not seen</Badge>}
        {cause.kind === 'recovered' && <Badge>Recovered</Badge>}
        {cause.level === 'possible' && <Badge>Possible</Badge>}
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
            {isLasting ? 'for ' : ''}
            <Age time={at} />
            {isLasting ? '' : ' ago'}
          </span>
        )}
      </div>
      {message !== null && <p className="wrap-anywhere">{message}</p>}
      {change !== null && change.by !== null && <p className="text-small text-secondary">By {change.by}</p>}
      <Way path={cause.path} />
      <Consequences consequences={cause.consequences} />
      <Others others={cause.others} />
      {why !== null && <p className="text-small wrap-anywhere text-secondary">{why}</p>}
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
