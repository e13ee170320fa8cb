import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const NONCE = 'stories'

/**
 * Serves the built stories under the policy the product runs with, so that a component that breaks it is seen here.
 * Development is left out: its hot reload writes inline scripts and styles.
 */
function contentSecurityPolicy(): Plugin {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${NONCE}'`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return {
    name: 'content-security-policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: policy },
        injectTo: 'head-prepend',
      },
      { tag: 'meta', attrs: { name: 'csp-nonce', content: NONCE }, injectTo: 'head' },
    ],
  }
}

/** Builds the stories, the visual catalogue of the package. Apps read the sources themselves. */
export default defineConfig({
  root: fileURLToPath(new URL('stories', import.meta.url)),
  base: './',
  plugins: [react(), tailwindcss(), contentSecurityPolicy()],
  server: { host: '127.0.0.1', port: 6180 },
  preview: { host: '127.0.0.1', port: 6181 },
  build: {
    outDir: fileURLToPath(new URL('dist-stories', import.meta.url)),
    emptyOutDir: true,
    // Inlined fonts and images would be data: addresses, which the policy forbids.
    assetsInlineLimit: 0,
  },
})
