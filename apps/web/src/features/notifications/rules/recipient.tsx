import type { NotificationRule } from '@binnacle/contract/notifications'
import { NoValue, TruncatedText } from '@binnacle/ui'
import { Plug, User, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'

type RuleRecipients = Pick<NotificationRule, 'person' | 'team' | 'custom_services'>

/** Whom a rule tells, in words; null for nobody. */
export function recipientText({ person, team, custom_services: services }: RuleRecipients): string | null {
  if (person !== null) return person.name
  if (team !== null) return team.name
  const [first, ...others] = services ?? []
  if (first === undefined) return null
  const only = others.length === 0 ? '' : ` (only the first of ${others.length + 1} services)`
  return `${first.name ?? 'A notification service'}${only}`
}

/** Whom a rule tells, with an icon for the kind. */
export function RecipientName({ rule }: { rule: RuleRecipients }): ReactNode {
  const text = recipientText(rule)
  if (text === null) return <NoValue />
  const [Icon, kind] =
    rule.person !== null ? [User, 'Person'] : rule.team !== null ? [UsersRound, 'Team'] : [Plug, 'Others']
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <span title={kind} className="shrink-0 text-muted">
        <Icon aria-hidden="true" className="size-3.5" />
        <span className="sr-only">{kind}</span>
      </span>
      <TruncatedText text={text} />
    </span>
  )
}
