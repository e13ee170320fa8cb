import { IconButton, Popover, Switch } from '@binnacle/ui'
import { Settings2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Preference } from './preference.ts'

/** A preference with its text. */
export interface NamedPreference {
  label: string
  preference: Preference
}

/** A menu with preferences that this browser stores. Source: CAT-009, CHG-014. */
export function Preferences(props: NamedPreference & { more?: readonly NamedPreference[] }): ReactNode {
  return (
    <Popover
      label="Preferences"
      align="end"
      trigger={
        <IconButton label="Preferences" variant="secondary" icon={<Settings2 className="size-3.5" />} />
      }
    >
      <div className="flex flex-col gap-3">
        {[props, ...(props.more ?? [])].map(({ label, preference }) => (
          <Switch key={label} label={label} checked={preference.value} onChange={preference.set} />
        ))}
      </div>
    </Popover>
  )
}
