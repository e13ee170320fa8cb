import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { z } from 'zod'
import { documents } from './documents.ts'
import { firstScreen } from './first-screen.ts'
import { publicViewBuild } from './public-view-build.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const manifest: unknown = JSON.parse(readFileSync(here('package.json'), 'utf8'))
const { version } = z.object({ version: z.string() }).parse(manifest)
const output = here('dist')

/** Lays compressed copies beside the files, so that the server never compresses one itself. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    closeBundle: {
      // After the page of public views is built.
      sequential: true,
      order: 'post',
      handler() {
        for (const entry of readdirSync(output, { recursive: true, withFileTypes: true })) {
          if (!entry.isFile() || !/\.(js|css|svg|json)$/.test(entry.name)) continue
          const path = join(entry.parentPath, entry.name)
          const bytes = readFileSync(path)
          writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
          const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
          writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }))
        }
      },
    },
  }
}

/** In development the page gets no nonce from the server, and hot reload needs inline scripts: no policy there. */
function developmentNonce(): Plugin {
  return {
    name: 'development-nonce',
    apply: 'serve',
    transformIndexHtml: (html) => html.replaceAll('{{nonce}}', ''),
  }
}

const server = process.env['BINNACLE_SERVER'] ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: here('.'),
  plugins: [
    react(),
    tailwindcss(),
    documents(),
    firstScreen(),
    publicViewBuild(),
    precompress(),
    developmentNonce(),
  ],
  define: { __FRONTEND_VERSION__: JSON.stringify(version) },
  build: {
    outDir: output,
    emptyOutDir: true,
    // Inlined fonts and images would be data: addresses, which the policy of the product forbids.
    assetsInlineLimit: 0,
    sourcemap: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The entry imports the second one when it runs; named here, its modules count as those of the first screen.
      input: [here('index.html'), here('src/start.tsx')],
      output: {
        codeSplitting: {
          groups: [
            // What runs before all else must not wait for the rest.
            {
              name: 'early',
              test: /web\/(index\.html|src\/main\.ts)|theme\/theme\.ts|utilities\/storage|application\/requests\/early|preload-helper/,
            },
            // What every page needs compresses better in few files than in many.
            {
              name: 'base',
              // Only the code of rules makes JSON Schemas.
              test: /node_modules\/((react|react-dom|scheduler|@tanstack\/(router-core|react-router|history|store|query-core|react-query))\/|zod\/(?!v4\/core\/(to-json-schema|json-schema)))/,
            },
            { name: 'first', tags: ['$initial'] },
            // Lists and forms are loaded together, and the first screen names each file that can be loaded later.
            {
              name: 'kit',
              test: /application\/(resource|forms)\/|application\/(session\/use-draft|address\/(use-last-page|use-debounced|use-path-parameter|list))/,
            },
            // The screens of an area lead to each other.
            { name: 'slots', test: /features\/[\w-]+\/slots\.tsx?$/ },
            { name: 'identity', test: /features\/identity\// },
            { name: 'people', test: /features\/(teams|users)\/|contract\/src\/people\// },
            { name: 'palette', test: /features\/(shell\/palette\/(?!palette\.)|\w+\/finder)/ },
            { name: 'queue', test: /features\/event-queue\// },
            { name: 'notifications', test: /features\/(notifications|silences)\/(?!history\/message)/ },
            { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 2 },
            { name: 'popups', test: /@base-ui\/(?!react\/(combobox|autocomplete))|@floating-ui/ },
            { name: 'parts', test: /packages\/ui\/src\/(?!code|chart)/, minShareCount: 6 },
          ],
        },
      },
    },
  },
  server: {
    host: 'localhost',
    proxy: Object.fromEntries(
      ['/api', '/kratos', '/healthz', '/readyz', '/metrics'].map((path) => [path, { target: server }]),
    ),
  },
})
