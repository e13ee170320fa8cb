import type { ReactNode } from 'react'
import { Select } from '../primitives/select.tsx'
import { isRateAllowed, type RefreshRate, refreshRates } from './refresh-rate.ts'

/**
 * Picker of the refresh rate of a page.
 * @param props.rangeMilliseconds length of the time range that the page shows; long ranges disable short rates
 */
export function RefreshRatePicker(props: {
  value: RefreshRate
  onChange: (rate: RefreshRate) => void
  rangeMilliseconds: number
}): ReactNode {
  return (
    <Select
      label="Refresh rate"
      showLabel
      value={props.value}
      onChange={props.onChange}
      options={refreshRates.map((rate) => ({
        value: rate,
        label: rate,
        disabled: !isRateAllowed(rate, props.rangeMilliseconds),
      }))}
    />
  )
}
