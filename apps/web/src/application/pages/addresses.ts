import type { Href } from '@binnacle/ui'

/**
 * The paths of all pages; `$name` stands for a variable segment at the end. The definition of a page adds its path, and
 * links can lead to no other ones.
 * @public pages extend it
 */
// eslint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- pages extend it
export interface PagePaths {}

/** Path of a page; `$name` stands for a variable segment. */
export type PagePath = keyof PagePaths

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
