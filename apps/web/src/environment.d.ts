/** Version of this package, put in by the build. */
declare const __FRONTEND_VERSION__: string
