import {
  account,
  credentialFields,
  durationText,
  field,
  httpAddress,
  inGroup,
  serverConnection,
  connectionField,
  tlsConfig,
} from '@binnacle/plugin-kit/core'
import { defineScraper, type ScraperSpecOf } from '@binnacle/plugin-kit/scrapers'
import { z } from 'zod'

/** Severities as Trivy writes them. */
const trivySeverities = ['UNKNOWN', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const

const word = z
  .string()
  .trim()
  .max(253, { abort: true })
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:/@-]*$/, 'not a name')
const words = z.array(word).max(100)

const reports = z
  .strictObject({
    path: field(z.string().trim().max(2_000).regex(/^\//, 'not an absolute path').optional(), {
      title: 'Files',
      description: 'Path of a report on this machine, or a pattern such as /srv/trivy/**/*.json.',
    }),
    connection: connectionField,
    url: field(httpAddress.optional(), {
      title: 'URL',
      description:
        'Address of a report, or of the reports of the Trivy Operator, such as https://kubernetes.example/apis/aquasecurity.github.io/v1alpha1/vulnerabilityreports.',
      destination: 'origin',
    }),
    username: inGroup('authentication', credentialFields.username),
    password: inGroup('authentication', credentialFields.password),
    bearer: field(account('Bearer token'), {
      title: 'Bearer token',
      description: 'Such as that of a service account of the cluster.',
      destination: false,
      group: 'authentication',
    }),
    tlsConfig,
  })
  .check((context) => {
    const { path, url, connection } = context.value
    const isRemote = url !== undefined || connection !== undefined
    if ((path !== undefined) === isRemote)
      context.issues.push({ code: 'custom', message: 'give either "path" or "url"', input: context.value })
  })

const kubernetes = z.strictObject({
  components: field(words.optional(), {
    title: 'Components',
    description: 'Such as workload and infra. Default: all.',
  }),
  context: field(word.optional(), { title: 'Context', description: 'Context of the kubeconfig.' }),
  kubeconfig: field(account('Kubeconfig'), {
    title: 'Kubeconfig',
    description: 'Default: the service account of the machine that runs the scraper.',
    destination: false,
  }),
  namespace: field(word.optional(), { title: 'Namespace', description: 'Default: all.' }),
})

const schema = z.strictObject({
  reports: field(reports.optional(), {
    title: 'Reports',
    description: 'Where the reports of other programs are. Default: the program trivy is run.',
  }),
  kubernetes: field(kubernetes.optional(), {
    title: 'Cluster',
    description: 'Which cluster the program scans.',
  }),
  severity: field(z.array(z.enum(trivySeverities)).max(5).optional(), {
    title: 'Severities',
    description: 'Default: all.',
    destination: false,
  }),
  ignoreUnfixed: field(z.boolean().optional(), {
    title: 'Leave out what has no fix',
    destination: false,
  }),
  scanners: field(z.array(z.enum(['vuln', 'misconfig', 'secret', 'license', 'config', 'rbac'])).optional(), {
    title: 'Scanners',
    description: 'Default: vuln and misconfig.',
    destination: false,
  }),
  vulnType: field(z.array(z.enum(['os', 'library'])).optional(), {
    title: 'Kinds of packages',
    description: 'Default: os and library.',
    destination: false,
  }),
  compliance: field(words.optional(), {
    title: 'Compliance',
    description: 'Reports of standards, such as k8s-nsa-1.0.',
    destination: false,
  }),
  ignoredLicenses: field(words.optional(), { title: 'Ignored licenses', destination: false }),
  licenseFull: field(z.boolean().optional(), {
    title: 'Look for licenses everywhere',
    description: 'Also in headers of sources and in license files.',
    destination: false,
  }),
  version: field(word.optional(), {
    title: 'Version',
    description: 'The version that the program must have, such as 0.57.1. Default: any.',
    destination: false,
  }),
  timeout: field(durationText({ minimum: '1s', maximum: '24h' }).optional(), {
    title: 'Timeout',
    description: 'Longest scan of the program. Default: the timeout of the run.',
    widget: 'duration',
    destination: false,
  }),
})

export const scraper = defineScraper({
  type: 'trivy',
  title: 'Trivy',
  description: 'Vulnerable packages and wrong settings that Trivy finds, as insights.',
  setup:
    'Give the reports of another scan, or those of the Trivy Operator. Else the program `trivy` must be on the machine that runs the scraper; nothing downloads it.',
  icon: 'trivy',
  schema,
  example: {
    reports: { path: '/srv/trivy/*.json' },
    severity: ['CRITICAL', 'HIGH'],
    ignoreUnfixed: true,
  },
  timeoutMilliseconds: 3_600_000,
  concurrency: 1,
  connections: [{ ...serverConnection(['http', 'kubernetes']), at: ['reports'] }],
})

export type TrivySpec = ScraperSpecOf<typeof scraper>
