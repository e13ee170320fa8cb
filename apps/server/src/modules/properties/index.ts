import { property } from '@binnacle/contract'
import { z } from 'zod'
import type { DataRules } from '../../platform/data/index.ts'
import type { LiveTopics } from '../../platform/http/live-stream.ts'
import { defineRoute } from '../../platform/http/route.ts'
import { listProperties } from './list.ts'
import { openPropertyStore, type PropertyStoreOptions } from './store.ts'
import { createPropertyWriter } from './writer.ts'

/** Everyone must know which areas are closed before a page can be shown. */
const topics: LiveTopics = { properties: { access: 'signed-in' } }

/** Feature flags and other settings that change while the product runs. */
export async function createPropertiesModule(options: PropertyStoreOptions) {
  const store = await openPropertyStore(options)
  // Not closed by settings.feature_flags: whoever disables that could never enable anything again.
  const data: DataRules = {
    properties: { resource: 'feature_flags', writes: createPropertyWriter(() => store.local()) },
  }
  return {
    routes: [
      defineRoute({
        method: 'GET',
        path: '/properties',
        summary: 'Feature flags and other settings that are in force',
        access: 'signed-in',
        answer: z.array(property),
        handle: () => listProperties(options.pool, store.local()),
      }),
    ],
    data,
    topics,
    flags: store.flags,
    /** The value in force; undefined for a property that nobody set. */
    value: (name: string) => store.value(name),
    /** Whether the local file sets a property. */
    isLocal: (name: string) => store.local().has(name),
    close: () => store.close(),
  }
}
