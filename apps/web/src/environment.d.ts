/** Version of this package, put in by the build. */
declare const __FRONTEND_VERSION__: string

/** Documents that come along with the product, drawn when it is built. */
declare module 'virtual:documents' {
  export const documents: readonly {
    /** Address below /docs. */
    slug: string
    title: string
    load: () => Promise<{ html: string }>
  }[]
}
