/**
 * Features that a deployment can switch off.
 * Source: specification, documents 1 and 3, section 6.
 */
export const features = [
  'topology',
  'health',
  'incidents',
  'config',
  'logs',
  'playbooks',
  'agents',
  'settings.connections',
  'settings.users',
  'settings.teams',
  'settings.rules',
  'settings.config_scraper',
  'settings.topology',
  'settings.health',
  'settings.job_history',
  'settings.feature_flags',
  'settings.logging_backends',
  'settings.event_queue_status',
  'settings.organization_profile',
  'settings.notifications',
  'settings.playbooks',
  'settings.integrations',
] as const
export type Feature = (typeof features)[number]

/** What else is switched off with a feature. */
const cascade: Readonly<Partial<Record<Feature, readonly Feature[]>>> = {
  config: ['settings.config_scraper'],
  topology: ['settings.topology'],
  health: ['settings.health', 'settings.job_history'],
}

/** A property as `GET /properties` lists it. */
export interface Property {
  name: string
  value: string
}

/** The property that switches a feature off while its value is `true`. */
export function disablingProperty(feature: Feature): string {
  return `${feature}.disable`
}

/**
 * The features that properties switch off, those included that go with another.
 * A missing property, or any value but `true`, leaves a feature on.
 */
export function disabledFeatures(properties: readonly Property[]): ReadonlySet<Feature> {
  const switchedOff = new Set(properties.filter(({ value }) => value === 'true').map(({ name }) => name))
  const disabled = features.filter((feature) => switchedOff.has(disablingProperty(feature)))
  return new Set(disabled.flatMap((feature) => [feature, ...(cascade[feature] ?? [])]))
}
