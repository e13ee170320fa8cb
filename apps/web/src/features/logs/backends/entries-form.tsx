import type { SchemaNode } from '@binnacle/contract/schema'
import { Button, Menu } from '@binnacle/ui'
import { ObjectFields, useSchemaForm } from '@binnacle/ui/schema-form'
import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useMemo } from 'react'
import { BackendIcon } from './backend-icon.tsx'
import { commonSchema, emptyEntry, type BackendEntry, type BackendType, summaryOf } from './types.ts'

/** The form of a spec: each place where lines are read, then what holds for all of them. */
export function EntriesForm(props: {
  schema: SchemaNode
  types: readonly BackendType[]
  entries: readonly BackendEntry[]
}): ReactNode {
  const { schema, types, entries } = props
  const form = useSchemaForm()
  const common = useMemo(() => commonSchema(schema, types), [schema, types])

  function add(type: BackendType): void {
    const count = entries.filter((entry) => entry.type === type).length
    if (count === 0) form.change([type.type], [emptyEntry(type)])
    else form.change([type.type, count], emptyEntry(type))
  }
  function remove({ type, path }: BackendEntry): void {
    const isLast = entries.filter((entry) => entry.type === type).length === 1
    form.change(isLast ? [type.type] : path, undefined)
  }

  return (
    <div className="flex flex-col gap-4">
      {entries.map((entry) => (
        <EntryForm
          key={entry.id}
          entry={entry}
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
                icon: <BackendIcon name={type.icon} />,
                onSelect: () => add(type),
              })),
            },
          ]}
        />
      </div>
      <section aria-label="Rules for lines" className="rounded-panel border border-line bg-surface p-4">
        <ObjectFields node={common} path={[]} />
      </section>
    </div>
  )
}

function EntryForm({
  entry: { type, path },
  onRemove,
}: {
  entry: BackendEntry
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
          <BackendIcon name={type.icon} />
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
