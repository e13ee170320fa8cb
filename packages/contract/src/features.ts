/** An area that an installation can switch off. Others name it as parent when they go with it. */
interface FeatureDefinition {
  /** What people call it. */
  title: string
  /** Switching one of these off switches this off too. */
  parents: readonly string[]
}

/**
 * Everything that can be switched off, the only list: the server closes what belongs to a feature, screens hide it.
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

/** Everything that can be switched off. */
export const features: readonly Feature[] = Object.keys(definitions).filter(isFeature)

/** What people call a feature. */
export function featureTitle(feature: Feature): string {
  return definitions[feature].title
}

/** The features that switch a feature off along with themselves. */
export function featureParents(feature: Feature): readonly Feature[] {
  return definitions[feature].parents
}

/** The property that switches a feature off when its value is `true`. */
export function featureProperty(feature: Feature): `${Feature}.disable` {
  return `${feature}.disable`
}

/** The feature that a property switches, if it is one of those. */
export function featureOfProperty(name: string): Feature | undefined {
  const feature = name.endsWith('.disable') ? name.slice(0, -'.disable'.length) : ''
  return isFeature(feature) ? feature : undefined
}

/**
 * The features that properties switch off, by themselves or with a parent. A feature without property is on, and so is
 * one whose property says anything but `true`.
 * @param properties those in force: one a name
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

/** The features that an installation has not, whatever its flags say. */
export function missingFeatures(mode: 'full' | 'health'): readonly Feature[] {
  return mode === 'full' ? [] : features.filter((feature) => !healthChecker.has(feature))
}
