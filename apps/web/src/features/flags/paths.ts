/** Address of the page of feature flags. */
export const FLAGS_PATH = '/settings/feature-flags'
