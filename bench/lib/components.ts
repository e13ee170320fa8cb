import type { ComponentNode } from '../../apps/server/src/modules/topology/component-tree.ts'

const ROOTS = 20
const NAMESPACES = 10
const WORKLOADS = 4

const node = (name: string, type: string, children: ComponentNode[]): ComponentNode => ({
  externalId: name,
  name,
  type,
  labels: { team: `team-${name.length % 7}`, env: 'prod' },
  hidden: false,
  ...(children.length === 0 ? { health: 'healthy', status: 'Running' } : {}),
  properties: [
    { name: 'memory', value: name.length * 1_000, max: 100_000, unit: 'bytes', headline: true },
    { name: 'cpu', value: name.length, unit: 'millicores' },
    { name: 'version', text: '1.2.3' },
  ],
  selectors: [],
  needs: [],
  checks: [],
  configs: [],
  logs: [],
  children,
})

/** The numbers from 0 to below a count. */
export const numbers = (count: number) => Array.from({ length: count }, (_, number) => number)

/** Clusters with namespaces, workloads and pods. @param size how many components in all, nearly */
export function treeOf(size: number): ComponentNode[] {
  const workloads = ROOTS * NAMESPACES * WORKLOADS
  const pods = Math.round((size - ROOTS - ROOTS * NAMESPACES - workloads) / workloads)
  return numbers(ROOTS).map((root) =>
    node(
      `cluster-${root}`,
      'Cluster',
      numbers(NAMESPACES).map((space) =>
        node(
          `namespace-${root}-${space}`,
          'Namespace',
          numbers(WORKLOADS).map((workload) =>
            node(
              `workload-${root}-${space}-${workload}`,
              'Deployment',
              numbers(pods).map((pod) => node(`pod-${root}-${space}-${workload}-${pod}`, 'Pod', [])),
            ),
          ),
        ),
      ),
    ),
  )
}

/** Components without others above or below them. */
export const rootsOf = (size: number): ComponentNode[] =>
  numbers(size).map((number) => node(`service-${String(number).padStart(5, '0')}`, 'Service', []))
