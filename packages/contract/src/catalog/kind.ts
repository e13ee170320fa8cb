import * as z from 'zod/mini'
import { healths } from '../core/health.ts'
import { describeEvent, describeKind } from '../core/kind.ts'
import { resourceSelector } from '../search/selectors.ts'

/** Something happened to an item of the catalog. Consumers read from its row what holds now. */
const itemHappened = z.object({
  // Ids of items are hashes of their names, so their version is any.
  configId: z.guid(),
  time: z.iso.datetime(),
})

/** A change of an item of the catalog. One that is like an earlier one and soon after it has the id of that one. */
const itemChanged = z.extend(itemHappened, { changeId: z.uuid(), changeType: z.string() })

/** The health of an item of the catalog changed, or it is not well from the start. */
const itemHealth = z.extend(itemHappened, {
  /** Null for an item that was not known before. */
  previous: z.nullable(z.enum(healths)),
})

const about = {
  id: ({ configId }: z.output<typeof itemHappened>) => configId,
  time: ({ time }: z.output<typeof itemHappened>) => new Date(time),
}
const healthEvent = (tells: 'alert' | 'recovery' | 'update', when: string) =>
  describeEvent({ version: 1, when, payload: itemHealth, about: { ...about, tells } })

const itemKind = describeKind({
  name: 'configs',
  subject: { kind: 'config', label: 'catalog' },
  selector: resourceSelector,
  events: {
    'config.created': describeEvent({
      when: 'A run found a new item.',
      version: 1,
      payload: itemHappened,
      about: { ...about, tells: 'update' },
    }),
    'config.deleted': describeEvent({
      when: 'An item is gone.',
      version: 1,
      payload: itemHappened,
      about: { ...about, tells: 'update' },
    }),
    'config.updated': describeEvent({
      when: 'The document of an item changed.',
      version: 1,
      payload: itemChanged,
      about: { ...about, tells: 'update' },
    }),
    'config.changed': describeEvent({
      when: 'Something else happened to an item, as its source tells. Far more happens than people want to be told of.',
      version: 1,
      payload: itemChanged,
    }),
    'config.healthy': healthEvent('recovery', 'An item became healthy.'),
    'config.unhealthy': healthEvent('alert', 'An item became unhealthy, or was from the start.'),
    'config.warning': healthEvent('alert', 'An item got a warning, or had one from the start.'),
    'config.unknown': healthEvent('update', 'The health of an item became unknown.'),
  },
  notifiable: {
    'config.created': 'Catalog item created',
    'config.deleted': 'Catalog item deleted',
    'config.healthy': 'Catalog item became healthy',
    'config.unhealthy': 'Catalog item became unhealthy',
    'config.unknown': 'Health of a catalog item became unknown',
    'config.updated': 'Catalog item changed',
    'config.warning': 'Catalog item has a warning',
  },
})

/** The kinds of the catalog. */
export const catalogKinds = [
  itemKind,
  /** Found by their items, `types` of changes, and severities as `statuses`. */
  describeKind({ name: 'config_changes', selector: resourceSelector }),
  /** Found by their items, and `types` and `statuses` of insights. */
  describeKind({ name: 'config_analysis', selector: resourceSelector }),
  describeKind({ name: 'config_fields' }),
  describeKind({ name: 'config_change_feeds' }),
  describeKind({ name: 'config_scrapers' }),
] as const
