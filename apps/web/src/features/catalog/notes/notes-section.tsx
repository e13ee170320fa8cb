import { Button, type KeyValue, KeyValueList, NoValue, Skeleton, TextLink } from '@binnacle/ui'
import { Pencil, UserRound, UsersRound } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { usePages, useVisitor } from '../../../application/pages/open-pages.ts'
import { reachable } from '../../../application/pages/reachable.ts'
import { lazily } from '../../../application/pages/lazily.ts'
import { useSession } from '../../../application/session/session.ts'
import type { ConfigDetail } from '../config/queries.ts'
import { TagList } from '../config/tag-list.tsx'

const Markdown = lazy(async () => {
  const { Markdown: component } = await import('../../../application/markdown/markdown.tsx')
  return { default: component }
})
const NotesDialog = lazily(async () => (await import('./notes-dialog.tsx')).NotesDialog)

/** What people say of an item: its owner, notes and own tags. */
export function NotesSection({ config }: { config: ConfigDetail }): ReactNode {
  const mayWrite = useSession().may('write', 'database')
  const [editing, setEditing] = useState(false)
  const { owner, notes, own_tags: tags } = config
  const hasNotes = typeof notes === 'string' && notes !== ''
  const facts: KeyValue[] = [
    { label: 'Owner', value: owner === null ? <NoValue /> : <Owner owner={owner} /> },
    ...(Object.keys(tags).length > 0 ? [{ label: 'Own tags', value: <TagList tags={tags} /> }] : []),
  ]
  return (
    <section aria-label="Notes">
      <div className="mb-1 flex items-center justify-between gap-2">
        <h2 className="font-semibold">Notes</h2>
        {mayWrite && (
          <Button
            size="small"
            icon={<Pencil aria-hidden="true" className="size-3.5" />}
            onClick={() => setEditing(true)}
          >
            Edit notes
          </Button>
        )}
      </div>
      <KeyValueList items={facts} />
      {hasNotes && (
        <div className="border-t border-line pt-2 wrap-anywhere">
          <Suspense fallback={<Skeleton className="h-12 w-full" />}>
            <Markdown text={notes} />
          </Suspense>
        </div>
      )}
      {editing && (
        <Suspense>
          <NotesDialog config={config} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </section>
  )
}

function Owner({ owner }: { owner: NonNullable<ConfigDetail['owner']> }): ReactNode {
  const pages = usePages()
  const visitor = useVisitor()
  const isTeam = owner.kind === 'team'
  const Icon = isTeam ? UsersRound : UserRound
  const href = isTeam ? reachable(`/settings/teams/${owner.id}`, pages, visitor) : undefined
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <Icon aria-label={isTeam ? 'Team' : 'Person'} className="size-3.5 shrink-0 text-muted" />
      {href === undefined ? owner.name : <TextLink href={href}>{owner.name}</TextLink>}
    </span>
  )
}
