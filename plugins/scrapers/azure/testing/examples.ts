// Resources as the published specifications of Azure show them.

import type { AzureType } from '../types.ts'

export const SUBSCRIPTION_ID = '00000000-0000-0000-0000-000000000000'
const specifications = 'https://github.com/Azure/azure-rest-api-specs/blob/main/specification'
const group = `/subscriptions/${SUBSCRIPTION_ID}/resourceGroups/rg1`

type Resource = Readonly<Record<string, unknown>>

/** Examples by type: where they are published, shortened to the fields that a test reads. */
export const examples: Readonly<Record<string, { source: string; resources: readonly Resource[] }>> = {
  'Microsoft.ContainerService/managedClusters': {
    source: `${specifications}/containerservice/resource-manager/Microsoft.ContainerService/aks/stable/2024-05-01/examples/ManagedClustersList.json`,
    resources: [
      {
        id: `/subscriptions/${SUBSCRIPTION_ID}/resourcegroups/rg1/providers/Microsoft.ContainerService/managedClusters/clustername1`,
        location: 'location1',
        name: 'clustername1',
        tags: { archv2: '', tier: 'production' },
        type: 'Microsoft.ContainerService/ManagedClusters',
        properties: {
          provisioningState: 'Succeeded',
          kubernetesVersion: '1.9.6',
          fqdn: 'dnsprefix1-abcd1234.hcp.eastus.azmk8s.io',
          agentPoolProfiles: [{ name: 'nodepool1', count: 3, vmSize: 'Standard_DS1_v2', etag: '5e5ffdce' }],
          nodeResourceGroup: 'MC_rg1_clustername1_location1',
          diskEncryptionSetID: `/subscriptions/${SUBSCRIPTION_ID}/resourcegroups/rg1/providers/Microsoft.Compute/diskEncryptionSets/des`,
        },
      },
    ],
  },
  'Microsoft.Compute/virtualMachines': {
    source: `${specifications}/compute/resource-manager/Microsoft.Compute/ComputeRP/stable/2024-07-01/examples/virtualMachineExamples/VirtualMachine_ListAll_MaximumSet_Gen.json`,
    resources: ['myVM', 'otherVM'].map((name) => ({
      id: `${group}/providers/Microsoft.Compute/virtualMachines/${name}`,
      name,
      type: 'Microsoft.Compute/virtualMachines',
      location: 'eastus',
      etag: '"1"',
      properties: {
        vmId: `5c0d55a7-c407-4ed6-bf7d-${name === 'myVM' ? 'ddb810267c85' : 'ddb810267c86'}`,
        provisioningState: 'Succeeded',
        timeCreated: '2021-06-27T01:02:38.3138469+00:00',
        storageProfile: {
          osDisk: {
            name: 'myOsDisk',
            managedDisk: { id: `${group}/providers/Microsoft.Compute/disks/myOsDisk` },
          },
        },
        networkProfile: {
          networkInterfaces: [{ id: `${group}/providers/Microsoft.Network/networkInterfaces/myNic` }],
        },
      },
    })),
  },
}

/** What a list with `statusOnly` has ("Virtual Machines - List All"). */
export const machineStates: readonly Resource[] = ['myVM', 'otherVM'].map((name) => ({
  id: `${group.toUpperCase()}/providers/Microsoft.Compute/virtualMachines/${name.toUpperCase()}`,
  name,
  properties: {
    instanceView: {
      vmAgent: { statuses: [{ code: 'ProvisioningState/succeeded', time: '2021-06-27T01:02:38Z' }] },
      statuses: [
        { code: 'ProvisioningState/succeeded', time: '2021-06-27T01:02:38Z' },
        { code: name === 'myVM' ? 'PowerState/running' : 'PowerState/deallocated', level: 'Info' },
      ],
    },
  },
}))

/**
 * A resource with the fields that every one has (`TrackedResource` of
 * specification/common-types/resource-management/v3/types.json).
 */
export function resourceOf({ type, under }: Pick<AzureType, 'type' | 'under'>): Resource {
  const last = type.split('/').at(-1) ?? ''
  const place = under === undefined ? `providers/${type}` : `providers/${under}/example/${last}`
  return {
    id: `${group}/${place}/example`,
    name: 'example',
    type,
    location: 'westeurope',
    tags: { team: 'shop' },
    etag: 'W/"5e5ffdce"',
    systemData: { createdAt: '2020-02-03T01:01:01.1075056Z', createdByType: 'User' },
    properties: { provisioningState: 'Succeeded' },
  }
}

/** "Subscriptions - List" and "Resource Groups - List" of the REST reference. */
export const subscription = {
  id: `/subscriptions/${SUBSCRIPTION_ID}`,
  subscriptionId: SUBSCRIPTION_ID,
  displayName: 'Example Subscription',
  tenantId: '3f0c8d9e-0000-4000-8000-000000000002',
  state: 'Enabled',
  subscriptionPolicies: { spendingLimit: 'Off' },
}
export const resourceGroup = {
  id: group,
  name: 'rg1',
  type: 'Microsoft.Resources/resourceGroups',
  location: 'westus',
  tags: { team: 'shop' },
  properties: { provisioningState: 'Succeeded' },
}

const activity = {
  // specification/monitor/resource-manager/Microsoft.Insights/stable/2015-04-01/examples/GetActivityLogsFiltered.json
  caller: 'admin@contoso.com',
  claims: { name: 'John Smith' },
  correlationId: '1e121103-0ba6-4300-ac9d-952bb5d0c80f',
  eventDataId: '44ade6b4-3813-45e6-ae27-7420a95fa2f8',
  level: 'Informational',
  operationName: {
    value: 'Microsoft.Compute/virtualMachines/write',
    localizedValue: 'Create or Update Virtual Machine',
  },
  resourceId: `${group}/providers/Microsoft.Compute/virtualMachines/myVM`,
  status: { value: 'Started', localizedValue: 'Started' },
  eventTimestamp: '2015-01-21T22:14:26.9792776Z',
}

/** Two events of one operation, and one of another. */
export const activities: readonly Resource[] = [
  {
    ...activity,
    eventDataId: 'b',
    level: 'Error',
    status: { value: 'Failed', localizedValue: 'Failed' },
    eventTimestamp: '2015-01-21T22:15:26Z',
  },
  activity,
  {
    ...activity,
    correlationId: 'c',
    operationName: {
      value: 'Microsoft.Storage/storageAccounts/listKeys/action',
      localizedValue: 'List Keys',
    },
  },
]

/** specification/advisor/resource-manager/Microsoft.Advisor/stable/2023-01-01/examples/ListRecommendations.json */
export const advice: readonly Resource[] = [
  {
    id: '/resourceUri/providers/Microsoft.Advisor/recommendations/607D4130-212F-4B6A-A5D0-C526F91ADCE7',
    name: 'recGUID1',
    type: 'Microsoft.Advisor/recommendations',
    properties: {
      category: 'HighAvailability',
      impact: 'Medium',
      impactedField: 'Microsoft.Compute/availabilitySets',
      shortDescription: {
        problem: 'To ensure high availability add one or more virtual machines to this availability set',
      },
      resourceMetadata: {
        resourceId: `${group}/providers/Microsoft.Compute/availabilitysets/abc`,
      },
    },
  },
]
