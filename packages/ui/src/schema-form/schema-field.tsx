import type { SchemaNode } from '@binnacle/contract/schema'
import { Button } from '../primitives/button.tsx'
import { IconButton } from '../primitives/icon-button.tsx'
import { ChevronRight, Plus, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { stringify } from 'yaml'
import type { ValuePath } from './schema-form.ts'
import {
  BooleanField,
  ChoiceField,
  type FieldSetup,
  NumberField,
  ScheduleField,
  TextValueField,
  useFieldAttributes,
} from './basic-fields.tsx'
import { CodeField, ScriptField } from './code-fields.tsx'
import { fieldKind, type FormField, formFields, labelOf } from './field-kind.ts'
import { MapField } from './map-field.tsx'
import { SecretField } from './secret-field.tsx'
import { useSchemaForm } from './schema-form.ts'
import { ValuesField } from './values-field.tsx'

/** A folded group of fields. It unfolds if a field has a value or an error. */
export function FoldedGroup(props: {
  title: string
  /** Summary of its contents, beside the title. */
  contents?: string | undefined
  help?: string | undefined
  open: boolean
  children: ReactNode
}): ReactNode {
  const [open, setOpen] = useState(props.open)
  const [wasOpen, setWasOpen] = useState(props.open)
  if (props.open !== wasOpen) {
    setWasOpen(props.open)
    if (props.open) setOpen(true)
  }
  return (
    <details
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="rounded-control border border-line"
    >
      <summary className="flex cursor-pointer list-none items-center gap-1.5 rounded-control px-3 py-2 font-medium text-secondary focus-inset hover:text-primary">
        <ChevronRight
          aria-hidden="true"
          className={`size-4 shrink-0 transition-transform ${open ? 'rotate-90' : ''}`}
        />
        <span className="shrink-0">{props.title}</span>
        {props.contents !== undefined && (
          <span className="min-w-0 truncate text-small font-normal text-muted">{props.contents}</span>
        )}
      </summary>
      {open && (
        <div className="flex flex-col gap-4 border-t border-line px-3 py-3">
          {props.help !== undefined && <p className="text-small text-muted">{props.help}</p>}
          {props.children}
        </div>
      )}
    </details>
  )
}

const isWide = (field: FormField): boolean =>
  !['text', 'number', 'choice', 'duration', 'schedule', 'boolean', 'secret'].includes(
    fieldKind(field.node).kind,
  )

/** A list of fields; short ones use two columns if there is room. */
export function FieldGrid({ fields, path }: { fields: readonly FormField[]; path: ValuePath }): ReactNode {
  return <PlacedFields fields={fields.map((field) => ({ field, path: [...path, field.key] }))} />
}

function PlacedFields({ fields }: { fields: readonly FieldSetup[] }): ReactNode {
  return (
    <div className="grid gap-x-4 gap-y-4 sm:grid-cols-2">
      {fields.map(({ field, path }) => (
        <div key={path.join('.')} className={isWide(field) ? 'min-w-0 sm:col-span-2' : 'min-w-0'}>
          <SchemaField field={field} path={path} />
        </div>
      ))}
    </div>
  )
}

/**
 * All fields of an object: required ones first, then ungrouped ones, then the folded groups.
 * @param props.shared fields of the whole spec that are edited with this object, placed after its required fields
 */
export function ObjectFields(props: {
  node: SchemaNode
  path: ValuePath
  shared?: readonly FormField[]
}): ReactNode {
  const { node, path, shared = [] } = props
  const form = useSchemaForm()
  const { plain, groups } = formFields(node, form.valueAt(path))
  // A field with an alternative keeps its place when it is no longer required.
  const isFirst = ({ required, node: { requiredWithout } }: FormField) =>
    required || requiredWithout !== undefined
  const placed = (fields: readonly FormField[], at: ValuePath) =>
    fields.map((field) => ({ field, path: [...at, field.key] }))
  const isUsed = (fields: readonly FormField[]) =>
    fields.some(
      ({ key }) => form.valueAt([...path, key]) !== undefined || form.problemAt([...path, key]) !== undefined,
    )
  return (
    <div className="flex flex-col gap-4">
      <PlacedFields
        fields={[
          ...placed(plain.filter(isFirst), path),
          ...placed(shared, []),
          ...placed(
            plain.filter((field) => !isFirst(field)),
            path,
          ),
        ]}
      />
      {groups.map(({ id, title, fields }) => (
        <FoldedGroup
          key={id}
          title={title}
          contents={fields.map((field) => labelOf(field.key, field.node)).join(', ')}
          open={isUsed(fields)}
        >
          <FieldGrid fields={fields} path={path} />
        </FoldedGroup>
      ))}
    </div>
  )
}

/** Field for an object within an object. */
function ObjectField({ node, ...setup }: FieldSetup & { node: SchemaNode }): ReactNode {
  const form = useSchemaForm()
  const { label, help, error } = useFieldAttributes(setup)
  return (
    <FoldedGroup
      title={label}
      help={help}
      open={form.valueAt(setup.path) !== undefined || error !== undefined}
    >
      <ObjectFields node={node} path={setup.path} />
    </FoldedGroup>
  )
}

/** Controls of an item of a list; its first one gets the focus. */
const focusable = 'input:not(:disabled), select, textarea, [contenteditable=true], button:not(:disabled)'

/** Field for a list of objects, such as headers. */
function ListField({ item, ...setup }: FieldSetup & { item: SchemaNode }): ReactNode {
  const { path } = setup
  const form = useSchemaForm()
  const { label, help, error: known } = useFieldAttributes(setup)
  const value = form.valueAt(path)
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  const first = formFields(item, undefined).plain[0]?.key ?? 'name'
  const list = useRef<HTMLFieldSetElement>(null)
  const adding = useRef<HTMLButtonElement>(null)
  const before = useRef(items.length)
  const isChangedHere = useRef(false)
  useEffect(() => {
    const grown = items.length - before.current
    before.current = items.length
    if (!isChangedHere.current || grown === 0) return
    isChangedHere.current = false
    // A new item is above the button that adds it, so Tab would lead past it. The button of a removed item is gone.
    const fields = list.current?.querySelector(':scope > [data-item]:nth-last-child(1 of [data-item])')
    const next = grown > 0 ? fields?.querySelector<HTMLElement>(focusable) : adding.current
    next?.focus()
  }, [items.length])
  const change: typeof form.change = (at, next) => {
    isChangedHere.current = true
    form.change(at, next)
  }
  // Do not repeat below the list an error that a field of an item shows.
  const isShownInItem = items.some((present, index) => {
    const { plain, groups } = formFields(item, present)
    const fields = [...plain, ...groups.flatMap((group) => group.fields)]
    return fields.some(({ key }) => form.problemAt([...path, index, key]) !== undefined)
  })
  const error = isShownInItem ? undefined : known
  return (
    <fieldset
      ref={list}
      className="flex min-w-0 flex-col gap-2"
      data-invalid={error === undefined ? undefined : ''}
    >
      <legend className="mb-1 text-small font-medium text-secondary">{label}</legend>
      {items.map((_, index) => (
        <div
          // The index is the key: everything else of an item changes while the person types.
          // eslint-disable-next-line react/no-array-index-key
          key={index}
          data-item=""
          className="flex items-start gap-2 rounded-control border border-line p-2"
        >
          <div className="min-w-0 flex-1">
            <ObjectFields node={item} path={[...path, index]} />
          </div>
          <IconButton
            label={`Remove ${label.toLowerCase()} ${index + 1}`}
            size="small"
            icon={<X className="size-3.5" />}
            onClick={() => change(items.length === 1 ? path : [...path, index], undefined)}
          />
        </div>
      ))}
      <div>
        <Button
          ref={adding}
          size="small"
          icon={<Plus aria-hidden="true" className="size-3.5" />}
          onClick={() =>
            items.length === 0
              ? change(path, [{ [first]: null }])
              : change([...path, items.length], { [first]: null })
          }
        >
          {`Add to ${label.toLowerCase()}`}
        </Button>
      </div>
      {(error ?? help) !== undefined && (
        <p className={error === undefined ? 'text-small text-muted' : 'text-small text-unhealthy'}>
          {error ?? help}
        </p>
      )}
    </fieldset>
  )
}

/** Read-only value without a suitable control; people edit it in the code. */
function GivenInCode(setup: FieldSetup): ReactNode {
  const form = useSchemaForm()
  const { label, help } = useFieldAttributes(setup)
  const value = form.valueAt(setup.path)
  return (
    <div className="flex flex-col gap-1">
      <span className="text-small font-medium text-secondary">{label}</span>
      {value !== undefined && (
        <pre className="max-h-40 overflow-auto rounded-control bg-sunken p-2 font-mono text-small">
          {stringify(value)}
        </pre>
      )}
      <p className="text-small text-muted">{help}</p>
      <div>
        <Button size="small" onClick={form.showCode}>
          {`Edit ${label.toLowerCase()} in the code`}
        </Button>
      </div>
    </div>
  )
}

/** A field of a form, with the control for its schema. */
function SchemaField({ field, path }: { field: FormField; path: ValuePath }): ReactNode {
  const kind = fieldKind(field.node)
  const shared = { field, path }
  switch (kind.kind) {
    case 'text':
    case 'multiline':
    case 'duration':
      return <TextValueField {...shared} kind={kind.kind} />
    case 'number':
      return <NumberField {...shared} />
    case 'boolean':
      return <BooleanField {...shared} />
    case 'choice':
      return <ChoiceField {...shared} options={kind.options} />
    case 'schedule':
      return <ScheduleField {...shared} options={kind.options} />
    case 'secret':
      return <SecretField {...shared} />
    case 'code':
      return <CodeField {...shared} language={kind.language} />
    case 'script':
      return <ScriptField {...shared} languages={kind.languages} />
    case 'values':
      return <ValuesField {...shared} numbers={kind.numbers} options={kind.options} />
    case 'map':
      return <MapField {...shared} />
    case 'object':
      return <ObjectField {...shared} node={kind.node} />
    case 'list':
      return <ListField {...shared} item={kind.item} />
    case 'yaml':
      return <GivenInCode {...shared} />
    default:
      return null
  }
}
