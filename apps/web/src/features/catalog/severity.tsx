import { classNames } from '@binnacle/ui'
import { ChevronDown, ChevronsUp, ChevronUp, Equal, Info, type LucideIcon } from 'lucide-react'
import { createElement, type ReactNode } from 'react'

const looks: ReadonlyMap<string, { picture: LucideIcon; tone: string }> = new Map([
  ['critical', { picture: ChevronsUp, tone: 'text-unhealthy' }],
  ['blocker', { picture: ChevronsUp, tone: 'text-unhealthy' }],
  ['high', { picture: ChevronUp, tone: 'text-unhealthy' }],
  ['warning', { picture: ChevronUp, tone: 'text-warning' }],
  ['medium', { picture: Equal, tone: 'text-warning' }],
  ['low', { picture: ChevronDown, tone: 'text-secondary' }],
  ['info', { picture: Info, tone: 'text-muted' }],
])

/** A severity as a picture and a word. */
export function SeverityText({ severity }: { severity: string }): ReactNode {
  const { picture, tone } = looks.get(severity.toLowerCase()) ?? { picture: Info, tone: 'text-muted' }
  return (
    <span className={classNames('inline-flex items-center gap-1', tone)}>
      {createElement(picture, { className: 'size-3.5 shrink-0', 'aria-hidden': 'true' })}
      {severity.charAt(0).toUpperCase() + severity.slice(1)}
    </span>
  )
}

/** A picture for a severity that deserves a second look; nothing for information. */
export function SeverityMark({ severity }: { severity: string | null | undefined }): ReactNode {
  if (typeof severity !== 'string' || severity === '' || severity === 'info' || severity === 'low')
    return null
  const { picture, tone } = looks.get(severity.toLowerCase()) ?? { picture: Info, tone: 'text-muted' }
  return (
    <span className={classNames('shrink-0', tone)} title={`Severity: ${severity}`}>
      {createElement(picture, { className: 'size-3.5', 'aria-hidden': 'true' })}
      <span className="sr-only">{severity}</span>
    </span>
  )
}
