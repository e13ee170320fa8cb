import type { EditableScraper } from '@binnacle/contract/catalog'
import { isRecord } from '@binnacle/contract/schema'
import { TextLink } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { useWasDeleted } from '../../../application/resource/use-was-deleted.ts'
import { RunButton } from '../../../application/resource/run-button.tsx'
import { CATALOG_PATH, scraperHrefOf } from '../paths.ts'
import { scraperArea } from './area.ts'
import { countsText } from './counts.ts'
import { runScraper, scraperRequests } from './requests.ts'

/** Button that runs a scraper, and shows the run and what came of it. */
export function RunNow({ item: { id, name } }: { item: EditableScraper }): ReactNode {
  const isDeleted = useWasDeleted(scraperRequests, id)
  return (
    <RunButton
      area={scraperArea}
      name={name}
      isDeleted={isDeleted}
      run={() => runScraper(id)}
      topics={['config_scrapers', 'configs', 'config_changes']}
      meanwhile="It reads its sources."
      summaryOf={({ details: { counts } }) => countsText(isRecord(counts) ? counts : {})}
      links={
        <>
          <TextLink href={CATALOG_PATH}>Show the catalog</TextLink>
          <TextLink href={`${scraperHrefOf(id)}?tab=runs`}>All runs</TextLink>
        </>
      }
    />
  )
}
