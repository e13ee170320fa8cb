import { Flag } from 'lucide-react'
import { definePage, type Page } from '../../application/pages/pages.ts'
import { findIn, loadList } from '../../application/resource/pages.tsx'
import { FLAGS_PATH } from './paths.ts'

/** The paths of its pages. */
export type FlagsPath = '/settings/feature-flags'

const loadFlags = async () => (await import('./resource.tsx')).flags

/** The page of feature flags, which are properties of the installation. */
export const flagPages: readonly Page[] = [
  definePage({
    path: FLAGS_PATH,
    aliases: [{ path: '/settings/properties' }, { path: '/settings/properties/$id', parameter: 'flag' }],
    title: 'Feature Flags',
    icon: Flag,
    place: 'settings',
    keys: 'g f',
    keywords: ['properties', 'switch off', 'disable'],
    access: { resource: 'feature_flags', action: 'read' },
    feature: 'settings.feature_flags',
    keptFor: { resource: 'feature_flags', action: 'write' },
    topics: ['properties'],
    actions: [
      {
        label: 'Add feature flag',
        href: '/settings/feature-flags?add=true',
        access: { resource: 'feature_flags', action: 'write' },
        keywords: ['new', 'property', 'disable'],
      },
    ],
    finder: findIn({ group: 'Feature Flags', topic: 'properties' }, loadFlags),
    load: loadList(loadFlags),
  }),
]
