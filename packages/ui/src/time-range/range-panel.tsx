import { type ReactNode, useState } from 'react'
import { useNow } from '../time/clock-provider.tsx'
import { timeZone, useChosenTimeZone } from '../time/zone.ts'
import { AbsoluteForm } from './absolute-form.tsx'
import { mappedRanges } from './mapped-names.ts'
import { RangeList, type RangeSection } from './range-list.tsx'
import { readRecentRanges, rememberRange } from './recent-ranges.ts'
import {
  type AbsoluteRange,
  type ChosenTimeRange,
  mappedRange,
  relativeRanges,
  simpleName,
  simpleRanges,
} from './time-range.ts'
import { resolveTimeRange } from './resolve.ts'
import { describeStretch } from './wall-time.ts'

/** Which ranges are offered: the simple options, or relative ranges of the past or of the future. */
export type RangePresets = 'simple' | 'past' | 'future'

function presetSections(presets: RangePresets): readonly RangeSection[] {
  const relative =
    presets === 'simple'
      ? simpleRanges.map((range) => ({ range, label: simpleName(range) ?? range.display }))
      : relativeRanges(presets).map((range) => ({ range, label: range.display }))
  const heading = presets === 'future' ? 'Until' : 'Until now'
  const mapped = mappedRanges.flatMap((display) => {
    const range = mappedRange(display)
    return range === undefined ? [] : [{ range, label: display }]
  })
  return [
    { heading, ranges: relative },
    ...(presets === 'future' ? [] : [{ heading: 'By the calendar', ranges: mapped }]),
  ]
}

/** What opens under a time-range button. Its own file, since the calendar is loaded only then. */
export function RangePanel(props: {
  value: ChosenTimeRange | undefined
  presets: RangePresets
  onChange: (range: ChosenTimeRange | undefined) => void
}): ReactNode {
  const zone = useChosenTimeZone() ?? timeZone()
  const now = useNow('minute')
  const [recent] = useState(readRecentRanges)
  const { value, onChange } = props

  function submit(range: AbsoluteRange): void {
    rememberRange(range)
    onChange(range)
  }

  return (
    <div className="flex flex-col sm:flex-row">
      <div className="flex min-w-0 flex-col gap-3 p-3 max-sm:order-last">
        <AbsoluteForm
          initial={value?.type === 'absolute' ? resolveTimeRange(value, now, zone) : undefined}
          now={now}
          zone={zone}
          onSubmit={submit}
          onClear={() => onChange(undefined)}
        />
        {recent.length > 0 && (
          <RangeList
            className="-mx-2 border-t border-line pt-1"
            value={value}
            onChoose={(range) => (range.type === 'absolute' ? submit(range) : onChange(range))}
            sections={[
              {
                heading: 'Recently used',
                ranges: recent.map((range) => ({ range, label: describeStretch(range, zone) })),
              },
            ]}
          />
        )}
      </div>
      <RangeList
        className="overflow-y-auto overscroll-contain border-line p-1 max-sm:max-h-44 max-sm:border-b sm:max-h-112 sm:w-48 sm:border-l"
        value={value}
        sections={presetSections(props.presets)}
        onChoose={onChange}
      />
    </div>
  )
}
