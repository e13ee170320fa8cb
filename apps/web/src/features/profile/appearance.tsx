import {
  browserZone,
  chooseTimeZone,
  Combobox,
  type ComboboxOption,
  type Density,
  Field,
  Panel,
  SelectField,
  type ThemePreference,
  timeZones,
  useChosenTimeZone,
  useTheme,
} from '@binnacle/ui'
import { type ReactNode, useMemo } from 'react'

const themes: readonly { value: ThemePreference; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'contrast', label: 'High contrast' },
]

const densities: readonly { value: Density; label: string }[] = [
  { value: 'compact', label: 'Compact' },
  { value: 'comfortable', label: 'Comfortable' },
]

/** How the application looks in this browser, and in which zone it shows times. */
export function Appearance(): ReactNode {
  const { preference, setPreference, density, setDensity } = useTheme()
  return (
    <Panel title="Appearance" description="Saved in this browser only.">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="Theme" value={preference} onChange={setPreference} options={themes} />
        <SelectField label="Density" value={density} onChange={setDensity} options={densities} />
        <TimeZone />
      </div>
    </Panel>
  )
}

/** Value that means the time zone of the browser. */
const BROWSER = ''

function TimeZone(): ReactNode {
  const chosen = useChosenTimeZone()
  const options = useMemo<readonly ComboboxOption[]>(
    () => [
      { value: BROWSER, label: 'Same as the browser', note: browserZone() },
      ...timeZones().map((zone) => ({ value: zone, label: zone })),
    ],
    [],
  )
  return (
    <Field label="Time zone" help="Full times are shown in this time zone.">
      {(control) => (
        <Combobox
          {...control}
          options={options}
          value={options.find(({ value }) => value === (chosen ?? BROWSER)) ?? null}
          onChange={(option) =>
            chooseTimeZone(option === null || option.value === BROWSER ? undefined : option.value)
          }
        />
      )}
    </Field>
  )
}
