import * as z from 'zod/mini'
import { describeEvent, describeKind } from '../core/kind.ts'
import { resourceSelector } from '../search/selectors.ts'
import { severities } from './severity.ts'

/** A check that changed between healthy and unhealthy, after its thresholds. */
const checkChanged = z.object({
  checkId: z.uuid(),
  canaryId: z.uuid(),
  /** Start of the run that changed the check. Together with `checkId` it identifies the result. */
  time: z.iso.datetime(),
  /** The status before; null if there was none. */
  previous: z.nullable(z.enum(['healthy', 'unhealthy'])),
  /** How bad its failure is. Events of older releases have none. */
  severity: z.optional(z.enum(severities)),
})

const about = {
  id: ({ checkId }: z.output<typeof checkChanged>) => checkId,
  time: ({ time }: z.output<typeof checkChanged>) => new Date(time),
}

const checkKind = describeKind({
  name: 'checks',
  subject: { kind: 'check', label: 'check' },
  selector: resourceSelector,
  events: {
    'check.failed': describeEvent({
      when: 'A check became unhealthy, or was unhealthy from its first run on.',
      version: 1,
      payload: checkChanged,
      about: { ...about, tells: 'alert' },
    }),
    'check.passed': describeEvent({
      when: 'A check that was unhealthy is healthy.',
      version: 1,
      payload: checkChanged,
      about: { ...about, tells: 'recovery' },
    }),
  },
  notifiable: { 'check.failed': 'Check failed', 'check.passed': 'Check passed again' },
})

/** The kinds of health. */
export const healthKinds = [
  checkKind,
  describeKind({ name: 'canaries', subject: { kind: 'canary', label: 'canary' } }),
  describeKind({ name: 'canary_files' }),
] as const
