import type { EditableScraper } from '@binnacle/contract/catalog'
import { Age, Duration, type KeyValue, KeyValueList, Notice, useToast } from '@binnacle/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import { DialogList } from '../../../application/resource/query-states.tsx'
import { HeldDeletions } from '../../../application/resource/held-deletions.tsx'
import { defineKindPage } from '../../../application/resource/kind-page.tsx'
import { SpecSection } from '../../../application/resource/spec-section.tsx'
import { useSession } from '../../../application/session/session.ts'
import { usePages, useVisitor } from '../../../application/pages/open-pages.ts'
import { reachable } from '../../../application/pages/reachable.ts'
import { SourceLag } from '../freshness/source-lag.tsx'
import { catalogHref } from '../paths.ts'
import { scraperArea } from './area.ts'
import { countsText } from './counts.ts'
import { GoneNotice } from './gone-notice.tsx'
import { LeftOut } from './left-out.tsx'
import { decideHeldDeletions, type ScrapeRun, scrapeRunsQuery } from './queries.ts'
import { scraperRemoval } from './removal.ts'
import { scraperKind, scraperRequests } from './requests.ts'
import { RunNow } from './run-now.tsx'
import { ScraperEditor } from './scraper-editor.tsx'

/** Page of one scraper: its spec, what its runs found, and its job history. */
export const scraperPage = defineKindPage<EditableScraper>(scraperArea, {
  keyOf: scraperRequests.keyOf,
  load: scraperRequests.load,
  Actions: RunNow,
  Spec: ScraperSpec,
  others: [
    { id: 'runs', label: 'Runs', component: ({ item }) => <Runs id={item.id} /> },
    { id: 'left-out', label: 'Changes left out', component: ({ item }) => <LeftOut id={item.id} /> },
  ],
})

function ScraperSpec({ item: scraper }: { item: EditableScraper }): ReactNode {
  // Source: SET-026. Until there is such a page, people stay with the scraper, or with the others.
  const integrations = reachable('/settings/integrations', usePages(), useVisitor())
  const afterRemoval = integrations ?? catalogHref('scrapers')
  const facts: readonly KeyValue[] = [
    { label: 'Items', value: scraper.items.toLocaleString('en') },
    { label: 'Next run', value: <Age time={scraper.due_at} /> },
    { label: 'Found something', value: <Age time={scraper.read_at} /> },
    { label: 'Read everything', value: <Age time={scraper.complete_at} /> },
    { label: 'Source lag', value: <SourceLag of={{ kind: 'config_scrapers', id: scraper.id }} /> },
  ]
  return (
    <div className="flex flex-col gap-4">
      {scraper.error !== null && <Notice kind="error">{scraper.error}</Notice>}
      <GoneNotice scraper={scraper} afterRemoval={afterRemoval} />
      {scraper.held.map((deletions) => (
        <Held key={deletions.type} id={scraper.id} deletions={deletions} />
      ))}
      <KeyValueList items={facts} />
      <SpecSection
        area={scraperArea}
        item={scraper}
        kind={scraperKind}
        removal={scraperRemoval}
        afterRemoval={afterRemoval}
        about={scraper.description !== null && <p>{scraper.description}</p>}
        Editor={ScraperEditor}
        afterSaving={integrations}
      />
    </div>
  )
}

function itemsText(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'item' : 'items'}`
}

/** Deletions that are so many that somebody decides about them. */
function Held({ id, deletions }: { id: string; deletions: EditableScraper['held'][number] }): ReactNode {
  const { type, count, total } = deletions
  const toast = useToast()
  const queries = useQueryClient()
  const mayWrite = useSession().may('write', scraperArea.access)
  const items = itemsText(count)

  async function decide(decision: 'approve' | 'reject'): Promise<void> {
    const found = await decideHeldDeletions(id, decision, type)
    toast.success(`${decision === 'approve' ? 'Deleted' : 'Kept'} ${itemsText(found)}`)
    await queries.invalidateQueries({ queryKey: scraperRequests.keyOf(id) })
  }

  return (
    <HeldDeletions question={`Delete ${items} of the type ${type}?`} mayWrite={mayWrite} decide={decide}>
      {`The last run no longer saw ${items} of ${total.toLocaleString('en')} of the type ${type}. They stay in the catalog until somebody decides.`}
    </HeldDeletions>
  )
}

function Runs({ id }: { id: string }): ReactNode {
  return (
    <DialogList
      answer={useQuery(scrapeRunsQuery(id))}
      label="Runs"
      nothing={{
        title: 'No runs yet',
        icon: <History strokeWidth={1.5} />,
        text: 'Each run is listed here with what it added, changed and deleted.',
      }}
    >
      {(run) => <RunRow key={run.id} run={run} />}
    </DialogList>
  )
}

function RunRow({ run }: { run: ScrapeRun }): ReactNode {
  const { started_at: start, ended_at: end, state, counts, faults } = run
  return (
    <li className="flex flex-col gap-1 py-2">
      <span className="flex flex-wrap items-baseline gap-x-3">
        <span className={state === 'failed' ? 'text-unhealthy' : 'font-medium'}>
          {state.charAt(0).toUpperCase() + state.slice(1)}
        </span>
        <span>
          <Age time={start} /> ago
        </span>
        <Duration milliseconds={end === null ? null : Date.parse(end) - Date.parse(start)} />
        <span className="text-secondary">{countsText(counts)}</span>
      </span>
      {faults.length > 0 && (
        <ul className="list-disc pl-5 text-small text-secondary">
          {faults.slice(0, 20).map((fault, index) => (
            // Faults have no identity but their place.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} className="wrap-anywhere">
              {[fault.type, fault.item, fault.message].filter(Boolean).join(': ')}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
