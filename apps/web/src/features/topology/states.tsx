import { Button, buttonClass, EmptyState, PlainLink } from '@binnacle/ui'
import { Network } from 'lucide-react'
import type { ReactNode } from 'react'
import { NEW_TOPOLOGY_PATH } from './specs/paths.ts'
import { useReachable } from '../../application/pages/use-reachable.ts'

/** Said where no component is shown. Source: TOP-011. */
const NO_COMPONENTS = 'There are no components matching this criteria'

/** Where no component is shown: because of filters, or because the topology is empty. */
export function NoComponents(props: { isNarrowed: boolean; onClear: () => void }): ReactNode {
  const add = useReachable(NEW_TOPOLOGY_PATH)
  if (props.isNarrowed)
    return (
      <EmptyState
        title={NO_COMPONENTS}
        icon={<Network strokeWidth={1.5} />}
        actions={<Button onClick={props.onClear}>Clear filters</Button>}
      />
    )
  return (
    <EmptyState
      title={NO_COMPONENTS}
      icon={<Network strokeWidth={1.5} />}
      actions={
        add !== undefined && (
          <>
            <PlainLink
              href={`${NEW_TOPOLOGY_PATH}?type=parents`}
              className={buttonClass({ variant: 'primary' })}
            >
              Draw from the catalog
            </PlainLink>
            <PlainLink href={add} className={buttonClass({})}>
              Add topology
            </PlainLink>
          </>
        )
      }
    >
      A topology makes components from what runs: from the catalog with one click, or from a spec of your own.
    </EmptyState>
  )
}
