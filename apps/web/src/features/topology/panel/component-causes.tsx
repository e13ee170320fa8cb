import { Button, Skeleton } from '@binnacle/ui'
import { lazy, type ReactNode, Suspense, useState } from 'react'

const LikelyCauses = lazy(async () => {
  const { LikelyCauses: component } = await import('../../causes/index.ts')
  return { default: component }
})

/** What may have caused that a component is not healthy; loaded on demand. */
export function CausesOfComponent({ id }: { id: string }): ReactNode {
  const [open, setOpen] = useState(false)
  return (
    <section aria-label="Likely causes" className="flex flex-col gap-1.5">
      <div>
        <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide likely causes' : 'Show likely causes'}
        </Button>
      </div>
      {open && (
        <Suspense fallback={<Skeleton className="h-24 w-full" />}>
          <LikelyCauses kind="component" id={id} />
        </Suspense>
      )}
    </section>
  )
}
