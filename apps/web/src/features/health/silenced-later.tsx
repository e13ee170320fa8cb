import type { ResourceSilence } from '@binnacle/contract/notifications'
import { lazy, type ReactNode, Suspense } from 'react'

const Later = lazy(async () => {
  const { Silenced } = await import('./silenced.tsx')
  return { default: Silenced }
})

/** What silences do. Its code is loaded when the first silence is shown. */
export function Silenced(props: {
  silences: readonly ResourceSilence[] | undefined
  as: 'mark' | 'badge' | 'notice'
}): ReactNode {
  return (
    props.silences && (
      <Suspense>
        <Later silences={props.silences} as={props.as} />
      </Suspense>
    )
  )
}
