import type { EditableScraper } from '@binnacle/contract/catalog'
import type { QueryClient } from '@tanstack/react-query'
import type { EditedSpec, SpecStorage, StoredSpec } from '../../../application/spec-editor/use-save.ts'
import { createScraper, loadScraper, scraperKey, updateScraper, validateSpec } from './editor-queries.ts'

/** What a scraper has besides its spec. */
export interface ScraperFields {
  name: string
  namespace: string
  description: string
}

/** The namespace of a new scraper. */
export const DEFAULT_NAMESPACE = 'default'

/** Converts a scraper to the stored version that the editor uses. */
export function storedScraper(scraper: EditableScraper): StoredSpec<ScraperFields> {
  const { id, name, namespace, description, revision, text } = scraper
  return { id, name, revision, text, fields: { name, namespace, description: description ?? '' } }
}

/**
 * Validates, saves and loads a scraper for the editor.
 * @param opened the scraper whose stored secrets replace masks; a new one has no id
 */
export function scraperStorage(
  queries: QueryClient,
  { id, text: stored }: Pick<EditedSpec<ScraperFields>, 'id' | 'text'>,
): SpecStorage<ScraperFields> {
  const valuesOf = ({ fields, text }: { fields: ScraperFields; text: string }) => ({
    ...fields,
    description: fields.description === '' ? undefined : fields.description,
    text,
  })
  function keep(scraper: EditableScraper): StoredSpec<ScraperFields> {
    queries.setQueryData(scraperKey(scraper.id), scraper)
    return storedScraper(scraper)
  }
  return {
    validation: {
      key: ['scraper', id],
      stored: id === undefined ? undefined : stored,
      run: (text, signal) => validateSpec(id, text, signal),
    },
    create: async (values) => keep(await createScraper(valuesOf(values))),
    update: async (scraperId, revision, values) =>
      keep(await updateScraper(scraperId, revision, valuesOf(values))),
    load: async (scraperId) => keep(await loadScraper(scraperId)),
  }
}
