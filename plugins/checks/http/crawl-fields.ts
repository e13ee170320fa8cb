import { durationText, field } from '@binnacle/plugin-kit/core'
import { z } from 'zod'

/** Levels of pages when the spec doesn't say. Source: the check of the same name in canary-checker. */
export const DEFAULT_DEPTH = 10
/** Pages requested at once when the spec doesn't say. */
export const DEFAULT_PARALLELISM = 2
/** Wait after each request, in milliseconds, when the spec doesn't say. */
export const DEFAULT_DELAY = 500
/** Longest random addition to the wait, in milliseconds, when the spec doesn't say. */
export const DEFAULT_RANDOM_DELAY = 100
/** One crawl requests at most this many pages. */
export const MOST_PAGES = 1_000
/** Longest time of a crawl in milliseconds if the spec doesn't say: a thousand pages at the default pace. */
export const CRAWL_MILLISECONDS = 300_000

const domains = z
  .array(
    z
      .string()
      .trim()
      .regex(/^[0-9A-Za-z[][0-9A-Za-z.:_\]-]{0,252}$/, 'not a host name'),
  )
  .max(100)
const patterns = z.array(z.string().min(1).max(1_000)).max(20)
const delay = durationText({ minimum: '0s', maximum: '1m' })

/** Follows the links of the page that an HTTP check requests. */
export const crawlField = field(
  z
    .strictObject({
      depth: field(z.number().int().min(1).max(100).optional(), {
        title: 'Levels',
        description: `Number of levels of pages; the requested page is level 1. Default: ${DEFAULT_DEPTH}`,
      }),
      parallelism: field(z.number().int().min(1).max(20).optional(), {
        title: 'Requests at once',
        description: `Default: ${DEFAULT_PARALLELISM}`,
      }),
      delay: field(delay.optional(), {
        title: 'Delay',
        description: `Wait after each request. Default: ${DEFAULT_DELAY}ms`,
        widget: 'duration',
      }),
      randomDelay: field(delay.optional(), {
        title: 'Random delay',
        description: `Longest random addition to the delay. Default: ${DEFAULT_RANDOM_DELAY}ms`,
        widget: 'duration',
      }),
      allowedDomains: field(domains.optional(), {
        title: 'Allowed hosts',
        description: 'Follow links to these hosts only. Default: the host of the URL',
      }),
      disallowedDomains: field(domains.optional(), {
        title: 'Excluded hosts',
        description: 'Never follow links to these hosts.',
      }),
      allowedURLFilters: field(patterns.optional(), {
        title: 'Allowed URLs',
        description: 'Follow only links whose URL matches one of these regular expressions (RE2).',
        aliases: ['filters'],
      }),
      disallowedURLFilters: field(patterns.optional(), {
        title: 'Excluded URLs',
        description: 'Never follow links whose URL matches one of these regular expressions (RE2).',
      }),
    })
    .optional(),
  {
    title: 'Crawl',
    description: `Follows the links (a href) of the page and fails when a linked page fails to load. Requests at most ${MOST_PAGES} pages.`,
    group: 'advanced',
    // Secrets go only to the scheme, host and port of the URL, not where links lead.
    destination: false,
  },
)

export type CrawlSettings = NonNullable<z.infer<typeof crawlField>>
