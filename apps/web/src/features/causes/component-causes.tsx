import type { TopologyComponent } from '@binnacle/contract/topology'
import { Button } from '@binnacle/ui'
import { type ReactNode, useState } from 'react'
import { LikelyCauses } from './likely-causes.tsx'

/** What may have caused that a component is not healthy; asked for on demand. */
export function CausesOfComponent({ subject }: { subject: TopologyComponent }): ReactNode {
  const [open, setOpen] = useState(false)
  return (
    <section aria-label="Likely causes" className="flex flex-col gap-1.5">
      <div>
        <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide likely causes' : 'Show likely causes'}
        </Button>
      </div>
      {open && <LikelyCauses kind="component" id={subject.id} />}
    </section>
  )
}
