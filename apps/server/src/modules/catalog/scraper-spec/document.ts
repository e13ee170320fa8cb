import {
  createManifestReader,
  type ManifestDocument,
  type ManifestFileContent,
} from '../../../platform/specs/manifests.ts'
import { LARGEST_SPEC, type ParsedScraper, type ScraperParser } from './scraper.ts'

/** A scraper of a file. */
export type ScraperDocument = ManifestDocument<ParsedScraper>

/** Parses a file of scrapers. @param fallbackName name of a scraper without one */
export function readScraperFile(
  parser: ScraperParser,
  text: string,
  fallbackName: string,
): Promise<ManifestFileContent<ParsedScraper>> {
  const noun = 'a scraper'
  return createManifestReader({ kind: 'ScrapeConfig', noun, largest: LARGEST_SPEC, parser })(
    text,
    fallbackName,
  )
}
