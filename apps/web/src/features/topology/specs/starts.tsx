import { Boxes, Braces, FolderTree, Globe, ListTree } from 'lucide-react'
import type { ReactNode } from 'react'
import { tileIconClass } from '../../../application/spec-editor/type-picker.tsx'

/** What a new topology can begin with. */
export interface Start {
  id: string
  title: string
  description: string
  icon: ReactNode
  text: string
  /** Whether the code opens first. */
  asCode?: boolean
}

/** The starts of a topology, the catalog first: it needs nothing but what is known already. */
export const starts: readonly Start[] = [
  {
    id: 'catalog',
    title: 'From the catalog',
    description: 'Draws all catalog items below their parents, grouped by namespace.',
    icon: <Boxes aria-hidden="true" className={tileIconClass} />,
    text: 'schedule: "@every 10m"\ncatalog:\n  items:\n    - types: ["*"]\n  by:\n    - namespace\n',
  },
  {
    id: 'kubernetes',
    title: 'Kubernetes workloads',
    description: 'Namespaces with their deployments, stateful sets and pods, as the catalog knows them.',
    icon: <FolderTree aria-hidden="true" className={tileIconClass} />,
    text: 'schedule: "@every 5m"\ncatalog:\n  items:\n    - types:\n        - Kubernetes::Deployment\n        - Kubernetes::StatefulSet\n        - Kubernetes::DaemonSet\n        - Kubernetes::Pod\n  by:\n    - namespace\n',
  },
  {
    id: 'http',
    title: 'HTTP lookup',
    description: 'Reads components from an address that answers JSON.',
    icon: <Globe aria-hidden="true" className={tileIconClass} />,
    text: 'schedule: "@every 5m"\ncomponents:\n  - name: services\n    type: Service\n    lookup:\n      http:\n        - name: services\n          url: https://example.com/services.json\n          display:\n            expr: |\n              json.map(s, {"name": s.name, "type": "Service", "health": s.ok ? "healthy" : "unhealthy"})\n',
    asCode: true,
  },
  {
    id: 'components',
    title: 'Components by hand',
    description: 'A tree that you write, with checks that tell the health of each component.',
    icon: <ListTree aria-hidden="true" className={tileIconClass} />,
    text: 'schedule: "@every 5m"\ncomponents:\n  - name: shop\n    type: Application\n    components:\n      - name: web\n        type: Service\n        checks:\n          - selector:\n              labelSelector: app=web\n',
    asCode: true,
  },
  {
    id: 'custom',
    title: 'Custom',
    description: 'Starts with an empty spec as YAML.',
    icon: <Braces aria-hidden="true" className={tileIconClass} />,
    text: 'schedule: "@every 10m"\ncomponents: []\n',
    asCode: true,
  },
]
