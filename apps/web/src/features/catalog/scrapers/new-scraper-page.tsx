import { TextLink } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFilters } from '../../../application/address/use-filters.ts'
import { useNavigation } from '../../../application/pages/use-navigation.ts'
import { CUSTOM } from '../../../application/spec-editor/entry-types.ts'
import { DEFAULT_NAMESPACE } from '../../../application/spec-editor/name-fields.tsx'
import { NewSpecPage } from '../../../application/spec-editor/new-spec-page.tsx'
import { tileIconClass, TypePicker } from '../../../application/spec-editor/type-picker.tsx'
import { CATALOG_PATH, catalogHref, scraperHrefOf } from '../paths.ts'
import { scraperRequests } from './requests.ts'
import { newScraperFilters } from './filters.ts'
import { ScraperEditor } from './scraper-editor.tsx'
import { ScraperIcon } from './scraper-icon.tsx'
import { scraperTypesOf, startingText } from './scraper-types.ts'

const breadcrumb = [
  { label: 'Catalog', href: CATALOG_PATH },
  { label: 'Scrapers', href: catalogHref('scrapers') },
] as const

const custom = {
  id: CUSTOM,
  title: 'Custom',
  description: 'Starts with YAML for sources of any types.',
  icon: <ScraperIcon name="braces" className={tileIconClass} />,
}

/** Makes a scraper of a type that is picked first. */
export function NewScraperPage(): ReactNode {
  const navigation = useNavigation()
  const { values, href } = useFilters(newScraperFilters)
  const schema = useQuery(scraperRequests.schema)
  const types = schema.data === undefined ? [] : scraperTypesOf(schema.data)
  const type = types.find((candidate) => candidate.type === values.type)
  const isPicked = type !== undefined || values.type === CUSTOM
  return (
    <NewSpecPage title="New scraper" breadcrumb={breadcrumb} schema={schema}>
      {(node) => (
        <>
          {!isPicked && (
            <TypePicker
              thing="scraper"
              placeholder="Where is what you run?"
              tiles={[
                ...types.map(({ type: id, title, description, icon }) => ({
                  id,
                  title,
                  description,
                  icon: <ScraperIcon name={icon} className={tileIconClass} />,
                })),
                custom,
              ]}
              groupsOf={(tiles) => (tiles.length === 0 ? [] : [{ title: 'Types', members: tiles }])}
              href={(picked) => href({ type: picked })}
              instead={
                <>
                  <TextLink href={href({ type: 'exec' })}>An Exec scraper</TextLink> runs any script.
                </>
              }
            />
          )}
          {isPicked && (
            <ScraperEditor
              key={values.type}
              spec={{
                id: undefined,
                revision: undefined,
                fields: { name: '', namespace: DEFAULT_NAMESPACE, description: '' },
                text: startingText(type),
              }}
              schema={node}
              startsAsCode={type === undefined}
              onSaved={(id) => navigation.replace(scraperHrefOf(id))}
            />
          )}
        </>
      )}
    </NewSpecPage>
  )
}
