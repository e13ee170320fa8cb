import { Button, Dialog, TextPanel, Tooltip } from '@binnacle/ui'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'

function TextDialog(props: { title: string; text: string; onClose: () => void }): ReactNode {
  const { title, text, onClose } = props
  return (
    <Dialog open onClose={onClose} title={title} footer={<Button onClick={onClose}>Close</Button>}>
      <TextPanel text={text} />
    </Dialog>
  )
}

/** A warning that a rule does not work, with the reason on hover and in a dialog. Source: NOT-007. */
export function RuleError({ name, error }: { name: string; error: string }): ReactNode {
  const [open, setOpen] = useState(false)
  return (
    <span data-above-row="" className="flex shrink-0">
      <Tooltip content={<span className="line-clamp-6 whitespace-pre-wrap wrap-anywhere">{error}</span>}>
        <button
          type="button"
          aria-label={`Error of ${name}`}
          className="flex size-6 items-center justify-center rounded-small text-unhealthy hover:bg-hover"
          onClick={() => setOpen(true)}
        >
          <TriangleAlert aria-hidden="true" className="size-4" />
        </button>
      </Tooltip>
      {open && <TextDialog title={`Error of ${name}`} text={error} onClose={() => setOpen(false)} />}
    </span>
  )
}

/** How many messages of a rule failed, with the most common error on hover and in a dialog. Source: NOT-008. */
export function FailedCount(props: { name: string; failed: number; error: string | null }): ReactNode {
  const { name, failed, error } = props
  const [open, setOpen] = useState(false)
  const count = failed.toLocaleString('en')
  if (failed === 0) return count
  if (error === null) return <span className="font-medium text-unhealthy">{count}</span>
  return (
    <span data-above-row="">
      <Tooltip content={<span className="line-clamp-6 whitespace-pre-wrap wrap-anywhere">{error}</span>}>
        <button
          type="button"
          aria-label={`${count} failed: most common error of ${name}`}
          className="rounded-small font-medium text-unhealthy underline decoration-current/35 underline-offset-[3px] hover:decoration-current"
          onClick={() => setOpen(true)}
        >
          {count}
        </button>
      </Tooltip>
      {open && (
        <TextDialog title={`Most common error of ${name}`} text={error} onClose={() => setOpen(false)} />
      )}
    </span>
  )
}
