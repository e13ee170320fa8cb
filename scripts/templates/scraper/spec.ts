import { account, field } from '@binnacle/plugin-kit/core'
import { defineScraper, type ScraperSpecOf } from '@binnacle/plugin-kit/scrapers'
import { z } from 'zod'

// The one place that says what a scraper of this type holds. Validation, form, editor completion, JSON Schema and the
// documentation are made from it, so every field has a title and, where it helps, a description with units.
const schema = z.strictObject({
  url: field(z.url({ protocol: /^https?$/ }), {
    title: 'URL',
    description: 'Answers with a list of documents in JSON.',
  }),
  token: account('Token'),
})

export const scraper = defineScraper({
  type: '{{name}}',
  title: '{{title}}',
  description: 'Documents of a list in JSON.',
  icon: 'file-json',
  schema,
  example: { url: 'http://127.0.0.1/items', token: 'secret://shop/token' },
  timeoutMilliseconds: 600_000,
  concurrency: 10,
})

export type {{Type}}Spec = ScraperSpecOf<typeof scraper>
