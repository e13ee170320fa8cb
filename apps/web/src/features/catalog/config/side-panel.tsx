import { formatCost, isSafeLink } from '@binnacle/contract/text'
import {
  Age,
  ExternalLink,
  HealthBadge,
  type KeyValue,
  KeyValueList,
  LinkedText,
  NoValue,
  Sparkline,
  TextLink,
  useNow,
} from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { CostList, hasCosts } from '../../../application/costs/cost-list.tsx'
import { usePages, useVisitor } from '../../../application/pages/open-pages.ts'
import { reachable } from '../../../application/pages/reachable.ts'
import { scraperHrefOf } from '../paths.ts'
import { SourceLag } from '../freshness/source-lag.tsx'
import { ConfigIcon } from '../config-icon.tsx'
import { FieldsSection } from '../fields/fields-section.tsx'
import { NotesSection } from '../notes/notes-section.tsx'
import { isStale, propertyGroups } from './facts.ts'
import { type ConfigDetail, type ConfigProperty, costsQuery } from './queries.ts'
import { TagList } from './tag-list.tsx'

/** Everything about an item that is not its document. Source: CAT-024. */
export function SidePanel({ config }: { config: ConfigDetail }): ReactNode {
  const pages = usePages()
  const visitor = useVisitor()
  const stale = isStale(config.last_scraped_time, useNow('minute')) && config.deleted_at === null
  const scraper = config.config_scrapers
  const scraperHref =
    scraper === null || scraper === undefined
      ? undefined
      : reachable(scraperHrefOf(scraper.id), pages, visitor)
  const facts: KeyValue[] = [
    { label: 'Name', value: config.name },
    { label: config.deleted_at === null ? 'Status' : 'Last status', value: <StatusFact config={config} /> },
    ...(config.deleted_at === null
      ? []
      : [
          {
            label: 'Deleted',
            value: (
              <>
                <Age time={config.deleted_at} />
                {typeof config.delete_reason === 'string' && ` · ${config.delete_reason}`}
              </>
            ),
          },
        ]),
    { label: 'Tags', value: <TagList tags={config.tags} /> },
    {
      label: 'Created',
      value: (
        <>
          <Age time={config.created_at} />
          {config.manual && ' manually'}
          {scraper !== null && scraper !== undefined && (
            <>
              {' by '}
              {scraperHref === undefined ? (
                (scraper.name ?? 'a scraper')
              ) : (
                <TextLink href={scraperHref}>{scraper.name ?? 'a scraper'}</TextLink>
              )}
            </>
          )}
        </>
      ),
    },
    {
      label: 'Updated',
      value: (
        <>
          <Age time={config.updated_at} />
          {stale && (
            <span className="mt-0.5 flex items-center gap-1 text-small text-warning">
              <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />
              <span>
                Last scraped <Age time={config.last_scraped_time ?? null} /> ago
              </span>
            </span>
          )}
        </>
      ),
    },
    ...(config.manual || config.deleted_at !== null
      ? []
      : [
          { label: 'Last seen', value: <SeenFact config={config} /> },
          { label: 'Source lag', value: <SourceLag of={{ kind: 'configs', id: config.id }} /> },
        ]),
    {
      label: 'Type',
      value: (
        <TextLink
          href={`/catalog?type=${encodeURIComponent(config.type)}`}
          className="inline-flex min-w-0 items-center gap-1.5"
        >
          <ConfigIcon type={config.type} className="size-3.5 shrink-0" />
          {config.type}
        </TextLink>
      ),
    },
    { label: 'Class', value: config.config_class },
    { label: 'Cost', value: hasCosts(config) ? <CostFact config={config} /> : <NoValue /> },
  ]
  return (
    <div className="flex flex-col gap-4">
      <KeyValueList items={facts} />
      <NotesSection config={config} />
      <FieldsSection config={config} />
      {Object.keys(config.labels).length > 0 && (
        <section aria-label="Labels">
          <h2 className="mb-1 font-semibold">Labels</h2>
          <TagList tags={config.labels} />
        </section>
      )}
      {propertyGroups(config.properties).map(([group, properties]) => (
        <section key={group} aria-label={group}>
          <h2 className="mb-1 font-semibold">{group}</h2>
          <KeyValueList
            items={properties.map((property) => ({
              label: property.label ?? property.name ?? '',
              value: <PropertyValue property={property} />,
            }))}
          />
        </section>
      ))}
    </div>
  )
}

/** When a run saw the item last, and when the next one looks. */
function SeenFact({ config }: { config: ConfigDetail }): ReactNode {
  const { last_scraped_time: seen, config_scrapers: scraper } = config
  const now = useNow('minute')
  const next = scraper?.due_at ?? null
  if (typeof seen !== 'string') return <NoValue />
  return (
    <>
      <Age time={seen} /> ago
      {next !== null && (
        <span className="text-secondary">
          {Date.parse(next) < now ? ' · next look was due ' : ' · next look '}
          <Age time={next} />
          {Date.parse(next) < now && ' ago'}
        </span>
      )}
    </>
  )
}

function StatusFact({ config }: { config: ConfigDetail }): ReactNode {
  const { health, status, description } = config
  if (health === null && (status === null || status === '')) return <NoValue />
  return (
    <span className="flex flex-col gap-0.5">
      <span className="flex flex-wrap items-center gap-x-2">
        {health !== null && <HealthBadge state={health} />}
        {status !== null && status !== '' && <span className="text-secondary">{status}</span>}
      </span>
      {typeof description === 'string' && description !== '' && (
        <span className="text-small text-secondary">
          <LinkedText text={description} />
        </span>
      )}
    </span>
  )
}

function CostFact({ config }: { config: ConfigDetail }): ReactNode {
  const days = useQuery(costsQuery(config.id)).data ?? []
  const most = Math.max(0, ...days.map(({ dollars }) => dollars))
  return (
    <>
      <CostList costs={config} />
      {most > 0 && (
        <Sparkline
          className="mt-1"
          width={160}
          values={days.map(({ dollars }) => dollars)}
          label={`Cost by day from ${days[0]?.day} to ${days.at(-1)?.day}, at most ${formatCost(most)}`}
        />
      )}
    </>
  )
}

function PropertyValue({ property }: { property: ConfigProperty }): ReactNode {
  const text = property.text ?? property.value
  const links = (property.links ?? []).flatMap(({ url, label, text: linkText }) =>
    isSafeLink(url) ? [{ url, label: label ?? linkText ?? url }] : [],
  )
  if ((text === null || text === undefined || text === '') && links.length === 0) return <NoValue />
  return (
    <span className="flex flex-wrap gap-x-2">
      {text !== null && text !== undefined && text !== '' && (
        <LinkedText text={`${String(text)}${typeof property.unit === 'string' ? ` ${property.unit}` : ''}`} />
      )}
      {links.map(({ url, label }) => (
        <ExternalLink key={url} href={url}>
          {label}
        </ExternalLink>
      ))}
    </span>
  )
}
