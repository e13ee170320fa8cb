import * as z from 'zod/mini'
import { componentHealth, componentProperty } from './component.ts'

const time = z.iso.datetime({ offset: true })

/** Header with the key of a public view. Not in the address: proxies and logs keep addresses. */
export const VIEW_KEY_HEADER = 'x-view-key'

/** What a public view shows besides names and health. */
export const sharedParts = z.object({
  /** Types, pictures and properties of components. */
  properties: z.boolean(),
  /** Statuses, and what the failing check or catalog item says. */
  messages: z.boolean(),
})
export type SharedParts = z.output<typeof sharedParts>

/** A component that is shared with all below it. */
const topologyShare = z.extend(sharedParts, {
  component_id: z.uuid(),
  name: z.string(),
  /** Whether the component is deleted. Its view answers again when it comes back. */
  deleted: z.boolean(),
  /** Name of the person who shared it; null if the account is gone. */
  shared_by: z.nullable(z.string()),
  shared_at: time,
  /** When the present link was made. */
  link_at: time,
  /** When the view was last open, to ten minutes; null if it never was. */
  last_seen_at: z.nullable(time),
})
export type TopologyShare = z.output<typeof topologyShare>

/** Answer of `GET /api/topology/shares`. */
export const topologyShares = z.object({
  shares: z.array(topologyShare),
  /** False if this installation has public views switched off. */
  enabled: z.boolean(),
})

/** A new link to a public view. The server keeps only a digest of its key and cannot show it again. */
export const sharedLink = z.object({ url: z.string() })

const counts = z.object({
  healthy: z.number(),
  warning: z.number(),
  unhealthy: z.number(),
  unknown: z.number(),
})

const shown = z.object({
  name: z.string(),
  health: componentHealth,
  /** Since when it has this health. */
  since: z.nullable(time),
  at_risk: z.boolean(),
  /** Components below it by health. */
  counts,
  /** How many of those right below it are left out. */
  left_out: z.number(),
  /** With properties only. */
  type: z.optional(z.nullable(z.string())),
  icon: z.optional(z.nullable(z.string())),
  properties: z.optional(z.array(z.omit(componentProperty, { links: true }))),
  /** With messages only. */
  status: z.optional(z.string()),
  message: z.optional(z.nullable(z.string())),
  cause: z.optional(
    z.nullable(
      z.object({
        name: z.string(),
        message: z.nullable(z.string()),
        since: z.nullable(time),
        /** Names of the components from the one below this one down to the one that has the failing thing. */
        way: z.array(z.string()),
      }),
    ),
  ),
})

/** A component of a public view: what the server lets out, and nothing else. */
export interface PublicComponent extends z.output<typeof shown> {
  components: PublicComponent[]
}
export const publicComponent: z.ZodMiniType<PublicComponent> = z.extend(shown, {
  components: z.array(z.lazy(() => publicComponent)),
})

/** Answer of `GET /api/view/topology/{id}`. */
export const publicView = z.object({
  /** When it was put together. */
  at: time,
  component: publicComponent,
})
export type PublicView = z.output<typeof publicView>
