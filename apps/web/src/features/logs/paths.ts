import type { Href } from '@binnacle/ui'

/** Address of the logs page. */
export const LOGS_PATH = '/logs'

/** Address of the page that adds a log backend. */
export const NEW_BACKEND_PATH = '/settings/logging_backends/new'

/** Address of the logs of a component. Source: LOG-002. */
export function componentLogsHref(componentId: string): Href {
  return `${LOGS_PATH}?topologyId=${encodeURIComponent(componentId)}`
}

/** Address of the lines of a log backend. */
export function backendLogsHref(backendId: string): Href {
  return `${LOGS_PATH}?backend=${encodeURIComponent(backendId)}`
}
