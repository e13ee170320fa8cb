import { DAY } from '@binnacle/contract/core'
import { type ReactNode, useState } from 'react'
import {
  absoluteRange,
  type ChosenTimeRange,
  relativeRange,
  TimeRangePicker,
  type TimeRangePickerProps,
} from '../src/index.ts'
import { NOW } from './sample/time.ts'
import type { Story } from './story.ts'

export const title = 'Time range'

function Chosen(
  props: { initial?: ChosenTimeRange } & Pick<TimeRangePickerProps, 'presets' | 'defaultOpen'>,
): ReactNode {
  const { initial, ...rest } = props
  const [value, setValue] = useState(initial)
  return (
    <div>
      <TimeRangePicker value={value} onChange={setValue} {...rest} />
    </div>
  )
}

const lastHour = relativeRange('now-1h')

export const stories: readonly Story[] = [
  { name: 'Nothing chosen', render: ({ alone }) => <Chosen defaultOpen={alone} /> },
  {
    name: 'Absolute',
    render: ({ alone }) => (
      <Chosen initial={absoluteRange({ from: NOW - 2 * DAY, to: NOW })} defaultOpen={alone} />
    ),
  },
  {
    name: 'Simple options',
    render: ({ alone }) => (
      <Chosen
        presets="simple"
        defaultOpen={alone}
        {...(lastHour === undefined ? {} : { initial: lastHour })}
      />
    ),
  },
  { name: 'Future', render: ({ alone }) => <Chosen presets="future" defaultOpen={alone} /> },
]
