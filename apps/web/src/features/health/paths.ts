/** Address of the page of all checks. */
export const HEALTH_PATH = '/health'
