import type { Plugin } from 'vite'

/** What draws the first screen; the entry imports it when it runs. */
const START = '/src/start.tsx'

/**
 * Names all scripts of the first screen in the page, so that they are loaded together and not one after the other. Styles
 * stand behind the frame in the page, which is painted without them.
 */
export function firstScreen(): Plugin {
  return {
    name: 'first-screen',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
        // Its modules are in a chunk with those that it shares; what the entry asks for is another one, which names that.
        const starts = chunks.filter(
          ({ facadeModuleId, moduleIds }) =>
            facadeModuleId?.endsWith(START) === true || moduleIds.some((id) => id.endsWith(START)),
        )
        if (starts.length === 0) throw new Error(`no chunk has ${START}`)
        const files = new Set(starts.map(({ fileName }) => fileName))
        for (const file of files) {
          const chunk = bundle[file]
          if (chunk?.type === 'chunk') for (const name of chunk.imports) files.add(name)
        }
        const styles = [...files].flatMap((file) => {
          const chunk = bundle[file]
          return chunk?.type === 'chunk' ? [...(chunk.viteMetadata?.importedCss ?? [])] : []
        })
        // It runs as soon as it is there, without waiting for the styles.
        const entry = html.replace('<script type="module"', '<script type="module" async')
        const tags = [
          ...[...files]
            .filter((file) => !html.includes(file))
            .map((file) => ({
              tag: 'link',
              attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
              injectTo: 'head' as const,
            })),
          ...styles.map((file) => ({
            tag: 'link',
            attrs: { rel: 'stylesheet', crossorigin: true, href: `/${file}` },
            injectTo: 'body' as const,
          })),
        ]
        return { html: entry, tags }
      },
    },
  }
}
