import * as z from 'zod/mini'
import { healths } from '../core/health.ts'
import { describeEvent, describeKind } from '../core/kind.ts'
import { componentSelector } from '../search/selectors.ts'

/** The health of a component changed, or it is not well from the start. Consumers read from its row what holds now. */
const componentHealth = z.object({
  componentId: z.uuid(),
  time: z.iso.datetime(),
  /** Null for a component that was not known before. */
  previous: z.nullable(z.enum(healths)),
})

const healthEvent = (tells: 'alert' | 'recovery' | 'update', when: string) =>
  describeEvent({
    version: 1,
    when,
    payload: componentHealth,
    about: { id: ({ componentId }) => componentId, time: ({ time }) => new Date(time), tells },
  })

const componentKind = describeKind({
  name: 'components',
  subject: { kind: 'component', label: 'component' },
  selector: componentSelector,
  events: {
    'component.healthy': healthEvent('recovery', 'A component became healthy.'),
    'component.unhealthy': healthEvent('alert', 'A component became unhealthy, or was from the start.'),
    'component.warning': healthEvent('alert', 'A component got a warning, or had one from the start.'),
    'component.unknown': healthEvent('update', 'The health of a component became unknown.'),
  },
  notifiable: {
    'component.healthy': 'Component became healthy',
    'component.unhealthy': 'Component became unhealthy',
    'component.unknown': 'Health of a component became unknown',
    'component.warning': 'Component has a warning',
  },
})

/** The kinds of the topology. */
export const topologyKinds = [
  componentKind,
  describeKind({ name: 'topologies' }),
  describeKind({ name: 'topology_shares' }),
] as const
