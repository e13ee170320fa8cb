import { type ReactNode, useState } from 'react'
import { Button, Drawer, type DrawerProps, HealthBadge, KeyValueList } from '../src/index.ts'
import type { Story } from './story.ts'

export const title = 'Drawer'

function Example(props: {
  size: DrawerProps['size']
  alone: boolean
  modal?: boolean
  dirty?: boolean
}): ReactNode {
  const [open, setOpen] = useState(props.alone)
  return (
    <div>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Drawer
        open={open}
        onClose={() => setOpen(false)}
        title="ledger database"
        subtitle={<HealthBadge state="unhealthy" />}
        actions={<Button size="small">Run now</Button>}
        footer={<Button>Edit</Button>}
        modal={props.modal ?? true}
        dirty={props.dirty ?? false}
        {...(props.size !== undefined && { size: props.size })}
      >
        <div className="p-4 md:p-5">
          <KeyValueList
            items={[
              { label: 'Type', value: 'postgres' },
              { label: 'Namespace', value: 'payments' },
              { label: 'Agent', value: null },
            ]}
          />
        </div>
      </Drawer>
    </div>
  )
}

export const stories: readonly Story[] = [
  { name: 'Small', render: ({ alone }) => <Example size="small" alone={alone} /> },
  { name: 'Medium, with changes', render: ({ alone }) => <Example size="medium" alone={alone} dirty /> },
  {
    name: 'Large, beside the page',
    render: ({ alone }) => <Example size="large" alone={alone} modal={false} />,
  },
  { name: 'Full', render: ({ alone }) => <Example size="full" alone={alone} /> },
]
