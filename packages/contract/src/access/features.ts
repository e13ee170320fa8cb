/** An area that an installation can disable. */
interface FeatureDefinition {
  /** What people call it. */
  title: string
  /** Disabling one of these disables this feature too. */
  parents: readonly string[]
}

/**
 * The only list of what can be disabled. The server closes what belongs to a disabled feature, and screens hide it.
 * Source: specification, documents 1 and 3, section 6.
 */
const definitions = {
  topology: { title: 'Topology', parents: [] },
  health: { title: 'Health', parents: [] },
  incidents: { title: 'Incidents', parents: [] },
  config: { title: 'Catalog', parents: [] },
  logs: { title: 'Logs', parents: [] },
  playbooks: { title: 'Playbooks', parents: [] },
  agents: { title: 'Agents', parents: [] },
  'settings.connections': { title: 'Settings: Connections', parents: [] },
  'settings.users': { title: 'Settings: Users', parents: [] },
  'settings.teams': { title: 'Settings: Teams', parents: [] },
  'settings.rules': { title: 'Settings: Rules', parents: [] },
  'settings.config_scraper': { title: 'Settings: Catalog Scrapers', parents: ['config'] },
  'settings.topology': { title: 'Settings: Topology', parents: ['topology'] },
  'settings.health': { title: 'Settings: Health Check', parents: ['health'] },
  'settings.job_history': { title: 'Settings: Jobs History', parents: ['health'] },
  'settings.feature_flags': { title: 'Settings: Feature Flags', parents: [] },
  'settings.logging_backends': { title: 'Settings: Log Backends', parents: [] },
  'settings.event_queue_status': { title: 'Settings: Event Queue', parents: [] },
  'settings.organization_profile': { title: 'Settings: Organization Profile', parents: [] },
  'settings.notifications': { title: 'Settings: Notifications', parents: [] },
  'settings.playbooks': { title: 'Settings: Playbooks', parents: [] },
  'settings.integrations': { title: 'Settings: Integrations', parents: [] },
} as const satisfies Record<string, FeatureDefinition>

export type Feature = keyof typeof definitions

/** Narrows a text to a feature. */
function isFeature(text: string): text is Feature {
  return Object.hasOwn(definitions, text)
}

/** All features. */
export const features: readonly Feature[] = Object.keys(definitions).filter(isFeature)

/** What people call a feature. */
export function featureTitle(feature: Feature): string {
  return definitions[feature].title
}

/** The features whose disabling also disables this one. */
export function featureParents(feature: Feature): readonly Feature[] {
  return definitions[feature].parents
}

/** The property that disables a feature when its value is `true`. */
export function featureProperty(feature: Feature): `${Feature}.disable` {
  return `${feature}.disable`
}

/** The feature that a property disables; undefined for other properties. */
export function featureOfProperty(name: string): Feature | undefined {
  const feature = name.endsWith('.disable') ? name.slice(0, -'.disable'.length) : ''
  return isFeature(feature) ? feature : undefined
}

/**
 * The features that properties disable, directly or through a parent. A feature is enabled unless its property is `true`.
 * @param properties the effective ones, with unique names
 */
export function disabledFeatures(
  properties: Iterable<{ readonly name: string; readonly value: string }>,
): ReadonlySet<Feature> {
  const off = new Set<Feature>()
  for (const { name, value } of properties) {
    const feature = featureOfProperty(name)
    if (feature !== undefined && value === 'true') off.add(feature)
  }
  return new Set(
    features.filter(
      (feature) => off.has(feature) || featureParents(feature).some((parent) => off.has(parent)),
    ),
  )
}

/** The features that a standalone health checker has. */
const healthChecker: ReadonlySet<Feature> = new Set(['health'])

/** Features this installation mode excludes, regardless of flags. */
export function missingFeatures(mode: 'full' | 'health'): readonly Feature[] {
  return mode === 'full' ? [] : features.filter((feature) => !healthChecker.has(feature))
}
