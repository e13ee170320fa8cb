import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'

const page = fileURLToPath(new URL('view.html', import.meta.url))

/**
 * Builds the page of public views beside the application, in its own build: chunks that both shared would bring the
 * code of the application to people without an account, and run it there.
 */
export function publicViewBuild(): Plugin {
  let root = ''
  let outDir = ''
  return {
    name: 'public-view',
    configResolved(config) {
      root = config.root
      outDir = config.build.outDir
    },
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (request.url?.startsWith('/view/') === true) request.url = '/view.html'
        next()
      })
    },
    closeBundle: {
      sequential: true,
      async handler() {
        if (this.environment.mode !== 'build') return
        await build({
          configFile: false,
          root,
          publicDir: false,
          logLevel: 'warn',
          plugins: [react(), tailwindcss()],
          build: {
            outDir,
            emptyOutDir: false,
            assetsInlineLimit: 0,
            modulePreload: { polyfill: false },
            rolldownOptions: { input: [page] },
          },
        })
      },
    },
  }
}
