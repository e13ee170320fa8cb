import { HOUR } from '@binnacle/contract/core'
import {
  Button,
  formatFullTime,
  formatWallTime,
  Notice,
  parseWallTime,
  Popover,
  TextField,
  timeZone,
  useChosenTimeZone,
} from '@binnacle/ui'
import { History } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'

const steps = [
  ['15 minutes ago', HOUR / 4],
  ['1 hour ago', HOUR],
  ['6 hours ago', 6 * HOUR],
  ['1 day ago', 24 * HOUR],
  ['1 week ago', 7 * 24 * HOUR],
] as const

/** Chooses the past time that the tree shows. @param props.onChange told the time as ISO 8601; empty for now */
export function AsOf(props: { at: string | undefined; onChange: (at: string) => void }): ReactNode {
  const zone = useChosenTimeZone() ?? timeZone()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  function choose(time: number): void {
    setOpen(false)
    setError(undefined)
    props.onChange(new Date(time).toISOString())
  }
  function apply(event: FormEvent): void {
    event.preventDefault()
    const time = parseWallTime(typed, zone)
    if (time === undefined) setError('Enter a time such as 2026-03-08 14:05')
    else if (time >= Date.now()) setError('Enter a time in the past')
    else choose(time)
  }
  return (
    <Popover
      label="As of"
      align="end"
      open={open}
      onOpenChange={(next) => {
        setTyped(formatWallTime(props.at === undefined ? Date.now() - HOUR : Date.parse(props.at), zone))
        setError(undefined)
        setOpen(next)
      }}
      className="w-64 p-3"
      trigger={<Button icon={<History aria-hidden="true" className="size-3.5" />}>As of</Button>}
    >
      <div className="flex flex-col gap-3">
        <ul aria-label="Times" className="flex flex-wrap gap-1.5">
          {steps.map(([label, length]) => (
            <li key={label}>
              <Button size="small" onClick={() => choose(Date.now() - length)}>
                {label}
              </Button>
            </li>
          ))}
        </ul>
        <form onSubmit={apply} className="flex flex-col gap-2">
          <TextField
            label="Time"
            help={`In ${zone}`}
            autoComplete="off"
            value={typed}
            error={error}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit" variant="primary">
            Apply
          </Button>
        </form>
      </div>
    </Popover>
  )
}

/** Says that the tree is not of now, and leads back. */
export function PastNotice({ at, onNow }: { at: string; onNow: () => void }): ReactNode {
  const zone = useChosenTimeZone() ?? timeZone()
  return (
    <Notice
      kind="warning"
      actions={
        <Button size="small" onClick={onNow}>
          Back to now
        </Button>
      }
    >
      {`This is the topology as it was on ${formatFullTime(new Date(at), zone)}. It does not update. Properties, costs and teams are the current ones.`}
    </Notice>
  )
}
