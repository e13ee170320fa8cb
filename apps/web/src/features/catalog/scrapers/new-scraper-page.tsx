import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigation } from '../../../application/pages/use-navigation.ts'
import { DEFAULT_NAMESPACE } from '../../../application/spec-editor/name-fields.tsx'
import { NewTypedSpecPage } from '../../../application/spec-editor/new-typed-spec-page.tsx'
import { scraperHrefOf } from '../paths.ts'
import { scraperRequests } from './requests.ts'
import { ScraperEditor } from './scraper-editor.tsx'
import { ScraperIcon } from './scraper-icon.tsx'
import { scraperTypesOf, startingText } from './scraper-types.ts'

/** Makes a scraper of a type that is picked first. */
export function NewScraperPage(): ReactNode {
  const navigation = useNavigation()
  return (
    <NewTypedSpecPage
      title="New scraper"
      schema={useQuery(scraperRequests.schema)}
      typesOf={scraperTypesOf}
      Icon={ScraperIcon}
      thing="scraper"
      placeholder="Where is what you run?"
      custom={{ description: 'Starts with YAML for sources of any types.' }}
      instead={{ type: 'exec', label: 'An Exec scraper', text: 'runs any script.' }}
    >
      {(type, schema) => (
        <ScraperEditor
          spec={{
            id: undefined,
            revision: undefined,
            fields: { name: '', namespace: DEFAULT_NAMESPACE, description: '' },
            text: startingText(type),
          }}
          schema={schema}
          startsAsCode={type === undefined}
          onSaved={(id) => navigation.replace(scraperHrefOf(id))}
        />
      )}
    </NewTypedSpecPage>
  )
}
