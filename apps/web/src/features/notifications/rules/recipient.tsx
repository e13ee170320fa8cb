import type { NotificationRule } from '@binnacle/contract/notifications'
import { NoValue, TruncatedText } from '@binnacle/ui'
import { ListOrdered, Plug, User, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'

type RuleRecipients = Pick<
  NotificationRule,
  'person' | 'team' | 'custom_services' | 'further_recipients' | 'escalation_policy_id'
>

/** Whom a rule tells, in words; null for nobody. */
export function recipientText(rule: RuleRecipients): string | null {
  const { person, team, custom_services: services, further_recipients: further } = rule
  const [first, ...others] = services ?? []
  const name = person?.name ?? team?.name ?? (first && (first.name ?? 'A notification service'))
  if (name === undefined) return rule.escalation_policy_id === null ? null : 'An escalation policy'
  const more = others.length + (further ?? []).length
  return more === 0 ? name : `${name} and ${more} more`
}

/** Whom a rule tells, with an icon for the kind. */
export function RecipientName({ rule }: { rule: RuleRecipients }): ReactNode {
  const text = recipientText(rule)
  if (text === null) return <NoValue />
  const [Icon, kind] =
    rule.person !== null
      ? [User, 'Person']
      : rule.team !== null
        ? [UsersRound, 'Team']
        : rule.custom_services !== null
          ? [Plug, 'Others']
          : [ListOrdered, 'Escalation policy']
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
