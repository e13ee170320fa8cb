import type { LogPlaces } from '@binnacle/contract/logs'
import { Field, Select } from '@binnacle/ui'
import { Combobox, type ComboboxOption } from '@binnacle/ui'
import type { ReactNode } from 'react'

const NONE: ComboboxOption = { value: '', label: 'None' }

/**
 * Chooses whose lines are shown: those of a log selector of a component, or those of a log backend.
 * Source: LOG-004, LOG-005.
 */
export function PlaceControls(props: {
  places: LogPlaces | undefined
  searching: boolean
  onSearch: (text: string) => void
  component: string | undefined
  selector: string | undefined
  backend: string | undefined
  onComponent: (id: string | undefined) => void
  onSelector: (name: string) => void
  onBackend: (id: string | undefined) => void
}): ReactNode {
  const { places, component, selector, backend } = props
  const options: ComboboxOption[] = [
    NONE,
    ...(places?.components ?? []).map(({ id, name, type, namespace }) => {
      const note = [namespace, type].filter(Boolean).join(' · ')
      return { value: id, label: name, ...(note === '' ? {} : { note }) }
    }),
  ]
  const known = places?.component ?? undefined
  const chosen =
    component === undefined
      ? NONE
      : known === undefined
        ? { value: component, label: 'Unknown component' }
        : { value: known.id, label: known.name }
  const selectors = known?.selectors ?? []
  const backends = places?.backends ?? []
  return (
    <>
      <div className="w-full min-w-40 sm:w-64">
        <Field label="Component">
          {(control) => (
            <Combobox
              {...control}
              options={options}
              value={chosen}
              placeholder="Search components"
              searching={props.searching}
              onSearch={props.onSearch}
              onChange={(option) =>
                props.onComponent(option === null || option.value === '' ? undefined : option.value)
              }
            />
          )}
        </Field>
      </div>
      {component !== undefined && (
        <div className="min-w-32">
          <Field label="Logs">
            {(control) => (
              <Select
                {...control}
                value={selector ?? ''}
                disabled={selectors.length === 0}
                options={
                  selectors.length === 0
                    ? [{ value: '', label: 'No logs' }]
                    : selectors.map((name) => ({ value: name, label: name }))
                }
                onChange={props.onSelector}
              />
            )}
          </Field>
        </div>
      )}
      {component === undefined && backends.length > 0 && (
        <div className="min-w-32">
          <Field label="Log backend">
            {(control) => (
              <Select
                {...control}
                value={backend ?? ''}
                options={[
                  { value: '', label: 'None' },
                  ...backends.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                onChange={(id) => props.onBackend(id === '' ? undefined : id)}
              />
            )}
          </Field>
        </div>
      )}
    </>
  )
}
