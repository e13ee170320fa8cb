import {
  Age,
  Button,
  ConfirmDialog,
  copyText,
  Dialog,
  Field,
  IconButton,
  Input,
  Notice,
  SelectField,
  Skeleton,
  useToast,
} from '@binnacle/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Feed } from '@binnacle/contract/on-call'
import { LoadFailure } from '../../application/pages/load-failure.tsx'
import { useChange } from '../../application/resource/use-change.ts'
import { addFeed, feedsQuery, REACH, removeFeed, rotasQuery } from './queries.ts'

/** Stands for all shifts of the person. */
const OWN = ''

const nameOf = ({ rota }: Feed) => (rota === null ? 'My shifts' : rota.name)

/** Secret addresses from which calendar programs read shifts. */
export function Calendars({ onClose }: { onClose: () => void }): ReactNode {
  const feeds = useQuery(feedsQuery)
  const rotas = useQuery(rotasQuery)
  const [chosen, setChosen] = useState(OWN)
  const [address, setAddress] = useState<string>()
  const [leaving, setLeaving] = useState<Feed>()
  const queries = useQueryClient()
  const add = useChange({
    run: () => addFeed(chosen === OWN ? null : chosen),
    keys: [[REACH, 'feeds']],
    onDone: setAddress,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Calendars"
      description="Subscribe to shifts in a calendar program. Anyone with an address can read it without signing in."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="flex flex-col gap-4">
        <div className="flex items-end gap-2">
          <SelectField
            label="Shifts"
            className="min-w-0 flex-1"
            value={chosen}
            options={[
              { value: OWN, label: 'My shifts' },
              ...(rotas.data?.rotas ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={setChosen}
          />
          <Button variant="primary" loading={add.isPending} onClick={() => add.mutate()}>
            Create address
          </Button>
        </div>
        {address !== undefined && <NewAddress address={address} />}
        {feeds.isPending && <Skeleton className="h-16 w-full" />}
        {feeds.error !== null && feeds.data === undefined && (
          <LoadFailure compact error={feeds.error} queries={[feeds]} />
        )}
        {feeds.data?.length === 0 && <p className="text-secondary">You have no calendar addresses.</p>}
        {feeds.data !== undefined && feeds.data.length > 0 && (
          <ul aria-label="Calendar addresses" className="divide-y divide-line">
            {feeds.data.map((feed) => (
              <li key={feed.id} className="flex items-center gap-3 py-2">
                <span className="min-w-0 flex-1 wrap-anywhere">
                  <span className="font-medium">{nameOf(feed)}</span>{' '}
                  <span className="text-secondary">
                    {feed.lastReadAt === null ? (
                      'never read'
                    ) : (
                      <>
                        read <Age time={feed.lastReadAt} /> ago
                      </>
                    )}
                  </span>
                </span>
                <IconButton
                  label={`Revoke ${nameOf(feed)}`}
                  size="small"
                  icon={<Trash2 className="size-3.5" />}
                  onClick={() => setLeaving(feed)}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      {leaving !== undefined && (
        <ConfirmDialog
          open
          onClose={() => setLeaving(undefined)}
          onConfirm={async () => {
            await removeFeed(leaving.id)
            await queries.invalidateQueries({ queryKey: [REACH, 'feeds'] })
          }}
          title={`Revoke the address of ${nameOf(leaving)}?`}
          confirmLabel="Revoke address"
        >
          Calendar programs that use it get nothing from now on.
        </ConfirmDialog>
      )}
    </Dialog>
  )
}

function NewAddress({ address }: { address: string }): ReactNode {
  const toast = useToast()
  return (
    <Notice kind="success">
      <Field label="Address" help="Copy it now. It is not shown again.">
        {(control) => (
          <div className="flex gap-2">
            <Input {...control} readOnly value={address} onFocus={(event) => event.target.select()} />
            <Button
              icon={<Copy aria-hidden="true" className="size-3.5" />}
              onClick={() => void copyText(address, toast, 'Address copied')}
            >
              Copy
            </Button>
          </div>
        )}
      </Field>
    </Notice>
  )
}
