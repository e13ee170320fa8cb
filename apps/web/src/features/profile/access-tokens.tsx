import {
  Age,
  Badge,
  buttonClass,
  ConfirmDialog,
  IconButton,
  Panel,
  PlainLink,
  Skeleton,
  useNow,
  useToast,
} from '@binnacle/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus, Trash2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { LoadFailure } from '../../application/pages/load-failure.tsx'
import { useFilters } from '../../application/address/use-filters.ts'
import { roleLabel } from '../../application/session/roles.tsx'
import { profileFilters } from './filters.ts'
import { type AccessToken, accessTokensQuery, revokeAccessToken } from './queries.ts'

const NewToken = lazy(async () => {
  const { NewToken: component } = await import('./new-token.tsx')
  return { default: component }
})

/** Lists the access tokens, with which scripts act for the person. */
export function AccessTokens(): ReactNode {
  const tokens = useQuery(accessTokensQuery)
  const { values, set, href } = useFilters(profileFilters)
  const [leaving, setLeaving] = useState<AccessToken>()
  return (
    <Panel
      title="Personal access tokens"
      description="For scripts that act in your name, with a role no higher than yours."
      actions={
        <PlainLink href={href({ newToken: true })} className={buttonClass({})}>
          <Plus aria-hidden="true" className="size-3.5" />
          Create token
        </PlainLink>
      }
    >
      {tokens.isPending && <Skeleton className="h-16 w-full" />}
      {tokens.error !== null && tokens.data === undefined && (
        <LoadFailure compact error={tokens.error} queries={[tokens]} />
      )}
      {tokens.data?.length === 0 && <p className="text-secondary">You have no tokens.</p>}
      {tokens.data !== undefined && tokens.data.length > 0 && (
        <ul className="divide-y divide-line">
          {tokens.data.map((token) => (
            <Token key={token.id} token={token} onRevoke={() => setLeaving(token)} />
          ))}
        </ul>
      )}
      <Suspense>{values.newToken && <NewToken onClose={() => set({ newToken: false })} />}</Suspense>
      {leaving !== undefined && <RevokeToken token={leaving} onClose={() => setLeaving(undefined)} />}
    </Panel>
  )
}

function Token({ token, onRevoke }: { token: AccessToken; onRevoke: () => void }): ReactNode {
  const expired = new Date(token.expires_at).getTime() <= useNow('minute')
  return (
    <li className="flex items-center gap-3 py-2">
      <KeyRound aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-0.5">
        <span className="font-medium wrap-anywhere">{token.name}</span>
        <Badge>{roleLabel(token.role)}</Badge>
        <span className="flex flex-wrap gap-x-3 text-secondary">
          <span>
            {token.last_used_at === null ? (
              'never used'
            ) : (
              <>
                used <Age time={token.last_used_at} /> ago
              </>
            )}
          </span>
          <span>
            {expired ? 'expired' : 'expires'} <Age time={token.expires_at} />
            {expired && ' ago'}
          </span>
        </span>
      </span>
      <IconButton
        label={`Revoke ${token.name}`}
        size="small"
        icon={<Trash2 className="size-3.5" />}
        onClick={onRevoke}
      />
    </li>
  )
}

function RevokeToken({ token, onClose }: { token: AccessToken; onClose: () => void }): ReactNode {
  const toast = useToast()
  const queries = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => revokeAccessToken(token.id),
    onSuccess: () => toast.success(`${token.name} revoked`),
    onSettled: () => queries.invalidateQueries({ queryKey: accessTokensQuery.queryKey }),
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => revoke.mutateAsync().then(() => undefined)}
      title={`Revoke ${token.name}?`}
      confirmLabel="Revoke token"
    >
      Scripts that use it are refused from now on.
    </ConfirmDialog>
  )
}
