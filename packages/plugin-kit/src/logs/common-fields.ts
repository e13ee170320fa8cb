import { z } from 'zod'
import { field, labels } from '../core/fields.ts'

const route = z.strictObject({
  type: field(z.string().trim().min(1).max(253).optional(), {
    title: 'Type',
    description: 'Serve log selectors of this type. Default: any type.',
  }),
  idPrefix: field(z.string().trim().min(1).max(253).optional(), {
    title: 'Prefix of ids',
    description: 'Serve components whose external id starts with this text.',
  }),
  labels: field(labels.optional(), {
    title: 'Labels',
    description:
      'Serve selectors with these labels. A value may list several, separated by commas; ! excludes one.',
  }),
  additive: field(z.boolean().optional(), {
    title: 'Additive',
    description: 'Also search the backends that come after this one. Default: off.',
  }),
})

/** Fields that every entry of a log backend has besides those of its type. */
export const commonLogSpec = z.strictObject({
  routes: field(z.array(route).max(50).optional(), {
    title: 'Routes',
    description:
      'Which log selectors of components this entry serves. Default: those whose type is the name of the backend.',
    destination: false,
  }),
  labels: field(labels.optional(), {
    title: 'Labels',
    description: 'Added to every line.',
    destination: false,
  }),
})
export type CommonLogSpec = z.output<typeof commonLogSpec>
export type LogRoute = z.output<typeof route>
