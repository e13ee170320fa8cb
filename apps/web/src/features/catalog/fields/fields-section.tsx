import { isSafeLink } from '@binnacle/contract/text'
import { Button, ExternalLink, KeyValueList, NoValue } from '@binnacle/ui'
import { Pencil } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { lazily } from '../../../application/pages/lazily.ts'
import { useSession } from '../../../application/session/session.ts'
import type { ConfigDetail, ItemField } from '../config/queries.ts'

const ValuesDialog = lazily(async () => (await import('./values-dialog.tsx')).ValuesDialog)

/** The values of fields that people added. Nothing where the type has no fields. */
export function FieldsSection({ config }: { config: ConfigDetail }): ReactNode {
  const mayWrite = useSession().may('write', 'database')
  const [editing, setEditing] = useState(false)
  if (config.fields.length === 0) return null
  return (
    <section aria-label="Fields">
      <div className="mb-1 flex items-center justify-between gap-2">
        <h2 className="font-semibold">Fields</h2>
        {mayWrite && (
          <Button
            size="small"
            icon={<Pencil aria-hidden="true" className="size-3.5" />}
            onClick={() => setEditing(true)}
          >
            Edit fields
          </Button>
        )}
      </div>
      <KeyValueList
        items={config.fields.map((field) => ({ label: field.name, value: <Value field={field} /> }))}
      />
      {editing && (
        <Suspense>
          <ValuesDialog config={config} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </section>
  )
}

function Value({ field: { kind, value } }: { field: ItemField }): ReactNode {
  if (value === null) return <NoValue />
  if (kind === 'number') return <span className="numeric">{Number(value).toLocaleString('en')}</span>
  const text = String(value)
  return kind === 'link' && isSafeLink(text) ? <ExternalLink href={text}>{text}</ExternalLink> : text
}
