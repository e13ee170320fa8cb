import { type Href, TextLink } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { useDisabledFeatures } from '../../application/session/flags.ts'

/** A link to lines, for as long as the feature is on. Source: FLAG-010. */
export function ViewLogs({ href }: { href: Href }): ReactNode {
  return useDisabledFeatures().has('logs') ? null : <TextLink href={href}>View Logs</TextLink>
}
