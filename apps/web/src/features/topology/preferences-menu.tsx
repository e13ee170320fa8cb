import { IconButton, Popover, Switch } from '@binnacle/ui'
import { Settings2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cardWidths } from './preferences.ts'

/** Preferences that this browser stores. Source: TOP-007, TOP-008. */
export function TopologyPreferences(props: {
  width: number
  onWidth: (width: number) => void
  showHidden: boolean
  onShowHidden: (shown: boolean) => void
}): ReactNode {
  const id = useId()
  const { minimum, maximum, step } = cardWidths
  return (
    <Popover
      label="Preferences"
      align="end"
      className="w-64 p-3"
      trigger={
        <IconButton label="Preferences" variant="secondary" icon={<Settings2 className="size-3.5" />} />
      }
    >
      <div className="flex flex-col gap-3">
        <Switch label="Show hidden components" checked={props.showHidden} onChange={props.onShowHidden} />
        <div className="flex flex-col gap-1">
          <span className="flex justify-between gap-2">
            <label htmlFor={id}>Card Width</label>
            <output htmlFor={id} className="text-secondary numeric">{`${props.width} px`}</output>
          </span>
          <input
            id={id}
            type="range"
            min={minimum}
            max={maximum}
            step={step}
            value={props.width}
            onChange={(event) => props.onWidth(Number(event.target.value))}
            className="w-full accent-accent"
          />
        </div>
      </div>
    </Popover>
  )
}
