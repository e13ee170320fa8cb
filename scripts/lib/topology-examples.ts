/** An example of the reference of topologies. Its test runs it and compares the tree. */
export interface TopologyExample {
  title: string
  explanation: string
  spec: string
  /** What `topology run` prints of it, when the file is named shop.yaml. */
  tree: string
}

export const topologyExamples: readonly TopologyExample[] = [
  {
    title: 'Components that are written down',
    explanation:
      'A component has the worst health of itself and of what is below it. `summary` makes a property from those of the components below.',
    spec: `text: Shop
components:
  - name: storage
    type: Database
    properties:
      - name: disk
        unit: GB
        summary:
          expr: sum(values)
    components:
      - name: orders
        health: healthy
        properties:
          - { name: disk, value: 40, unit: GB }
      - name: customers
        health: warning
        properties:
          - { name: disk, value: 2, max: 10, unit: GB }
`,
    tree: `default/shop
  Shop  warning
    storage  Database  warning  disk: 42 GB
      orders  healthy  disk: 40 GB
      customers  warning  disk: 2 of 10 GB
  4 components, 0 faults`,
  },
  {
    title: 'Components that a lookup finds',
    explanation:
      'The answer of the check is a list of components. What it does not say is filled from the node of the lookup, and `forEach` is filled with each component.',
    spec: `components:
  - type: Service
    lookup:
      exec:
        - name: services
          script: >-
            echo '[{"name": "cart", "health": "healthy", "labels": {"tier": "web"}},
            {"name": "pay", "health": "unhealthy", "labels": {"tier": "core"}}]'
    forEach:
      properties:
        - { name: tier, text: '{{.component.labels.tier}}' }
      components:
        - { name: '{{.component.name}}-db', type: Database }
`,
    tree: `default/shop
  shop  unhealthy
    cart  Service  healthy  tier: web
      cart-db  Database  unknown
    pay  Service  unhealthy  tier: core
      pay-db  Database  unknown
  5 components, 0 faults`,
  },
  {
    title: 'A property that a lookup finds, and a component below another one',
    explanation:
      'A text that is no list of properties becomes the text of the property. `parentLookup` moves a component below another one.',
    spec: `components:
  - name: web
    type: Node
  - name: nginx
    type: Program
    parentLookup: { name: web, type: Node }
    properties:
      - name: version
        lookup:
          exec:
            - { name: version, script: echo v1.28.0 }
`,
    tree: `default/shop
  shop  unknown
    web  Node  unknown
      nginx  Program  unknown  version: v1.28.0
  3 components, 0 faults`,
  },
  {
    title: 'A lookup that fails',
    explanation: 'It is told with its place. The rest of the tree stays, and a run deletes nothing.',
    spec: `components:
  - name: storage
  - lookup:
      exec:
        - { name: services, script: echo hello }
`,
    tree: `default/shop
  shop  unknown
    storage  unknown
  ✘ components[1].lookup.exec[0]: the answer is not JSON; a display script can make a list of components of it
  2 components, 1 fault`,
  },
]
