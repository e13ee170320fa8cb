import type { SharedParts, TopologyShare } from '@binnacle/contract/topology'
import {
  Age,
  Button,
  buttonClass,
  Checkbox,
  ConfirmDialog,
  copyText,
  Dialog,
  Field,
  Input,
  Notice,
  Skeleton,
  useToast,
} from '@binnacle/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, ExternalLink, Link2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { LoadFailure } from '../../../application/pages/load-failure.tsx'
import { useChange } from '../../../application/resource/use-change.ts'
import { changeShare, renewLink, shareComponent, sharesKey, sharesQuery, withdrawShare } from './queries.ts'

interface SharedThing {
  id: string
  name: string
}

const namesOnly: SharedParts = { properties: false, messages: false }

/** Shares a component with people who have no account, changes what they see, and withdraws it. */
export function ShareDialog(props: { component: SharedThing; onClose: () => void }): ReactNode {
  const { component, onClose } = props
  const shares = useQuery(sharesQuery)
  const [link, setLink] = useState<string>()
  const share = shares.data?.shares.find(({ component_id: id }) => id === component.id)
  return (
    <Dialog
      open
      title={`Share ${component.name}`}
      description="Anyone with the link sees this component and all below it, without signing in. They cannot change anything."
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="flex flex-col gap-4">
        {link !== undefined && share !== undefined && <NewLink key={link} url={link} />}
        {shares.isPending && <Skeleton className="h-24 w-full" />}
        {shares.error !== null && shares.data === undefined && (
          <LoadFailure compact error={shares.error} queries={[shares]} />
        )}
        {shares.data?.enabled === false && (
          <Notice kind="warning">
            Public views are switched off in this installation. Links that exist show nothing.
          </Notice>
        )}
        {shares.data !== undefined &&
          (share === undefined ? (
            <NotShared component={component} enabled={shares.data.enabled} onLink={setLink} />
          ) : (
            <Shared
              // What others save meanwhile appears.
              key={`${share.properties} ${share.messages}`}
              share={share}
              enabled={shares.data.enabled}
              onLink={setLink}
            />
          ))}
      </div>
    </Dialog>
  )
}

function Parts(props: { parts: SharedParts; onChange: (parts: SharedParts) => void }): ReactNode {
  const { parts, onChange } = props
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-medium">What is shown</legend>
      <Checkbox label="Names and health" checked disabled onChange={() => undefined} />
      <Checkbox
        label="Types and properties, without links and secrets"
        checked={parts.properties}
        onChange={(properties) => onChange({ ...parts, properties })}
      />
      <Checkbox
        label="Statuses and messages of what fails"
        checked={parts.messages}
        onChange={(messages) => onChange({ ...parts, messages })}
      />
    </fieldset>
  )
}

function NotShared(props: {
  component: SharedThing
  enabled: boolean
  onLink: (url: string) => void
}): ReactNode {
  const { component, enabled, onLink } = props
  const [parts, setParts] = useState(namesOnly)
  const share = useChange({
    run: () => shareComponent(component.id, parts),
    keys: [sharesKey],
    onDone: onLink,
  })
  return (
    <>
      <p className="text-secondary">
        Not shared. Components that are added below {component.name} later are shown too; hidden ones never
        are.
      </p>
      <Parts parts={parts} onChange={setParts} />
      <div>
        <Button
          variant="primary"
          disabled={!enabled}
          loading={share.isPending}
          icon={<Link2 aria-hidden="true" className="size-3.5" />}
          onClick={() => share.mutate()}
        >
          Share with a link
        </Button>
      </div>
    </>
  )
}

function Shared(props: {
  share: TopologyShare
  enabled: boolean
  onLink: (url?: string) => void
}): ReactNode {
  const { share, enabled, onLink } = props
  const { component_id: id, name } = share
  const queries = useQueryClient()
  const [parts, setParts] = useState<SharedParts>({ properties: share.properties, messages: share.messages })
  const [question, setQuestion] = useState<'renew' | 'withdraw'>()
  const save = useChange({
    run: () => changeShare(id, parts),
    success: 'The public view was changed',
    keys: [sharesKey],
  })
  const isChanged = parts.properties !== share.properties || parts.messages !== share.messages
  return (
    <>
      <p className="text-secondary">
        Shared {share.shared_by !== null && <>by {share.shared_by} </>}
        <Age time={share.shared_at} /> ago.{' '}
        {share.last_seen_at === null ? (
          'Never opened.'
        ) : (
          <>
            Last open <Age time={share.last_seen_at} /> ago.
          </>
        )}{' '}
        The link is shown only once. If you lost it, make a new one.
      </p>
      <Parts parts={parts} onChange={setParts} />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          disabled={!isChanged}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          Save
        </Button>
        <Button disabled={!enabled} onClick={() => setQuestion('renew')}>
          New link
        </Button>
        <Button variant="danger" onClick={() => setQuestion('withdraw')}>
          Withdraw
        </Button>
      </div>
      {question === 'renew' && (
        <ConfirmDialog
          open
          onClose={() => setQuestion(undefined)}
          onConfirm={async () => {
            onLink(await renewLink(id))
            await queries.invalidateQueries({ queryKey: sharesKey })
          }}
          title={`Make a new link to ${name}?`}
          confirmLabel="Make new link"
        >
          The old link ends at once. Screens that show it need the new link.
        </ConfirmDialog>
      )}
      {question === 'withdraw' && (
        <ConfirmDialog
          open
          onClose={() => setQuestion(undefined)}
          onConfirm={async () => {
            await withdrawShare(id)
            onLink(undefined)
            await queries.invalidateQueries({ queryKey: sharesKey })
          }}
          title={`Withdraw the public view of ${name}?`}
          confirmLabel="Withdraw"
        >
          Screens that show it say ‘Component not found’ within seconds. The link never works again.
        </ConfirmDialog>
      )}
    </>
  )
}

function NewLink({ url }: { url: string }): ReactNode {
  const toast = useToast()
  const input = useRef<HTMLInputElement>(null)
  // What was pressed to make the link is gone, so the focus would be nowhere.
  useEffect(() => input.current?.focus(), [])
  return (
    <Notice kind="success">
      <Field label="Link" help="Copy it now. It is not shown again.">
        {(control) => (
          <div className="flex flex-wrap gap-2">
            <Input
              {...control}
              ref={input}
              readOnly
              value={url}
              className="min-w-0 flex-1 basis-48"
              onFocus={(event) => event.target.select()}
            />
            <Button
              icon={<Copy aria-hidden="true" className="size-3.5" />}
              onClick={() => void copyText(url, toast, 'Link copied')}
            >
              Copy
            </Button>
            <a href={url} target="_blank" rel="noreferrer noopener" className={buttonClass({})}>
              <ExternalLink aria-hidden="true" className="size-3.5" />
              Open
            </a>
          </div>
        )}
      </Field>
    </Notice>
  )
}
