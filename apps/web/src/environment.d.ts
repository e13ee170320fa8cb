/** Version of this package. The build inserts it. */
declare const __FRONTEND_VERSION__: string

/** Documents of the product, rendered to HTML by the build. */
declare module 'virtual:documents' {
  export const documents: readonly {
    /** Path below /docs. */
    slug: string
    title: string
    load: () => Promise<{ html: string }>
  }[]
}
