import { feedStarts } from '@binnacle/contract/catalog'
import { Age, ExternalLink, Notice, TextAreaField, useToast } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Rss } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useController } from 'react-hook-form'
import { IdField } from '../../../application/forms/id-field.tsx'
import { EntryDialog } from '../../../application/resource/entry-dialog.tsx'
import { EntrySelect, EntrySwitch, EntryText } from '../../../application/resource/entry-fields.tsx'
import { ItemDialog } from '../../../application/resource/query-states.tsx'
import { ReadDialog } from '../../../application/resource/read-dialog.tsx'
import { type EntryForm, useEntryForm } from '../../../application/resource/use-entry-form.ts'
import { useSession } from '../../../application/session/session.ts'
import { feedForm, type TypedFeed, typedOf } from './feed-form.ts'
import {
  addFeed,
  connectionLabel,
  feedConnectionsQuery,
  feedQuery,
  FEEDS_TOPIC,
  type FeedRow,
  saveFeed,
} from './queries.ts'
import { startLabels, statusLabels } from './words.ts'

const nothing = {
  title: 'No change feed found',
  icon: <Rss strokeWidth={1.5} />,
  text: 'There is no change feed with this id. It may have been deleted.',
}

const names = ['name', 'connection_id', 'config_types', 'change_types', 'start', 'enabled'] as const

/** Adds a feed. */
export function AddFeed({ onClose }: { onClose: () => void }): ReactNode {
  return <EditFeed feed={undefined} onClose={onClose} />
}

/** A feed to change, or only to read. */
export function FeedDialog({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const mayWrite = useSession().may('write', 'database')
  return (
    <ItemDialog
      answer={useQuery(feedQuery(id))}
      title="Change feed"
      size="small"
      nothing={nothing}
      onClose={onClose}
    >
      {(feed) =>
        mayWrite ? <EditFeed feed={feed} onClose={onClose} /> : <ReadFeed feed={feed} onClose={onClose} />
      }
    </ItemDialog>
  )
}

const typesText = (types: readonly string[]) => (types.length === 0 ? 'All' : types.join(', '))

function ReadFeed({ feed, onClose }: { feed: FeedRow; onClose: () => void }): ReactNode {
  const { connection_namespace: namespace, connection_name: name } = feed
  return (
    <ReadDialog
      title={feed.name}
      size="small"
      failure={feed.status === 'failing' ? feed.error : null}
      onClose={onClose}
      items={[
        { label: 'Connection', value: connectionLabel({ namespace, name }) },
        { label: 'Item types', value: typesText(feed.config_types) },
        { label: 'Change types', value: typesText(feed.change_types) },
        { label: 'Status', value: statusLabels[feed.status] },
        { label: 'Sent', value: feed.sent.toLocaleString('en') },
        { label: 'Last sent', value: feed.sent_at === null ? null : <Age time={feed.sent_at} /> },
      ]}
    />
  )
}

function EditFeed({ feed, onClose }: { feed: FeedRow | undefined; onClose: () => void }): ReactNode {
  const toast = useToast()
  // Somebody else may change the feed meanwhile: what is typed here must not go for that.
  const [defaults] = useState(() => typedOf(feed))
  const entry = useEntryForm({
    draft: feed === undefined ? 'new change feed' : `change feed ${feed.id}`,
    schema: feedForm,
    defaults,
    names,
    topics: [FEEDS_TOPIC],
    async send({ start, ...values }) {
      await (feed === undefined ? addFeed({ start, ...values }) : saveFeed(feed.id, values))
      toast.success(`Feed ${feed === undefined ? 'added' : 'updated'}`)
      onClose()
    },
  })
  return (
    <EntryDialog
      entry={entry}
      onClose={onClose}
      title={feed === undefined ? 'Add change feed' : 'Edit change feed'}
      submitLabel={feed === undefined ? 'Save' : 'Update'}
    >
      {feed !== undefined && feed.status === 'failing' && <Failing feed={feed} />}
      <EntryText entry={entry} name="name" label="Name" required />
      <ConnectionField entry={entry} />
      <PatternsField
        entry={entry}
        name="config_types"
        label="Item types"
        example="Kubernetes::*, !Kubernetes::Pod"
        what="of the items whose changes are sent"
      />
      <PatternsField
        entry={entry}
        name="change_types"
        label="Change types"
        example="Deploy*, !diff"
        what="of the changes that are sent"
      />
      {feed === undefined && (
        <EntrySelect
          entry={entry}
          name="start"
          label="Begin with"
          help="Later changes follow in order, also those of a time when the server did not answer."
          options={() => feedStarts.map((value) => ({ value, label: startLabels[value] }))}
        />
      )}
      <EntrySwitch
        entry={entry}
        name="enabled"
        label="Enabled"
        help="Changes of the time while a feed is off are sent when it is on again, if they are still stored."
      />
    </EntryDialog>
  )
}

function Failing({ feed }: { feed: FeedRow }): ReactNode {
  return (
    <Notice kind="error">
      {feed.failures === 1 ? 'The last attempt' : `The last ${feed.failures.toLocaleString('en')} attempts`}{' '}
      failed: {feed.error}. The next one is <Age time={feed.next_at} />, or when you choose Update.
    </Notice>
  )
}

type Entry = EntryForm<TypedFeed, unknown>

function PatternsField(props: {
  entry: Entry
  name: 'config_types' | 'change_types'
  label: string
  example: string
  what: string
}): ReactNode {
  const { entry, name, label, example, what } = props
  return (
    <TextAreaField
      label={label}
      help={`Types ${what}, one a line. * matches any characters, ! excludes a type: ${example}. Empty for all.`}
      rows={2}
      spellCheck={false}
      code
      {...entry.form.register(name)}
      error={entry.errorOf(name)}
    />
  )
}

function ConnectionField({ entry }: { entry: Entry }): ReactNode {
  const mayAdd = useSession().may('write', 'connections')
  const { field } = useController({ control: entry.form.control, name: 'connection_id' })
  const choices = useQuery({
    ...feedConnectionsQuery,
    select: (connections) =>
      connections.map((connection) => ({ value: connection.id, label: connectionLabel(connection) })),
  })
  return (
    <IdField
      label="Connection"
      required
      help={
        <>
          The server that receives the changes: an HTTP or webhook connection.
          {/* A new tab, because the form would be lost here. The list is read again when this tab is back. */}
          {mayAdd && (
            <>
              {' '}
              <ExternalLink href="/settings/connections?add=true">Add a connection</ExternalLink>
            </>
          )}
        </>
      }
      placeholder="Choose a connection"
      choices={choices}
      error={entry.errorOf('connection_id')}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
    />
  )
}
