import { Tabs } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { useReach } from '../../../application/pages/use-reachable.ts'
import { SHARED_PATH } from '../specs/paths.ts'

const tabs = [
  { id: 'topologies', label: 'Topologies', href: '/settings/topologies' },
  { id: 'shared', label: 'Shared', href: SHARED_PATH },
] as const

/** Leads between topologies and what is shared of them. */
export function TopologyTabs(props: { value: (typeof tabs)[number]['id'] }): ReactNode {
  const reach = useReach()
  const open = tabs.flatMap((tab) => {
    const href = reach(tab.href)
    return href === undefined ? [] : [{ ...tab, href }]
  })
  return open.length < 2 ? null : <Tabs label="Topologies" tabs={open} value={props.value} />
}
