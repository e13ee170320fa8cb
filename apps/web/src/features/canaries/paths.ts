/** Address of the page that creates a health check. */
export const NEW_CANARY_PATH = '/settings/canaries/new'
