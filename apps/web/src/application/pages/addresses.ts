import type { Href } from '@binnacle/ui'

/** The areas of the application: `routes/registry.ts` says what they are, so that links lead to their pages only. @public The registry extends it. */
// eslint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- the registry extends it
export interface Register {}

/** Path of a page; `$name` stands for a variable segment, and `{-$name}` for one that may be missing. */
export type PagePath = Register extends { paths: infer Path extends string } ? Path : never

/** Path of a page without a variable segment. */
export type FixedPath = Exclude<PagePath, `${string}$${string}`>

/** A path with any text for its variable segments. */
type FilledPath<Path extends string> = Path extends `${infer Fixed}$${string}` ? `${Fixed}${string}` : Path

/** Name of a resource table that has a list and a page for each row. */
export type SettingsTable = PagePath extends infer Path
  ? Path extends `/settings/${infer Table}/$id`
    ? Table
    : never
  : never

/** Path of a list whose rows have a page each, at the id of the row below it. */
export type ListPath = PagePath extends infer Path
  ? Path extends `${infer List}/$id`
    ? Extract<FixedPath, List>
    : never
  : never

/** Paths outside the registry of pages: the start page and the pages of accounts. */
type OtherPath =
  | '/'
  | '/settings'
  | '/login'
  | '/registration'
  | '/recovery'
  | '/verification'
  | '/second-factor'
  | '/error'

declare module '@binnacle/ui' {
  interface LinkAddresses {
    /** Paths of all pages, with any parameters or a fragment, or a place on the same page. */
    page: `${FilledPath<PagePath> | OtherPath}${'' | `?${string}` | `#${string}`}` | `#${string}`
  }
}

/**
 * Whether a text that was computed while the application runs is an address of it: a path of this origin. Two slashes
 * would begin the name of another host.
 */
export function isAddress(text: string): text is Href {
  return /^\/(?!\/)/.test(text)
}
