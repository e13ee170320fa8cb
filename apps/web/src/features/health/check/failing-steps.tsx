import { IconButton, useShortcuts } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAddress, useFilters } from '../../../application/address/use-filters.ts'
import { dashboardFilters } from '../dashboard/filters.ts'
import { failingChecksQuery, type Neighbor, neighborsOf } from './failing-checks.ts'
import { drawerFilters } from './drawer-filters.ts'

/** Leads from an open check to the failing ones before and after it. Shows nothing while no other check fails. */
export function FailingSteps({ id }: { id: string }): ReactNode {
  const { values } = useFilters(dashboardFilters)
  const address = useAddress()
  const { data: failing = [] } = useQuery(failingChecksQuery(values))
  const { previous, next } = neighborsOf(failing, id)
  function show(check: Neighbor | undefined): void {
    if (check === undefined) return
    // Page, range and open run of a history mean nothing for another check.
    const rest = drawerFilters.serialize(drawerFilters.defaults, address.search)
    address.replace(dashboardFilters.serialize({ ...values, checkId: check.id }, rest))
  }
  useShortcuts([
    { keys: 'shift+k', label: 'Previous failing check', group: 'Check', perform: () => show(previous) },
    { keys: 'shift+j', label: 'Next failing check', group: 'Check', perform: () => show(next) },
  ])
  if (previous === undefined && next === undefined) return null
  return (
    <span className="flex" role="group" aria-label="Failing checks">
      <IconButton
        label={previous === undefined ? 'Previous failing check' : `Previous failing check: ${previous.name}`}
        size="small"
        disabled={previous === undefined}
        icon={<ChevronUp className="size-3.5" />}
        onClick={() => show(previous)}
      />
      <IconButton
        label={next === undefined ? 'Next failing check' : `Next failing check: ${next.name}`}
        size="small"
        disabled={next === undefined}
        icon={<ChevronDown className="size-3.5" />}
        onClick={() => show(next)}
      />
    </span>
  )
}
