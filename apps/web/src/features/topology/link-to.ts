import type { Href } from '@binnacle/ui'

/** Returns the address of a component, with the parameters of the page. */
export type LinkTo = (id: string, parameters?: Readonly<Record<string, string>>) => Href
