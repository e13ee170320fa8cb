import type { GomplateDifference } from './differences.ts'

/** A script, what it prints in gomplate, and what it prints here where that differs. */
export type GomplateCase = readonly [
  source: string,
  theirs: string,
  here?: readonly [ours: string, difference: GomplateDifference],
]

const service = `kind: Service
metadata:
  name: shop
  uid: 7f
spec:
  type: LoadBalancer
  sessionAffinity: None
  ports:
    - port: 80
      protocol: TCP
      targetPort: 80
status:
  loadBalancer:
    ingress:
      - hostname: shop.example.org
`
const pod = `kind: Pod
metadata:
  name: worker
  creationTimestamp: 2024-05-01T10:00:00Z
spec:
  dnsPolicy: ClusterFirst
  nodeName: node-1
  containers:
    - name: main
      image: worker:2
      imagePullPolicy: Always
      resources: {}
status:
  phase: Running
  containerStatuses:
    - ready: false
      state:
        waiting:
          reason: CrashLoopBackOff
          message: back-off 40s
`

export const gomplateVariables = {
  nothing: null,
  zero: 0,
  empty: '',
  whole: 7n,
  million: 1_000_000,
  word: 'harbor',
  sentence: 'the tide is coming in',
  spaced: '\t  keel \n',
  version: '2.4.0-rc.2+build7',
  ship: { name: 'Ida', crew: 12, flags: { home: 'DK' }, lost: null, ready: true },
  ports: ['Oslo', 'Bergen', 'Tromsø'],
  pairs: 'color=red,size=9',
  tags: [
    { Name: 'team', Value: 'deck' },
    { Name: 'tier', Value: 'gold' },
  ],
  rows: [
    { port: 'Oslo', ships: 3 },
    { port: 'Bergen', ships: 1 },
  ],
  noon: new Date('2024-06-15T12:30:45Z'),
  five: new Date('2024-06-15T17:00:00Z'),
  late: new Date('2024-06-15T17:00:01Z'),
  half: new Date('2024-06-15T12:30:45.5Z'),
  written: '2020-01-01T00:00:00Z',
  service,
  pod,
}
