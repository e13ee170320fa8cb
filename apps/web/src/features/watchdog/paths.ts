/** Address of the page of the watchdog. */
export const WATCHDOG_PATH = '/settings/watchdog'
