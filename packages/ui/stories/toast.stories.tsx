import { type ReactNode, useEffect } from 'react'
import { Button, useToast } from '../src/index.ts'
import type { Story } from './story.ts'

export const title = 'Toast'

function Example({ alone }: { alone: boolean }): ReactNode {
  const toasts = useToast()
  useEffect(() => {
    if (!alone) return
    toasts.success('Check saved', { sticky: true, action: { label: 'Run now', perform: () => undefined } })
    toasts.information('2 checks were added by a file', { sticky: true })
    toasts.error('Could not run the check', {
      description: 'The agent “edge-2” does not answer.',
      details: 'EUNAVAILABLE\nrequest 01JNZ9YQ6Z8W4M',
      sticky: true,
    })
  }, [alone, toasts])
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => toasts.success('Check saved')}>Success</Button>
      <Button onClick={() => toasts.error('Could not run the check', { details: 'EUNAVAILABLE' })}>
        Error
      </Button>
      <Button onClick={() => toasts.information('2 checks were added by a file')}>Information</Button>
      <Button onClick={() => toasts.error('The connection is lost', { sticky: true })}>One that stays</Button>
    </div>
  )
}

export const stories: readonly Story[] = [{ name: 'Kinds', render: ({ alone }) => <Example alone={alone} /> }]
