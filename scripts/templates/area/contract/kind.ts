import * as z from 'zod/mini'
import { describeEvent, describeKind } from '../core/kind.ts'

/** The kinds of {{words}}s. */
export const {{name}}Kinds = [
  describeKind({
    name: '{{table}}',
    events: {
      '{{entity}}.closed': describeEvent({
        version: 1,
        when: 'Somebody, or time, closed a {{words}}.',
        payload: z.object({ {{name}}Id: z.uuid(), time: z.iso.datetime() }),
      }),
    },
  }),
] as const
