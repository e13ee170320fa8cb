import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import type { Context } from 'hono'
import { contentSecurityPolicy, newNonce } from './security.ts'

/** The built web application. */
export interface Pages {
  /** A file of the application, or undefined when the path is none. */
  file(context: Context): Promise<Response | undefined>
  /** The page that starts the application, whatever the path. */
  page(context: Context): Promise<Response>
}

const types: ReadonlyMap<string, string> = new Map([
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.ico', 'image/x-icon'],
  ['.woff2', 'font/woff2'],
  ['.json', 'application/json'],
  ['.webmanifest', 'application/manifest+json'],
])

interface Asset {
  path: string
  type: string
  /** Encodings that lie beside the file, best first. */
  encodings: readonly string[]
}

const encodingSuffixes: readonly (readonly [string, string])[] = [
  ['br', '.br'],
  ['gzip', '.gz'],
]

async function listAssets(root: string): Promise<Map<string, Asset>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  const names = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => `/${relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/')}`),
  )
  const assets = new Map<string, Asset>()
  for (const name of names) {
    const type = types.get(extname(name))
    if (type === undefined) continue
    const encodings = encodingSuffixes
      .filter(([, suffix]) => names.has(name + suffix))
      .map(([encoding]) => encoding)
    assets.set(name, { path: join(root, name), type, encodings })
  }
  return assets
}

/**
 * Serves the built application from a folder. Files with a digest in their name are kept by browsers for good.
 * @param root folder that Vite built into
 */
export async function createPages(root: string): Promise<Pages> {
  const assets = await listAssets(root)
  const template = await readFile(join(root, 'index.html'), 'utf8').catch(() => undefined)
  return {
    async file(context) {
      const asset = assets.get(context.req.path)
      if (asset === undefined || !['GET', 'HEAD'].includes(context.req.method)) return undefined
      const accepted = context.req.header('accept-encoding') ?? ''
      const encoding = asset.encodings.find((name) => accepted.includes(name))
      const suffix = encodingSuffixes.find(([name]) => name === encoding)?.[1] ?? ''
      const path = asset.path + suffix
      const { size } = await stat(path)
      context.header('content-type', asset.type)
      context.header('content-length', String(size))
      context.header('vary', 'accept-encoding')
      if (encoding !== undefined) context.header('content-encoding', encoding)
      const forGood = context.req.path.startsWith('/assets/')
      context.header('cache-control', forGood ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (context.req.method === 'HEAD') return context.body(null)
      return context.body(Readable.toWeb(createReadStream(path)))
    },
    async page(context) {
      if (template === undefined)
        return context.text('The web application is not built yet: run npm start.', 503)
      const nonce = newNonce()
      context.header('content-security-policy', contentSecurityPolicy(nonce))
      context.header('cache-control', 'no-store')
      return context.html(template.replaceAll('{{nonce}}', nonce))
    },
  }
}
