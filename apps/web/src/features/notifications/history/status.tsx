import { type SendStatus, sendStatusLabels, sendStatuses } from '@binnacle/contract/notifications'
import { StateLabel, type StateLook } from '@binnacle/ui'
import {
  BellOff,
  CircleCheck,
  CircleSlash,
  CircleX,
  Clock,
  Gauge,
  Group,
  Repeat,
  SkipForward,
  UserRoundCheck,
} from 'lucide-react'
import type { ReactNode } from 'react'

const looks: Readonly<Record<SendStatus, StateLook>> = {
  sent: { Icon: CircleCheck, tone: 'text-healthy' },
  error: { Icon: CircleX, tone: 'text-unhealthy' },
  pending: { Icon: Clock, tone: 'text-warning' },
  cancelled: { Icon: CircleSlash, tone: 'text-muted' },
  'repeat-interval': { Icon: Repeat, tone: 'text-secondary' },
  silenced: { Icon: BellOff, tone: 'text-secondary' },
  inhibited: { Icon: BellOff, tone: 'text-secondary' },
  acknowledged: { Icon: UserRoundCheck, tone: 'text-secondary' },
  skipped: { Icon: SkipForward, tone: 'text-secondary' },
  grouped: { Icon: Group, tone: 'text-secondary' },
  'rate-limited': { Icon: Gauge, tone: 'text-warning' },
}

/** The status of a message, as an icon and a word. */
export function SendStatusLabel({ status }: { status: string }): ReactNode {
  const known = sendStatuses.find((candidate) => candidate === status)
  if (known === undefined) return status
  return <StateLabel look={looks[known]} label={sendStatusLabels[known]} />
}
