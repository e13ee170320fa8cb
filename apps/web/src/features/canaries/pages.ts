import { definePage, type Page } from '../../application/pages/pages.ts'
import { pathOf, kindPages } from '../../application/resource/kind.ts'
import { canaryArea } from './area.ts'
import { NEW_CANARY_PATH } from './paths.ts'

/** The paths of its pages. */
export type CanariesPath = '/settings/canaries' | '/settings/canaries/$id' | '/settings/canaries/new'

/** The list of health checks, the page of one, and the page that makes one. */
export const canaryPages: readonly Page[] = [
  ...kindPages(canaryArea, {
    list: async () => (await import('./resource.tsx')).canaries,
    item: async () => (await import('./canary-page.tsx')).canaryPage,
  }),
  definePage({
    path: NEW_CANARY_PATH,
    parent: pathOf(canaryArea),
    title: 'New health check',
    icon: canaryArea.icon,
    place: 'nowhere',
    access: { resource: canaryArea.access, action: 'write' },
    feature: canaryArea.feature,
    load: async () => {
      const { NewCanaryPage } = await import('./new-canary-page.tsx')
      return { default: NewCanaryPage }
    },
  }),
]
