import { type ReactNode, useState } from 'react'
import { Button, ConfirmDialog } from '../src/index.ts'
import type { Story } from './story.ts'

export const title = 'ConfirmDialog'

function Example(props: { alone: boolean; typed?: boolean; failing?: boolean }): ReactNode {
  const [open, setOpen] = useState(props.alone)
  return (
    <div>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Delete…
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={() =>
          props.failing === true ? Promise.reject(new Error('The canary is owned by Git.')) : undefined
        }
        title="Delete canary “checkout”?"
        confirmLabel="Delete canary"
        consequences={['5 checks with 14 days of history', '2 silences']}
        {...(props.typed === true && { typedName: 'checkout' })}
      >
        Its checks stop at once.
      </ConfirmDialog>
    </div>
  )
}

export const stories: readonly Story[] = [
  { name: 'With consequences', render: ({ alone }) => <Example alone={alone} /> },
  { name: 'With a name to type', render: ({ alone }) => <Example alone={alone} typed /> },
  { name: 'That fails', render: ({ alone }) => <Example alone={alone} failing /> },
]
