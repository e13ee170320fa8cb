/** Address of the send history. */
export const HISTORY_PATH = '/notifications'

/** Address of the list of alerts. */
export const ALERTS_PATH = '/notifications/alerts'

/** The address of an alert. */
export function alertHref(id: string): `${typeof ALERTS_PATH}/${string}` {
  return `${ALERTS_PATH}/${encodeURIComponent(id)}`
}

/** Address of the list of rules. */
export const RULES_PATH = '/notifications/rules'

/** The address of a rule. Source: NOT-006. */
export function ruleHref(id: string): `${typeof RULES_PATH}?id=${string}` {
  return `${RULES_PATH}?id=${encodeURIComponent(id)}`
}

const pages: Readonly<Record<string, (id: string) => string>> = {
  check: (id) => `/health?layout=table&checkId=${id}&timeRange=1h`,
  canary: (id) => `/settings/canaries/${id}`,
  component: (id) => `/topology/${id}`,
  config: (id) => `/catalog/${id}`,
}

/** The address of a resource that a message was about; undefined for a kind without a page. */
export function resourceHref(kind: string, id: string): string | undefined {
  return Object.hasOwn(pages, kind) ? pages[kind]?.(encodeURIComponent(id)) : undefined
}

/** The address of a message. */
export function sendHref(id: string): `${typeof HISTORY_PATH}?id=${string}` {
  return `${HISTORY_PATH}?id=${encodeURIComponent(id)}`
}

/** The address of what was sent about a resource. */
export function historyHref(resourceId: string): string {
  return `${HISTORY_PATH}?resource=${encodeURIComponent(resourceId)}`
}

/** The address of the form that silences a resource. */
export function silenceHref(kind: string, id: string): string {
  return `/notifications/silences/add?${kind}_id=${encodeURIComponent(id)}`
}
