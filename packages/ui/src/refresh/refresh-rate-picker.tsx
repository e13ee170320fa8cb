import type { ReactNode } from 'react'
import { Select } from '../primitives/select.tsx'
import { isRateAllowed, type RefreshRate, refreshRates } from './refresh-rate.ts'

/**
 * Chooses how often a page loads again by itself.
 * @param props.rangeMilliseconds how long the range is that the page shows: long ones close short rates
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
