import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, MiddlewareHandler } from 'hono'
import { contentSecurityPolicy, newNonce, serviceWorkerPolicy } from './security.ts'

/** The built web application. */
export interface Pages {
  /** Sends a file of the application, or calls the next handler. */
  files: MiddlewareHandler
  /** Sends the page that starts the application, for any path. */
  page(context: Context): Promise<Response>
}

/** The part of the page that browsers draw before its scripts are loaded, between two comments. */
const frame = /<!--frame-->[^<]*(?:<[^!<][^<]*)*<!--\/frame-->/g

/** Paths of public views. They have another page than the application. */
const publicView = /^\/view\//

/** Service workers, which are beside the page because their folder is the scope that they control. */
const serviceWorker = /^\/[\w-]+-worker\.js$/

/**
 * Serves the built application from a folder. Browsers cache files with a digest in their name for ever.
 * @param root output folder of Vite
 * @param showsFrame whether the client will see the frame of the application, not a sign-in
 */
export async function createPages(root: string, showsFrame: (context: Context) => boolean): Promise<Pages> {
  const template = await readFile(join(root, 'index.html'), 'utf8').catch(() => undefined)
  const bare = template?.replaceAll(frame, '')
  const view = await readFile(join(root, 'view.html'), 'utf8').catch(() => undefined)
  const serve: MiddlewareHandler = existsSync(root)
    ? serveStatic({ root, precompressed: true })
    : (_context, next) => next()
  return {
    // The page itself is rendered from its template. All other files have another extension.
    async files(context, next) {
      const { path } = context.req
      if (['', '.html'].includes(extname(path))) return next()
      const file = await serve(context, next)
      if (!(file instanceof Response)) return undefined
      const forGood = path.startsWith('/assets/')
      file.headers.set('cache-control', forGood ? 'public, max-age=31536000, immutable' : 'no-cache')
      // Also for uncompressed responses, so that a cache does not serve them to every client.
      file.headers.set('vary', 'Accept-Encoding')
      if (serviceWorker.test(path)) file.headers.set('content-security-policy', serviceWorkerPolicy)
      return file
    },
    async page(context) {
      const isView = publicView.test(context.req.path)
      const page = isView ? view : showsFrame(context) ? template : bare
      if (page === undefined) return context.text('The web application is not built yet: run npm start.', 503)
      const nonce = newNonce()
      context.header('content-security-policy', contentSecurityPolicy(nonce))
      context.header('cache-control', 'no-store')
      if (isView) context.header('referrer-policy', 'no-referrer')
      return context.html(page.replaceAll('{{nonce}}', nonce))
    },
  }
}
