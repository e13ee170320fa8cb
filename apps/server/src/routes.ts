import { z } from 'zod'
import { defineRoute, type Route } from './platform/http/route.ts'
import { SERVER_VERSION } from './platform/version.ts'

const about = z.object({ Version: z.string(), Timestamp: z.iso.datetime() })

/** Routes about the product itself. */
export function productRoutes(now: () => Date): Route[] {
  return ['/about', '/canary/about'].map((path) =>
    defineRoute({
      method: 'GET',
      path,
      summary: 'Version of the server',
      access: 'signed-in',
      answer: about,
      handle: async () => ({ Version: SERVER_VERSION, Timestamp: now().toISOString() }),
    }),
  )
}
