import {
  array,
  assert,
  constantFrom,
  dictionary,
  jsonValue,
  oneof,
  property,
  record,
  string,
} from 'fast-check'
import { expect, test } from 'vitest'
import { healthOf } from './index.ts'

const now = new Date('2026-11-23T07:00:00Z')

test.each([
  ['AWS::EC2::Instance', { State: { Name: 'running' } }, 'healthy', 'Running', true],
  ['AWS::EC2::Instance', { State: { Name: 'stopped' } }, 'unknown', 'Stopped', true],
  ['AWS::EC2::Instance', { State: { Name: 'shutting-down' } }, 'unknown', 'Shutting Down', false],
  ['AWS::RDS::DBInstance', { DBInstanceStatus: 'available' }, 'healthy', 'Available', true],
  ['AWS::RDS::DBInstance', { DBInstanceStatus: 'storage-full' }, 'unhealthy', 'Storage Full', true],
  [
    'AWS::RDS::DBInstance',
    { DBInstanceStatus: 'incompatible-parameters' },
    'unhealthy',
    'Incompatible Parameters',
    true,
  ],
  [
    'AWS::RDS::DBInstance',
    { DBInstanceStatus: 'inaccessible-encryption-credentials' },
    'unhealthy',
    'Inaccessible Encryption Credentials',
    true,
  ],
  [
    'AWS::RDS::DBInstance',
    { DBInstanceStatus: 'configuring-log-exports' },
    'healthy',
    'Configuring Log Exports',
    false,
  ],
  ['AWS::RDS::DBInstance', { DBInstanceStatus: 'modifying' }, 'healthy', 'Modifying', false],
  ['AWS::CloudFormation::Stack', { StackStatus: 'UPDATE_COMPLETE' }, 'healthy', 'Update Complete', true],
  ['AWS::CloudFormation::Stack', { StackStatus: 'CREATE_FAILED' }, 'unhealthy', 'Create Failed', true],
  [
    'AWS::CloudFormation::Stack',
    { StackStatus: 'UPDATE_ROLLBACK_COMPLETE' },
    'warning',
    'Update Rollback Complete',
    true,
  ],
  [
    'AWS::CloudFormation::Stack',
    { StackStatus: 'ROLLBACK_IN_PROGRESS' },
    'warning',
    'Rollback In Progress',
    false,
  ],
  [
    'AWS::CloudFormation::Stack',
    { StackStatus: 'UPDATE_ROLLBACK_FAILED' },
    'unhealthy',
    'Update Rollback Failed',
    true,
  ],
  [
    'AWS::CloudFormation::Stack',
    { StackStatus: 'IMPORT_IN_PROGRESS' },
    'unknown',
    'Import In Progress',
    false,
  ],
  [
    'AWS::ElasticLoadBalancingV2::LoadBalancer',
    { State: { Code: 'active_impaired' } },
    'warning',
    'Active Impaired',
    false,
  ],
  ['AWS::Lambda::Function', { State: 'Active' }, 'healthy', 'Active', true],
  ['AWS::EBS::Volume', { State: 'in-use' }, 'healthy', 'In Use', true],
  ['AWS::ECS::Task', { lastStatus: 'RUNNING' }, 'healthy', 'Running', true],
  ['AWS::ECS::Task', { lastStatus: 'RUNNING', healthStatus: 'UNHEALTHY' }, 'unhealthy', 'Unhealthy', true],
  [
    'AWS::ECS::Task',
    { lastStatus: 'STOPPED', stopCode: 'TaskFailedToStart' },
    'unhealthy',
    'TaskFailedToStart',
    true,
  ],
  ['AWS::ECS::Task', { lastStatus: 'STOPPED', stopCode: 'UserInitiated' }, 'unknown', 'UserInitiated', true],
  ['AWS::Unheard::Of', { Status: 'available' }, 'healthy', 'Available', true],
  ['Azure::ClientSecret', { endDateTime: '2026-11-22T00:00:00Z' }, 'unhealthy', 'Expired', false],
  ['Azure::ClientSecret', { endDateTime: '2026-12-01T00:00:00Z' }, 'warning', 'Expiring', true],
  [
    'Azure::Microsoft.Sql/servers',
    { properties: { provisioningState: 'Failed' } },
    'unhealthy',
    'Failed',
    true,
  ],
  [
    'Azure::Microsoft.Sql/servers',
    { properties: { provisioningState: 'Succeeded' } },
    'healthy',
    'Succeeded',
    true,
  ],
  [
    'Azure::Microsoft.ContainerService/managedClusters',
    { properties: { provisioningState: 'Succeeded', powerState: { code: 'Stopped' } } },
    'unknown',
    'Stopped',
    true,
  ],
  [
    'Azure::Microsoft.Compute/virtualMachines',
    {
      properties: {
        provisioningState: 'Succeeded',
        instanceView: {
          statuses: [{ code: 'ProvisioningState/succeeded' }, { code: 'PowerState/deallocated' }],
        },
      },
    },
    'unknown',
    'Deallocated',
    true,
  ],
  ['Mongo::Cluster', { stateName: 'IDLE' }, 'healthy', 'Idle', true],
  ['GCP::Instance', { status: 'RUNNING' }, 'healthy', 'Running', true],
  ['File', { database: { state: 'error' } }, 'unhealthy', 'Error', true],
  ['File', { name: 'shop', replicaStatus: 'active' }, 'healthy', 'Active', true],
  ['File', { state: 'humming', nested: { status: 'failed' } }, 'unhealthy', 'Failed', true],
  ['File', { state: 'humming' }, 'unknown', 'Humming', false],
  ['File', { name: 'shop' }, 'unknown', undefined, false],
  ['File', ['list'], 'unknown', undefined, false],
  ['File', 'text', 'unknown', undefined, false],
  ['', null, 'unknown', undefined, false],
])('%s %j is %s', (type, document, health, status, ready) => {
  const { message: _message, ...found } = healthOf(type, document, now)
  expect(found).toEqual({ health, status, ready })
})

