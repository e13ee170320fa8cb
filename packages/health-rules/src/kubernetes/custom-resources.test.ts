import { describe, expect, test } from 'vitest'
import { ago, later, old, readingOf, ready, type Row } from './testing.ts'

const certificate = (status: object) => ({
  apiVersion: 'cert-manager.io/v1',
  kind: 'Certificate',
  metadata: old,
  status,
})
const issuing = (reason: string, minutes: number) => ({
  type: 'Issuing',
  status: 'True',
  reason,
  lastTransitionTime: ago(minutes),
})
const withConditions = (apiVersion: string, kind: string, ...conditions: object[]) => ({
  apiVersion,
  kind,
  metadata: old,
  status: { conditions },
})
const flux = (type: string, status: string, reason: string) =>
  withConditions('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', { type, status, reason })
const application = (health: string, sync: string) => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Application',
  status: { health: { status: health }, sync: { status: sync } },
})
const canary = (status: object) => ({ apiVersion: 'canaries.flanksource.com/v1', kind: 'Canary', status })

const customResources: readonly Row[] = [
  [
    'Certificate is good',
    certificate({ conditions: [ready()], notAfter: later(100_000) }),
    'healthy',
    'Issued',
    true,
  ],
  [
    'Certificate ends soon',
    certificate({ conditions: [ready()], notAfter: later(60) }),
    'warning',
    'Expiring',
    true,
  ],
  [
    'Certificate has ended',
    certificate({ conditions: [ready()], notAfter: ago(1) }),
    'unhealthy',
    'Expired',
    true,
  ],
  [
    'Certificate is not renewed',
    certificate({ conditions: [ready()], notAfter: later(100_000), renewalTime: ago(40) }),
    'warning',
    'Renewal Overdue',
    true,
  ],
  [
    'Certificate is being issued',
    certificate({ conditions: [issuing('ManuallyTriggered', 5)] }),
    'unknown',
    'Issuing',
    false,
  ],
  [
    'Certificate is issued slowly',
    certificate({ conditions: [issuing('ManuallyTriggered', 20)] }),
    'warning',
    'Issuing',
    false,
  ],
  [
    'Certificate is not issued',
    certificate({ conditions: [issuing('ManuallyTriggered', 70)] }),
    'unhealthy',
    'Issuing',
    false,
  ],
  [
    'Certificate is being renewed',
    certificate({ conditions: [issuing('Renewing', 5)] }),
    'healthy',
    'Renewing',
    false,
  ],
  [
    'Certificate ends while it is renewed',
    certificate({ conditions: [issuing('Renewing', 5)], notAfter: ago(1) }),
    'unhealthy',
    'Expired',
    true,
  ],
  [
    'Certificate is broken',
    certificate({ conditions: [issuing('InvalidKeyPair', 1)] }),
    'unhealthy',
    'InvalidKeyPair',
    true,
  ],
  [
    'Certificate was issued before',
    certificate({ conditions: [{ type: 'Issuing', status: 'False', reason: 'Issued' }, ready()] }),
    'healthy',
    'Issued',
    true,
  ],
  [
    'request is denied',
    withConditions('cert-manager.io/v1', 'CertificateRequest', {
      type: 'Denied',
      status: 'True',
      reason: 'Policy',
    }),
    'unhealthy',
    'Policy',
    true,
  ],
  ['Issuer is ready', withConditions('cert-manager.io/v1', 'Issuer', ready()), 'healthy', 'Ready', true],
  [
    'Kustomization is applied',
    flux('Ready', 'True', 'ReconciliationSucceeded'),
    'healthy',
    'ReconciliationSucceeded',
    true,
  ],
  ['Kustomization is applied now', flux('Ready', 'Unknown', 'Progressing'), 'unknown', 'Reconciling', false],
  ['Kustomization cannot be built', flux('Ready', 'False', 'BuildFailed'), 'unhealthy', 'BuildFailed', true],
  ['Kustomization cannot be fetched', flux('Ready', 'False', 'FetchFailed'), 'warning', 'FetchFailed', true],
  [
    'Kustomization waits',
    flux('Ready', 'False', 'DependencyNotReady'),
    'unknown',
    'DependencyNotReady',
    false,
  ],
  [
    'HelmRelease fails',
    withConditions('helm.toolkit.fluxcd.io/v2', 'HelmRelease', ready('False', { reason: 'UpgradeFailed' })),
    'unhealthy',
    'UpgradeFailed',
    true,
  ],
  [
    'HelmRelease was put back',
    withConditions('helm.toolkit.fluxcd.io/v2', 'HelmRelease', ready(), {
      type: 'Remediated',
      status: 'True',
    }),
    'warning',
    'Remediated',
    true,
  ],
  [
    'GitRepository is old',
    withConditions(
      'source.toolkit.fluxcd.io/v1',
      'GitRepository',
      { type: 'ArtifactOutdated', status: 'True' },
      ready(),
    ),
    'unknown',
    'Updating',
    false,
  ],
  [
    'repository of an OCI registry',
    { apiVersion: 'source.toolkit.fluxcd.io/v1', kind: 'HelmRepository', spec: { type: 'oci' } },
    'unknown',
    undefined,
    true,
  ],
  [
    'Crossplane is in sync',
    withConditions(
      's3.aws.upbound.io/v1beta1',
      'Bucket',
      { type: 'Synced', status: 'True', reason: 'ReconcileSuccess' },
      ready('True', { reason: 'Available' }),
    ),
    'healthy',
    'Available',
    true,
  ],
  [
    'Crossplane fails',
    withConditions(
      's3.aws.upbound.io/v1beta1',
      'Bucket',
      { type: 'Synced', status: 'False', reason: 'ReconcileError' },
      ready(),
    ),
    'unhealthy',
    'ReconcileError',
    false,
  ],
  [
    'Crossplane creates',
    withConditions('s3.aws.upbound.io/v1beta1', 'Bucket', ready('False', { reason: 'Creating' })),
    'unknown',
    'Creating',
    false,
  ],
  ['Application is well', application('Healthy', 'Synced'), 'healthy', 'Healthy', true],
  ['Application differs', application('Healthy', 'OutOfSync'), 'healthy', 'OutOfSync', false],
  ['Application is not well', application('Degraded', 'Synced'), 'unhealthy', 'Degraded', true],
  [
    'Workflow failed',
    { apiVersion: 'argoproj.io/v1alpha1', kind: 'Workflow', status: { phase: 'Failed' } },
    'unhealthy',
    'Failed',
    true,
  ],
  ['Canary passes', canary({ status: 'Passed', uptime1h: '60/60 (100.0%)' }), 'healthy', 'Passed', true],
  ['Canary passes again', canary({ status: 'Passed', uptime1h: '30/60 (50.0%)' }), 'warning', 'Passed', true],
  ['Canary fails', canary({ status: 'Failed' }), 'unhealthy', 'Failed', true],
  ['unknown kind is ready', withConditions('example.com/v1', 'Till', ready()), 'healthy', 'Ready', true],
  [
    'unknown kind is not ready',
    withConditions('example.com/v1', 'Till', ready('False', { reason: 'Jammed' })),
    'unhealthy',
    'Jammed',
    false,
  ],
  [
    'unknown kind has a phase',
    { apiVersion: 'example.com/v1', kind: 'Till', status: { phase: 'Running' } },
    'healthy',
    'Running',
    true,
  ],
]

describe('custom resource', () => {
  test.each(customResources)('%s', (_title, document, health, status, isReady) => {
    expect(readingOf(document)).toEqual([health, status, isReady])
  })
})
