import { z } from 'zod'

/** The source of alerts whose sender names none. */
export const DEFAULT_SOURCE = 'alerts'

/** The API of Alertmanager, whose clients read errors as JSON texts. */
export const ALERTMANAGER_API = /^\/alertmanager\/(?:[^/]+\/)?api\/v2\//

const id = z.string()
const source = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'may have lowercase letters, digits and hyphens')

/** A prefix of addresses: of all sources, or of one that the client names. */
export interface Address {
  prefix: string
  /** Parameters of a path with this prefix. */
  params: z.ZodType<{ source?: string | undefined }>
  /** Parameters of a path with this prefix and an id. */
  paramsWithId: z.ZodType<{ id: string }>
  /** What the API description says of the source. */
  of: string
}

export const addresses: readonly Address[] = [
  { prefix: '/alertmanager', params: z.object({}), paramsWithId: z.object({ id }), of: '' },
  {
    prefix: '/alertmanager/{source}',
    params: z.object({ source }),
    paramsWithId: z.object({ source, id }),
    of: ' of a source',
  },
]
