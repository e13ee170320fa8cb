import type { CheckDetail } from '@binnacle/contract/health'
import type { TopologyComponent } from '@binnacle/contract/topology'
import { NoValue } from '@binnacle/ui'
import type { ReactNode } from 'react'
import type { ItemSubject } from '../../../application/slots/types.ts'
import { AlertMark } from './mark.tsx'

/** The open alert of a check, beside its name. */
export function AlertOfCheck({ subject }: { subject: CheckDetail }): ReactNode {
  return <AlertMark as="badge" kind="check" id={subject.id} />
}

/** The open alert of a catalog item, beside its name. */
export function AlertOfItem({ subject }: { subject: ItemSubject }): ReactNode {
  return <AlertMark as="badge" kind="config" id={subject.id} />
}

/** The open alert of a component, among its facts. */
export function AlertOfComponent({ subject }: { subject: TopologyComponent }): ReactNode {
  return <AlertMark as="badge" kind="component" id={subject.id} otherwise={<NoValue />} />
}
