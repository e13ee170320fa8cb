import { SegmentedControl, type Segment, SelectField, useMediaQuery } from '@binnacle/ui'
import type { ReactNode } from 'react'

/** Minimum width at which all options fit beside each other with their words. */
const WIDE = '(min-width: 40rem)'

/**
 * Selects one of a few options: all visible where there is room, otherwise from a list.
 * @param props.asList whether there is no room whatever the width of the screen
 */
export function Choice<Value extends string>(props: {
  label: string
  options: readonly Segment<Value>[]
  value: Value
  onChange: (value: Value) => void
  asList?: boolean
}): ReactNode {
  const { label, options, value, onChange } = props
  const wide = useMediaQuery(WIDE)
  return wide && props.asList !== true ? (
    <SegmentedControl
      label={label}
      className="self-start"
      segments={options}
      value={value}
      onChange={onChange}
    />
  ) : (
    <SelectField
      label={label}
      options={options.map(({ value: choice, label: words }) => ({ value: choice, label: words }))}
      value={value}
      onChange={onChange}
    />
  )
}
