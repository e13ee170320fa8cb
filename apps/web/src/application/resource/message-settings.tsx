import type { NotificationService } from '@binnacle/contract/notifications'
import { propertiesOf, type SchemaNode } from '@binnacle/contract/schema'
import {
  FieldGrid,
  FoldedGroup,
  type FormField,
  formFields,
  MapEditor,
  type SchemaForm,
  SchemaFormProvider,
} from '@binnacle/ui/schema-form'
import { type ReactNode, useState } from 'react'

type Properties = Readonly<Record<string, string>>

/** The setting that names the service where several send with one type of connections. */
export const SERVICE_SETTING = 'service'

function nodeOf(node: SchemaNode, key: string): SchemaNode {
  return propertiesOf(node).find(([name]) => name === key)?.[1] ?? {}
}

/** A setting as its control shows it. */
function shown({ type }: SchemaNode, text: string | undefined): unknown {
  if (text === undefined) return undefined
  if (type === 'boolean') return /^(?:true|yes|on|1)$/i.test(text)
  return (type === 'number' || type === 'integer') && text !== '' ? Number(text) : text
}

/** Properties without a key, or with another value of it. Settings are texts, as other clients write them. */
export function withSetting(properties: Properties, key: string, to: unknown): Record<string, string> {
  const others = Object.entries(properties).filter(([name]) => name.toLowerCase() !== key.toLowerCase())
  const text =
    typeof to === 'string' ? to : typeof to === 'number' || typeof to === 'boolean' ? String(to) : ''
  return Object.fromEntries(text === '' ? others : [...others, [key, text]])
}

/** A setting, whatever the case of its key. */
export const settingOf = (properties: Properties, key: string): string | undefined =>
  Object.entries(properties).find(([name]) => name.toLowerCase() === key.toLowerCase())?.[1]

/** The fields of the messages of a service. */
export function MessageSettings(props: {
  service: NotificationService
  properties: Properties
  errorOf: (key: string) => string | undefined
  /** Whether errors of fields that nobody has visited are shown too. */
  showsAll: boolean
  onChange: (properties: Record<string, string>) => void
}): ReactNode {
  const { service, properties, errorOf, onChange } = props
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const node: SchemaNode = service.schema
  const keyAt = (path: readonly (string | number)[]) => String(path[0] ?? '')
  const known = propertiesOf(node).map(([key]) => key)
  const strange = Object.fromEntries(
    Object.entries(properties).filter(
      ([key]) => key !== SERVICE_SETTING && !known.some((name) => name.toLowerCase() === key.toLowerCase()),
    ),
  )
  const form: SchemaForm = {
    valueAt: (path) =>
      path.length === 0
        ? Object.fromEntries(known.map((key) => [key, shown(nodeOf(node, key), settingOf(properties, key))]))
        : shown(nodeOf(node, keyAt(path)), settingOf(properties, keyAt(path))),
    change: (path, to) => onChange(withSetting(properties, keyAt(path), to)),
    problemAt: (path) => (props.showsAll || touched.has(keyAt(path)) ? errorOf(keyAt(path)) : undefined),
    touch: (path) => setTouched((before) => new Set([...before, keyAt(path)])),
    showCode: () => undefined,
  }
  const { plain, groups } = formFields(node, form.valueAt([]))
  const first = plain.filter(({ required }) => required)
  const others: FormField[] = [
    ...plain.filter(({ required }) => !required),
    ...groups.flatMap(({ fields }) => fields),
  ]
  const isUsed = others.some(({ key }) => settingOf(properties, key) !== undefined)
  const hasError = others.some(({ key }) => form.problemAt([key]) !== undefined)
  return (
    <SchemaFormProvider value={form}>
      {first.length > 0 && <FieldGrid fields={first} path={[]} />}
      {others.length > 0 && (
        <FoldedGroup title={`${service.title} settings`} open={isUsed || hasError}>
          <FieldGrid fields={others} path={[]} />
        </FoldedGroup>
      )}
      {Object.keys(strange).length > 0 && (
        <MapEditor
          label="Settings that the service does not have"
          error="Remove these settings"
          value={strange}
          onChange={(key, value) => onChange(withSetting(properties, key, value))}
        />
      )}
    </SchemaFormProvider>
  )
}
