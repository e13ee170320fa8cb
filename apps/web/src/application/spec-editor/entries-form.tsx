import type { SchemaNode } from '@binnacle/contract/schema'
import { Button, Menu } from '@binnacle/ui'
import { ObjectFields, useSchemaForm } from '@binnacle/ui/schema-form'
import { Plus, Trash2 } from 'lucide-react'
import { type ComponentType, type ReactNode, useId, useMemo } from 'react'
import { commonSchema, emptyEntry, type Entry, entriesOf, type EntryType } from './entry-types.ts'

/** Picture of a type. */
type Icon = ComponentType<{ name: string }>

/**
 * The form of a spec that lists entries by type: each entry, then what holds for all of them.
 * @param props.value the spec
 * @param props.commonLabel what the part is called that holds for all entries
 * @param props.summaryOf what keeps an entry apart from others of its type, such as its URL
 */
export function EntriesForm(props: {
  schema: SchemaNode
  types: readonly EntryType[]
  value: Readonly<Record<string, unknown>>
  commonLabel: string
  summaryOf: (entry: unknown) => string
  icon: Icon
}): ReactNode {
  const { schema, types, value, icon: TypeIcon } = props
  const entries = useMemo(() => entriesOf(value, types), [value, types])
  const form = useSchemaForm()
  const common = useMemo(() => commonSchema(schema, types), [schema, types])

  function add(type: EntryType): void {
    const count = entries.filter((entry) => entry.type === type).length
    if (count === 0) form.change([type.type], [emptyEntry(type)])
    else form.change([type.type, count], emptyEntry(type))
  }
  function remove({ type, path }: Entry): void {
    const isLast = entries.filter((entry) => entry.type === type).length === 1
    form.change(isLast ? [type.type] : path, undefined)
  }

  return (
    <div className="flex flex-col gap-4">
      {entries.map((entry) => (
        <EntryForm
          key={entry.id}
          entry={entry}
          icon={TypeIcon}
          summaryOf={props.summaryOf}
          onRemove={entries.length === 1 ? undefined : () => remove(entry)}
        />
      ))}
      <div>
        <Menu
          trigger={
            <Button size="small" icon={<Plus aria-hidden="true" className="size-3.5" />}>
              {entries.length === 0 ? 'Add source' : 'Add another source'}
            </Button>
          }
          sections={[
            {
              id: 'types',
              items: types.map((type) => ({
                id: type.type,
                label: type.title,
                icon: <TypeIcon name={type.icon} />,
                onSelect: () => add(type),
              })),
            },
          ]}
        />
      </div>
      <section aria-label={props.commonLabel} className="rounded-panel border border-line bg-surface p-4">
        <ObjectFields node={common} path={[]} />
      </section>
    </div>
  )
}

function EntryForm({
  entry: { type, path },
  icon: TypeIcon,
  summaryOf,
  onRemove,
}: {
  entry: Entry
  icon: Icon
  summaryOf: (entry: unknown) => string
  onRemove: (() => void) | undefined
}): ReactNode {
  const form = useSchemaForm()
  const title = useId()
  const summary = summaryOf(form.valueAt(path))
  return (
    <section
      aria-labelledby={title}
      className="flex flex-col gap-4 rounded-panel border border-line bg-surface p-4"
    >
      <div className="flex flex-wrap items-center gap-2">
        <h2
          id={title}
          className="flex min-w-0 flex-1 basis-40 items-center gap-2 text-lead font-semibold wrap-anywhere"
        >
          <TypeIcon name={type.icon} />
          {type.title}
        </h2>
        {onRemove !== undefined && (
          <Button
            size="small"
            aria-label={summary === '' ? `Remove ${type.title}` : `Remove ${type.title} ${summary}`}
            icon={<Trash2 aria-hidden="true" className="size-3" />}
            onClick={onRemove}
          >
            Remove
          </Button>
        )}
      </div>
      <p className="text-secondary">{type.description}</p>
      <ObjectFields node={type.node} path={path} />
    </section>
  )
}
