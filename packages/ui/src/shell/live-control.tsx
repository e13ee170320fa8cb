import { ChevronDown, CirclePause, Radio, RotateCw, WifiOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../primitives/button.tsx'
import { IconButton } from '../primitives/icon-button.tsx'
import { Popover } from '../primitives/popover.tsx'
import type { RefreshRate } from '../refresh/refresh-rate.ts'
import { RefreshRatePicker } from '../refresh/refresh-rate-picker.tsx'
import { Age } from '../time/age.tsx'
import { classNames } from '../utilities/class-names.ts'

/** Whether the screen shows live changes. */
export type LiveState = 'live' | 'paused' | 'offline'

const appearance = {
  live: { Icon: Radio, word: 'Live', hint: 'Changes appear within two seconds.' },
  paused: { Icon: CirclePause, word: 'Paused', hint: 'The page stays as it is until you resume.' },
  offline: { Icon: WifiOff, word: 'Offline', hint: 'The connection is lost and is being restored.' },
} as const

/** How often a page reloads all of its data. */
export interface PageRefreshRate {
  value: RefreshRate
  onChange: (rate: RefreshRate) => void
  /** Length of the time range that the page shows; long ranges disable short rates. */
  rangeMilliseconds: number
}

/** Props of the control. */
export interface LiveControlProps {
  state: LiveState
  /** When the connection was lost. */
  since?: string | number | Date | undefined
  /** Pauses and resumes live updates. */
  onToggle: () => void
  /** Reloads all data of the page. */
  onRefresh: () => void
  /** Whether data is loading. */
  loading: boolean
  /** Shortcut for a refresh, shown in the tooltip. */
  refreshKeys?: string
  /** Undefined on a page without a refresh rate. */
  rate?: PageRefreshRate | undefined
}

/**
 * Control for how the page is kept up to date. It refreshes now, shows whether the page is live, and opens a menu
 * that pauses live updates and sets the refresh rate.
 */
export function LiveControl(props: LiveControlProps): ReactNode {
  const { state, since, loading, rate } = props
  const { Icon, word, hint } = appearance[state]
  const [open, setOpen] = useState(false)
  const offline = state === 'offline'
  const every = offline || rate === undefined || rate.value === 'None' ? undefined : rate.value
  return (
    <div
      role="group"
      aria-label="Updates of this page"
      className="flex items-center rounded-control border border-line"
    >
      <IconButton
        label="Refresh"
        size="small"
        {...(props.refreshKeys === undefined ? {} : { keys: props.refreshKeys })}
        aria-busy={loading || undefined}
        icon={<RotateCw className={classNames('size-3.5', loading && 'animate-spin')} />}
        onClick={props.onRefresh}
      />
      <Popover
        label="Live updates"
        align="end"
        open={open}
        onOpenChange={setOpen}
        className="flex w-72 flex-col gap-3 p-3"
        trigger={
          <button
            type="button"
            className={classNames(
              'flex h-control-small items-center gap-1.5 rounded-control px-2 text-small font-medium whitespace-nowrap hover:bg-hover',
              offline ? 'text-warning' : 'text-secondary',
            )}
          >
            <Icon
              aria-hidden="true"
              className={classNames('size-3.5', state === 'live' && 'text-accent-text')}
            />
            <span aria-live="polite">{word}</span>
            {offline && since !== undefined && (
              <span className="font-normal">
                since <Age time={since} />
              </span>
            )}
            {every !== undefined && <span className="font-normal text-muted max-sm:hidden">{every}</span>}
            <ChevronDown aria-hidden="true" className="size-3 text-muted" />
          </button>
        }
      >
        <p>{hint}</p>
        {!offline && (
          <Button
            onClick={() => {
              props.onToggle()
              setOpen(false)
            }}
          >
            {state === 'paused' ? 'Resume' : 'Pause'}
          </Button>
        )}
        {rate !== undefined && (
          <div className="flex flex-col items-start gap-1">
            <RefreshRatePicker {...rate} />
            <p className="text-small text-muted">
              Also reloads all data of the page this often. None pauses the page.
            </p>
          </div>
        )}
      </Popover>
    </div>
  )
}
