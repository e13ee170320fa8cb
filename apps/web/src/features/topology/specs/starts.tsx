import { Boxes, Braces, Cloud, FolderTree, Globe, ListTree } from 'lucide-react'
import type { ReactNode } from 'react'
import { tileIconClass } from '../../../application/spec-editor/type-picker.tsx'
import type { CatalogPreset } from './requests.ts'

/** What a new topology can begin with. */
interface Start {
  id: string
  title: string
  description: string
  icon: ReactNode
}

/** A start that a rule draws from the catalog. */
export interface CatalogStart extends Start {
  preset: CatalogPreset
}

/** A start that is a text. */
export interface TextStart extends Start {
  text: string
}

/** The starts of a topology, the catalog first: it needs nothing but what is known already. */
export const starts: readonly (CatalogStart | TextStart)[] = [
  {
    id: 'parents',
    title: 'Whole catalog',
    description: 'Draws all catalog items below what contains them.',
    icon: <Boxes aria-hidden="true" className={tileIconClass} />,
    preset: 'parents',
  },
  {
    id: 'namespaces',
    title: 'Workloads by namespace',
    description: 'Draws namespaces with their deployments, stateful sets, jobs and pods.',
    icon: <FolderTree aria-hidden="true" className={tileIconClass} />,
    preset: 'namespaces',
  },
  {
    id: 'accounts',
    title: 'Clouds by account',
    description: 'Draws accounts with their regions and what runs there.',
    icon: <Cloud aria-hidden="true" className={tileIconClass} />,
    preset: 'accounts',
  },
  {
    id: 'http',
    title: 'HTTP lookup',
    description: 'Reads components from an address that answers JSON.',
    icon: <Globe aria-hidden="true" className={tileIconClass} />,
    text: 'schedule: "@every 5m"\ncomponents:\n  - name: services\n    type: Service\n    lookup:\n      http:\n        - name: services\n          url: https://example.com/services.json\n          display:\n            expr: |\n              json.map(s, {"name": s.name, "type": "Service", "health": s.ok ? "healthy" : "unhealthy"})\n',
  },
  {
    id: 'components',
    title: 'Manual components',
    description: 'A tree that you write, with checks that set the health of each component.',
    icon: <ListTree aria-hidden="true" className={tileIconClass} />,
    text: 'schedule: "@every 5m"\ncomponents:\n  - name: shop\n    type: Application\n    components:\n      - name: web\n        type: Service\n        checks:\n          - selector:\n              labelSelector: app=web\n',
  },
  {
    id: 'custom',
    title: 'Custom',
    description: 'Starts with an empty spec as YAML.',
    icon: <Braces aria-hidden="true" className={tileIconClass} />,
    text: 'schedule: "@every 10m"\ncomponents: []\n',
  },
]
