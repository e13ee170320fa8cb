import { new{{Type}} } from '@binnacle/contract/{{path}}'
import { z } from 'zod'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { reads, writes } from './rights.ts'
import { add{{Type}} } from './verbs/add.ts'
import { close{{Type}}, type CloseDependencies } from './verbs/close.ts'

const byId = z.object({ id: z.uuid('is not an id') })

/** The verbs of {{words}}s. The list is a relation of the data service. */
export function {{name}}Routes(dependencies: CloseDependencies): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/{{path}}',
      summary: 'Adds a {{words}}',
      access: writes,
      body: new{{Type}},
      answer: byId,
      status: 201,
      handle: ({ body, actor }) => add{{Type}}(dependencies, body, actor),
    }),
    defineRoute({
      method: 'POST',
      path: '/{{path}}/{id}/close',
      summary: 'Closes a {{words}} that the person may see',
      access: reads,
      params: byId,
      answer: byId,
      handle: ({ params, actor }) => close{{Type}}(dependencies, params.id, actor),
    }),
  ]
}
