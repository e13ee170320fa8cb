/** Address of the feeds that send changes to other systems. */
export const FEEDS_PATH = '/settings/change-feeds'
