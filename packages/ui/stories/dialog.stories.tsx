import { type ReactNode, useState } from 'react'
import { Button, Dialog, type DialogProps, SelectField, TextField } from '../src/index.ts'
import type { Story } from './story.ts'

export const title = 'Dialog'

const methods = ['GET', 'HEAD', 'POST'] as const

function Example(props: {
  size: DialogProps['size']
  alone: boolean
  dirty?: boolean
  long?: boolean
}): ReactNode {
  const [open, setOpen] = useState(props.alone)
  const [method, setMethod] = useState<(typeof methods)[number]>('GET')
  const close = (): void => setOpen(false)
  return (
    <div>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog
        open={open}
        onClose={close}
        title="Add check"
        description="It runs for the first time as soon as it is saved."
        {...(props.size !== undefined && { size: props.size })}
        dirty={props.dirty ?? false}
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button variant="primary" onClick={close}>
              Save check
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <TextField label="Name" required />
          <TextField label="Address" help="For example https://shop.example/health" />
          <SelectField
            label="Method"
            value={method}
            onChange={setMethod}
            options={methods.map((value) => ({ value, label: value }))}
          />
          {props.long === true &&
            Array.from({ length: 16 }, (_, index) => <TextField key={index} label={`Header ${index + 1}`} />)}
        </div>
      </Dialog>
    </div>
  )
}

export const stories: readonly Story[] = [
  { name: 'Small', render: ({ alone }) => <Example size="small" alone={alone} /> },
  { name: 'Medium, with changes', render: ({ alone }) => <Example size="medium" alone={alone} dirty /> },
  { name: 'Large, scrolling', render: ({ alone }) => <Example size="large" alone={alone} long /> },
  { name: 'Full', render: ({ alone }) => <Example size="full" alone={alone} /> },
]
