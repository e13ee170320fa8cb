import { featureProperty, missingFeatures } from '@binnacle/contract/access'
import { property } from '@binnacle/contract/health'
import { z } from 'zod'
import { flagsInForce } from '../../platform/access/flags.ts'
import type { DataRules } from '../../platform/data/index.ts'
import type { LiveTopics } from '../../platform/http/live-stream.ts'
import { defineRoute } from '../../platform/http/route.ts'
import type { OpenModule } from '../../platform/module.ts'
import { listProperties } from './list.ts'
import { propertiesInForce } from './ports.ts'
import { openPropertyStore } from './store.ts'
import { createPropertyWriter } from './writer.ts'

export { propertiesInForce, type PropertyReader } from './ports.ts'

/** Everyone must know which areas are closed before a page can be shown. */
const topics: LiveTopics = { properties: { access: 'signed-in' } }

/** Tables that other modules may read. @public The test of the tables of modules reads it. */
export const readableTables = [
  // Identity reads which roles need a second factor.
  'core.properties',
] as const

/** Feature flags and other settings that people change while the product runs. */
export const openProperties: OpenModule = async (platform) => {
  const { pool, configuration, parts } = platform
  const missing = missingFeatures(configuration.mode)
  const store = await openPropertyStore({
    ...platform,
    file: configuration.propertiesFile,
    fixed: new Map(missing.map((feature) => [featureProperty(feature), 'true'])),
  })
  parts.onEnd('properties', () => store.close())
  flagsInForce.offer(platform, store.flags)
  propertiesInForce.offer(platform, {
    value: (name) => store.value(name),
    isLocal: (name) => store.local().has(name),
    all: () => listProperties(pool, store.local()),
  })
  // No feature closes this: anyone who disabled settings.feature_flags could otherwise never enable anything again.
  const data: DataRules = {
    properties: { resource: 'feature_flags', writes: createPropertyWriter(() => store.local()) },
  }
  return {
    name: 'properties',
    routes: [
      defineRoute({
        method: 'GET',
        path: '/properties',
        summary: 'Feature flags and other settings that are in force',
        access: 'signed-in',
        answer: z.array(property),
        handle: () => listProperties(pool, store.local()),
      }),
    ],
    data,
    topics,
  }
}
