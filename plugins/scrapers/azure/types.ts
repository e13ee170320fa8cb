/** A type of Azure Resource Manager, and where its resources are listed. */
export interface AzureType {
  /** Provider and name, such as `Microsoft.Compute/virtualMachines`. The catalog puts `Azure::` before it. */
  type: string
  /** Words for it in `include` and `exclude`, besides its name. */
  keywords: readonly string[]
  class: string
  /** Version of the API of its list. */
  version: string
  /** Type whose resources contain it: it is listed once for each. */
  under?: string
  /** Whether the list must be read a second time to know which machines run. */
  hasStatus?: true
  /** Paths of ids of what a resource has to do with; what they are to each other. */
  related?: readonly { at: string; relation: string; incoming?: true }[]
  /** Paths of what changes by itself, which is not stored. */
  ignore?: readonly string[]
}

const network = '2023-09-01'
const compute = '2024-07-01'
const disks = '2023-10-02'
const web = '2022-03-01'

const subnetOf = {
  at: 'properties.ipConfigurations[].properties.subnet.id',
  relation: 'SubnetResource',
  incoming: true,
} as const

/** Every type that is read, containers before what is in them. */
export const azureTypes: readonly AzureType[] = [
  {
    type: 'Microsoft.Network/virtualNetworks',
    keywords: ['virtualNetworks', 'VNet'],
    class: 'VPC',
    version: network,
    related: [
      {
        at: 'properties.virtualNetworkPeerings[].properties.remoteVirtualNetwork.id',
        relation: 'VNetPeering',
      },
    ],
  },
  {
    type: 'Microsoft.Network/networkSecurityGroups',
    keywords: ['networkSecurityGroups', 'NSG'],
    class: 'SecurityGroup',
    version: network,
    related: [{ at: 'properties.networkInterfaces[].id', relation: 'SecurityGroupInterface' }],
  },
  {
    type: 'Microsoft.Network/networkInterfaces',
    keywords: ['networkInterfaces'],
    class: 'NetworkInterface',
    version: network,
    related: [subnetOf],
  },
  {
    type: 'Microsoft.Network/publicIPAddresses',
    keywords: ['publicIPAddresses', 'PublicIP'],
    class: 'PublicIP',
    version: network,
    related: [{ at: 'properties.ipConfiguration.id', relation: 'PublicIPConfiguration' }],
  },
  { type: 'Microsoft.Network/routeTables', keywords: ['routeTables'], class: 'Route', version: network },
  { type: 'Microsoft.Network/natGateways', keywords: ['natGateways'], class: 'Gateway', version: network },
  {
    type: 'Microsoft.Network/loadBalancers',
    keywords: ['loadBalancers', 'LoadBalancer'],
    class: 'LoadBalancer',
    version: network,
    related: [
      {
        at: 'properties.frontendIPConfigurations[].properties.publicIPAddress.id',
        relation: 'LoadBalancerPublicIP',
      },
    ],
  },
  {
    type: 'Microsoft.Network/applicationGateways',
    keywords: ['applicationGateways'],
    class: 'LoadBalancer',
    version: network,
  },
  {
    type: 'Microsoft.Network/azureFirewalls',
    keywords: ['azureFirewalls', 'Firewall'],
    class: 'Firewall',
    version: network,
  },
  {
    type: 'Microsoft.Network/privateEndpoints',
    keywords: ['privateEndpoints'],
    class: 'Endpoint',
    version: network,
  },
  {
    type: 'Microsoft.Network/dnsZones',
    keywords: ['dnsZones', 'DNS'],
    class: 'DNSZone',
    version: '2018-05-01',
    ignore: ['properties.numberOfRecordSets'],
  },
  {
    type: 'Microsoft.Network/privateDnsZones',
    keywords: ['privateDnsZones', 'DNS'],
    class: 'DNSZone',
    version: '2020-06-01',
    ignore: ['properties.numberOfRecordSets', 'properties.numberOfVirtualNetworkLinks'],
  },
  {
    type: 'Microsoft.Network/trafficManagerProfiles',
    keywords: ['trafficManagerProfiles', 'TrafficManager'],
    class: 'LoadBalancer',
    version: '2022-04-01',
  },
  {
    type: 'Microsoft.Compute/virtualMachines',
    keywords: ['virtualMachines', 'VM'],
    class: 'VirtualMachine',
    version: compute,
    hasStatus: true,
    related: [
      { at: 'properties.storageProfile.osDisk.managedDisk.id', relation: 'VirtualMachineDisk' },
      { at: 'properties.storageProfile.dataDisks[].managedDisk.id', relation: 'VirtualMachineDisk' },
      { at: 'properties.networkProfile.networkInterfaces[].id', relation: 'VirtualMachineInterface' },
      { at: 'properties.availabilitySet.id', relation: 'AvailabilitySetVirtualMachine', incoming: true },
      { at: 'properties.virtualMachineScaleSet.id', relation: 'ScaleSetVirtualMachine', incoming: true },
    ],
  },
  {
    type: 'Microsoft.Compute/virtualMachineScaleSets',
    keywords: ['virtualMachineScaleSets', 'VMSS'],
    class: 'NodeGroup',
    version: compute,
  },
  {
    type: 'Microsoft.Compute/virtualMachineScaleSets/virtualMachines',
    keywords: ['scaleSetVirtualMachines', 'VMSS'],
    class: 'VirtualMachine',
    version: compute,
    under: 'Microsoft.Compute/virtualMachineScaleSets',
    ignore: ['properties.latestModelApplied'],
  },
  {
    type: 'Microsoft.Compute/disks',
    keywords: ['disks'],
    class: 'DiskStorage',
    version: disks,
    ignore: ['properties.LastOwnershipUpdateTime'],
  },
  { type: 'Microsoft.Compute/snapshots', keywords: ['snapshots'], class: 'Snapshot', version: disks },
  {
    type: 'Microsoft.Compute/availabilitySets',
    keywords: ['availabilitySets'],
    class: 'AvailabilitySet',
    version: compute,
  },
  {
    type: 'Microsoft.ContainerService/managedClusters',
    keywords: ['managedClusters', 'AKS'],
    class: 'KubernetesCluster',
    version: '2024-05-01',
    related: [
      { at: 'properties.agentPoolProfiles[].vnetSubnetID', relation: 'SubnetCluster', incoming: true },
      { at: 'properties.diskEncryptionSetID', relation: 'DiskEncryptionSetCluster', incoming: true },
    ],
  },
  {
    type: 'Microsoft.ContainerRegistry/registries',
    keywords: ['registries', 'ContainerRegistry'],
    class: 'ContainerRegistry',
    version: '2023-07-01',
  },
  {
    type: 'Microsoft.ContainerInstance/containerGroups',
    keywords: ['containerGroups'],
    class: 'ContainerGroup',
    version: '2023-05-01',
  },
  {
    type: 'Microsoft.App/containerApps',
    keywords: ['containerApps'],
    class: 'ContainerApp',
    version: '2024-03-01',
    related: [{ at: 'properties.managedEnvironmentId', relation: 'EnvironmentApp', incoming: true }],
  },
  {
    type: 'Microsoft.Storage/storageAccounts',
    keywords: ['storageAccounts', 'Storage'],
    class: 'ObjectStorage',
    version: '2023-01-01',
  },
  {
    type: 'Microsoft.Sql/servers',
    keywords: ['servers', 'Database'],
    class: 'RelationalDatabase',
    version: '2021-11-01',
  },
  {
    type: 'Microsoft.Sql/servers/databases',
    keywords: ['databases', 'Database'],
    class: 'Database',
    version: '2021-11-01',
    under: 'Microsoft.Sql/servers',
    ignore: ['properties.earliestRestoreDate', 'properties.resumedDate', 'properties.pausedDate'],
  },
  {
    type: 'Microsoft.DBforPostgreSQL/flexibleServers',
    keywords: ['PostgreSQL', 'Database'],
    class: 'RelationalDatabase',
    version: '2022-12-01',
    ignore: ['properties.backup.earliestRestoreDate'],
  },
  {
    type: 'Microsoft.DBforMySQL/flexibleServers',
    keywords: ['MySQL', 'Database'],
    class: 'RelationalDatabase',
    version: '2021-05-01',
    ignore: ['properties.backup.earliestRestoreDate'],
  },
  {
    type: 'Microsoft.DocumentDB/databaseAccounts',
    keywords: ['CosmosDB', 'Database'],
    class: 'Database',
    version: '2023-11-15',
  },
  { type: 'Microsoft.Cache/redis', keywords: ['Redis'], class: 'Cache', version: '2023-08-01' },
  {
    type: 'Microsoft.Web/serverfarms',
    keywords: ['serverfarms', 'AppServicePlan'],
    class: 'AppServicePlan',
    version: web,
  },
  {
    type: 'Microsoft.Web/sites',
    keywords: ['sites', 'AppService', 'WebApp'],
    class: 'WebApp',
    version: web,
    related: [{ at: 'properties.serverFarmId', relation: 'PlanSite', incoming: true }],
    ignore: ['properties.lastModifiedTimeUtc'],
  },
  {
    type: 'Microsoft.KeyVault/vaults',
    keywords: ['vaults', 'KeyVault'],
    class: 'KeyVault',
    version: '2022-07-01',
  },
  {
    type: 'Microsoft.ServiceBus/namespaces',
    keywords: ['ServiceBus'],
    class: 'Queue',
    version: '2021-11-01',
  },
  { type: 'Microsoft.EventHub/namespaces', keywords: ['EventHub'], class: 'Queue', version: '2021-11-01' },
  {
    type: 'Microsoft.OperationalInsights/workspaces',
    keywords: ['LogAnalytics'],
    class: 'LogWorkspace',
    version: '2022-10-01',
    ignore: [
      'properties.workspaceCapping.quotaNextResetTime',
      'properties.workspaceCapping.dataIngestionStatus',
    ],
  },
  {
    type: 'Microsoft.ManagedIdentity/userAssignedIdentities',
    keywords: ['userAssignedIdentities', 'Identity'],
    class: 'ServiceAccount',
    version: '2023-01-31',
  },
]

/** Type of a resource group and of a subscription; the list of groups is another one. */
export const GROUP = 'Microsoft.Resources/resourceGroups'
export const SUBSCRIPTION = 'Microsoft.Resources/subscriptions'
