import { type RenameOffer, writtenItem } from '@binnacle/contract/catalog'
import { formatPercent } from '@binnacle/contract/text'
import { Button, ConfirmDialog, Notice, TextLink, useToast } from '@binnacle/ui'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { request } from '../../../application/requests/api.ts'
import { useNavigation } from '../../../application/pages/use-navigation.ts'
import { useChange } from '../../../application/resource/use-change.ts'
import { useSession } from '../../../application/session/session.ts'
import type { ConfigDetail } from '../config/queries.ts'
import { configHref } from '../paths.ts'

const TOPICS = [['configs'], ['config_changes'], ['config_analysis']] as const

function decide({ old, new: fresh }: RenameOffer, what: 'join' | 'keep-apart') {
  return request(`/api/catalog/${fresh.id}/${what}`, writtenItem, { method: 'POST', body: { old: old.id } })
}

/** Offers to join an item with what it was before a rename, to those who may write the catalog. */
export function RenameOffers({ config }: { config: ConfigDetail }): ReactNode {
  if (!useSession().may('write', 'database')) return null
  return config.renames.map((offer) => (
    <Offer key={`${offer.old.id} ${offer.new.id}`} id={config.id} offer={offer} />
  ))
}

function Offer({ id, offer }: { id: string; offer: RenameOffer }): ReactNode {
  const { old, new: fresh, because, likeness } = offer
  const toast = useToast()
  const queries = useQueryClient()
  const navigation = useNavigation()
  const [asking, setAsking] = useState(false)
  const other = id === old.id ? fresh : old
  const apart = useChange({ run: () => decide(offer, 'keep-apart'), success: 'Kept apart', keys: TOPICS })
  async function join(): Promise<void> {
    await decide(offer, 'join')
    toast.success('Joined', { description: fresh.name })
    navigation.push(configHref(old.id))
    await Promise.all(TOPICS.map((queryKey) => queries.invalidateQueries({ queryKey })))
  }
  return (
    <Notice kind="information">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p>
          {id === old.id
            ? 'Renamed? This item is no longer found, and a run shows '
            : 'Renamed? This may be what was '}
          <TextLink href={configHref(other.id)}>{other.name}</TextLink>
          {because === 'key'
            ? ': both have the same name in their source.'
            : `: ${formatPercent((likeness ?? 0) * 100)} of the documents are equal.`}
        </p>
        <span className="flex gap-2">
          <Button size="small" onClick={() => setAsking(true)}>
            Join
          </Button>
          <Button size="small" variant="ghost" loading={apart.isPending} onClick={() => apart.mutate()}>
            Keep apart
          </Button>
        </span>
      </div>
      {asking && (
        <ConfirmDialog
          open
          onClose={() => setAsking(false)}
          onConfirm={join}
          title={`Join ${old.name} and ${fresh.name}?`}
          confirmLabel="Join items"
        >
          {`They become one item named ${fresh.name}, with the history, notes and relationships of both. This cannot be undone.`}
        </ConfirmDialog>
      )}
    </Notice>
  )
}
