/** What the examples of the documentation run on: the result of a check, and a pod. */
export const exampleNow = new Date('2024-05-01T12:00:00Z')

export const exampleEnvironment = {
  variables: {
    check: { name: 'shop', labels: { team: 'web', tier: 'gold' } },
    code: 200,
    content: 'all ok',
    results: {
      rows: [
        { name: 'web-1', ready: true, restarts: 0 },
        { name: 'web-2', ready: false, restarts: 3 },
      ],
    },
    pod: {
      kind: 'Pod',
      metadata: {
        name: 'shop-1',
        namespace: 'web',
        uid: 'c0ffee',
        labels: { app: 'shop', 'pod-template-hash': '5d4' },
      },
      spec: {
        nodeName: 'node-1',
        containers: [
          {
            image: 'shop:1.2',
            resources: {
              requests: { cpu: '250m', memory: '64Mi' },
              limits: { cpu: '500m', memory: '128Mi' },
            },
          },
        ],
      },
      status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
    },
  },
  durations: { elapsed: 1_500 },
} as const