test('a field that every object inherits is no state', () => {
  expect(healthOf('Kubernetes::Pod', JSON.parse('{"__proto__":{"status":"failed"}}'), now).health).toBe(
    'unknown',
  )
  expect(healthOf('constructor::toString', {}, now).status).toBeUndefined()
})

test('no document makes it fail, and every outcome is of the known ones', () => {
  const kind = constantFrom(
    'Pod',
    'Node',
    'Deployment',
    'DaemonSet',
    'Job',
    'CronJob',
    'Service',
    'Certificate',
    'Application',
    'Canary',
    'Kustomization',
  )
  const group = constantFrom(
    'v1',
    'apps/v1',
    'batch/v1',
    'cert-manager.io/v1',
    'argoproj.io/v1alpha1',
    'canaries.flanksource.com/v1',
    'x.upbound.io/v1',
  )
  const key = constantFrom(
    'phase',
    'conditions',
    'containerStatuses',
    'replicas',
    'health',
    'notAfter',
    'reason',
    'state',
    'loadBalancer',
  )
  const condition = record({
    type: constantFrom('Ready', 'Issuing', 'Available', 'Failed'),
    status: oneof(constantFrom('True', 'False'), jsonValue()),
    reason: oneof(string(), jsonValue()),
  })
  const document = record({
    apiVersion: group,
    kind,
    metadata: oneof(
      dictionary(constantFrom('creationTimestamp', 'deletionTimestamp'), string()),
      jsonValue(),
    ),
    spec: jsonValue(),
    status: oneof(dictionary(key, oneof(jsonValue(), array(condition))), jsonValue()),
  })
  const type = constantFrom(
    'Kubernetes::Pod',
    'AWS::EC2::Instance',
    'AWS::ECS::Task',
    'Azure::ClientSecret',
    'Mongo::X',
    'File',
    '',
  )
  assert(
    property(type, oneof(document, jsonValue()), (named, value) => {
      const { health, status, message } = healthOf(named, value, now)
      expect(['healthy', 'unhealthy', 'warning', 'unknown']).toContain(health)
      expect([status, message].every((text) => text === undefined || typeof text === 'string')).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})
