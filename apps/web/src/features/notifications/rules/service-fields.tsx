import type { CustomService } from '@binnacle/contract/notifications'
import { IconButton, Notice, SelectField, TextField } from '@binnacle/ui'
import { MapEditor } from '@binnacle/ui/schema-form'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import {
  MessageSettings,
  SERVICE_SETTING,
  settingOf,
  withSetting,
} from '../../../application/resource/message-settings.tsx'
import { servicesQuery } from '../../../application/resource/notification-services.ts'
import { ConnectionPicker, useConnectionType } from './connection-picker.tsx'

/** A service that a rule tells: its connection, and the fields of its messages. */
export function ServiceFields(props: {
  value: CustomService
  label: string
  /** Returns the error of a part of it, such as `properties.to`. */
  errorOf: (path: string) => string | undefined
  showsAll: boolean
  onChange: (service: CustomService) => void
  onRemove: (() => void) | undefined
}): ReactNode {
  const { value, label, errorOf, showsAll, onChange, onRemove } = props
  const services = useQuery(servicesQuery)
  const type = useConnectionType(value.connection ?? '')
  const properties = value.properties ?? {}
  const fitting = useMemo(
    () => (services.data ?? []).filter(({ connections }) => type !== undefined && connections.includes(type)),
    [services.data, type],
  )
  const chosen =
    fitting.find((service) => service.type === settingOf(properties, SERVICE_SETTING)) ?? fitting[0]
  const change = (next: Record<string, string>) => {
    const { properties: _, ...rest } = value
    onChange(Object.keys(next).length === 0 ? rest : { ...rest, properties: next })
  }
  const hasUrl = (value.url ?? '') !== ''
  const settingError = ['properties', ...Object.keys(properties).map((key) => `properties.${key}`)]
    .map(errorOf)
    .find((error) => error !== undefined)
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 rounded-panel border border-line p-3">
      <legend className="sr-only">{label}</legend>
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          {hasUrl ? (
            <Notice kind="information">
              {`${value.name ?? 'It'} sends to a URL that only the code shows.`}
            </Notice>
          ) : (
            <ConnectionPicker
              value={value.connection ?? ''}
              error={showsAll ? errorOf('connection') : undefined}
              // The settings and the name belong to the service that was chosen before.
              onChange={(connection) =>
                onChange({ connection, ...(value.filter ? { filter: value.filter } : {}) })
              }
              onBlur={() => undefined}
            />
          )}
        </div>
        {onRemove !== undefined && (
          <IconButton
            className="mt-5"
            label={`Remove ${label.toLowerCase()}`}
            icon={<Trash2 className="size-3.5" />}
            onClick={onRemove}
          />
        )}
      </div>
      {fitting.length > 1 && chosen !== undefined && (
        <SelectField
          label="Send as"
          value={chosen.type}
          options={fitting.map(({ type: id, title }) => ({ value: id, label: title }))}
          onChange={(id) => change({ [SERVICE_SETTING]: id })}
        />
      )}
      {chosen !== undefined && (
        <MessageSettings
          key={chosen.type}
          service={chosen}
          properties={properties}
          errorOf={(key) => errorOf(`properties.${key}`)}
          showsAll={showsAll}
          onChange={change}
        />
      )}
      {chosen === undefined && (hasUrl || Object.keys(properties).length > 0) && (
        <MapEditor
          label="Settings"
          error={showsAll ? settingError : undefined}
          value={properties}
          onChange={(key, text) => change(withSetting(properties, key, text))}
        />
      )}
      {(value.filter ?? '') !== '' && (
        <TextField
          label="Only when"
          help="An expression in CEL that must be true for this service."
          autoComplete="off"
          value={value.filter ?? ''}
          error={errorOf('filter')}
          onChange={(event) => onChange({ ...value, filter: event.target.value })}
        />
      )}
    </fieldset>
  )
}
