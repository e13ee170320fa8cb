import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { notifierFamily } from '@binnacle/plugin-kit/families'
import type { NotifierDefinition, RunNotifier } from '@binnacle/plugin-kit/notifiers'

/** A notification service with its code. */
export interface Service {
  definition: NotifierDefinition
  run: RunNotifier
}

/** Every notification service. */
export interface Services {
  all: readonly Service[]
  /**
   * The service that sends with a type of connections.
   * @param chosen which one, for types that several services send with, such as text messages and calls
   */
  forConnection(type: string, chosen: string | undefined): Service | undefined
}

/** Loads the notification services from their folders. */
export async function loadServices(): Promise<Services> {
  const someSpec = createRequire(import.meta.url).resolve('@binnacle/notifiers/email')
  const plugins = await notifierFamily.load(new URL('../', pathToFileURL(someSpec)))
  const all = [...plugins.values()].flatMap(({ definition, run }) =>
    run === undefined ? [] : [{ definition, run }],
  )
  return {
    all,
    forConnection(type, chosen) {
      const fitting = all.filter(({ definition }) => definition.connections.includes(type))
      return fitting.find(({ definition }) => definition.type === chosen) ?? fitting[0]
    },
  }
}
