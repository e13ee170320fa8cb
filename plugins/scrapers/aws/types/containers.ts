import type { AmazonType } from './amazon-type.ts'
import { vpc } from './network.ts'

const ecsClusters = { operation: 'ListClusters', items: 'clusterArns[]', names: 'cluster' } as const
const eksClusters = { operation: 'ListClusters', items: 'clusters[]' } as const
const withTags = { include: ['TAGS'] } as const
const counts = ['runningCount', 'pendingCount'] as const

/** Clusters, what runs in them, and images. */
export const containers: readonly AmazonType[] = [
  {
    type: 'AWS::ECS::Cluster',
    keywords: ['ecs', 'ECSCluster'],
    class: 'ECSCluster',
    service: 'ecs',
    list: { operation: 'ListClusters', items: 'clusterArns[]' },
    describe: {
      operation: 'DescribeClusters',
      names: 'clusters',
      batch: 100,
      items: 'clusters[]',
      input: withTags,
    },
    id: 'clusterArn',
    aliases: ['clusterName'],
    name: 'clusterName',
    ignore: [
      'runningTasksCount',
      'pendingTasksCount',
      'registeredContainerInstancesCount',
      'activeServicesCount',
      'statistics',
    ],
  },
  {
    type: 'AWS::ECS::Service',
    keywords: ['ECSService'],
    class: 'ECSService',
    service: 'ecs',
    under: ecsClusters,
    list: { operation: 'ListServices', items: 'serviceArns[]' },
    describe: {
      operation: 'DescribeServices',
      names: 'services',
      batch: 10,
      items: 'services[]',
      input: withTags,
    },
    id: 'serviceArn',
    aliases: ['serviceName'],
    name: 'serviceName',
    createdAt: 'createdAt',
    parents: [{ type: 'AWS::ECS::Cluster', at: 'clusterArn' }],
    related: [
      {
        type: 'AWS::ECS::TaskDefinition',
        at: 'taskDefinition',
        relation: 'ECSTaskDefinitionService',
        incoming: true,
      },
      { type: 'AWS::IAM::Role', at: 'roleArn', relation: 'RoleService', incoming: true },
    ],
    // Its last hundred messages, and how far a deployment has come.
    ignore: ['events', ...counts, ...counts.map((key) => `deployments[].${key}`), 'deployments[].updatedAt'],
  },
  {
    type: 'AWS::ECS::Task',
    keywords: ['ECSTask'],
    class: 'ECSTask',
    service: 'ecs',
    under: ecsClusters,
    list: { operation: 'ListTasks', items: 'taskArns[]' },
    describe: { operation: 'DescribeTasks', names: 'tasks', batch: 100, items: 'tasks[]', input: withTags },
    id: 'taskArn',
    name: 'group',
    createdAt: 'createdAt',
    parents: [{ type: 'AWS::ECS::Cluster', at: 'clusterArn' }],
    related: [
      {
        type: 'AWS::ECS::TaskDefinition',
        at: 'taskDefinitionArn',
        relation: 'ECSTaskDefinitionTask',
        incoming: true,
      },
    ],
    ignore: ['version'],
  },
  {
    type: 'AWS::ECS::TaskDefinition',
    keywords: ['ECSTaskDefinition'],
    class: 'ECSTaskDefinition',
    service: 'ecs',
    // An account has thousands of old ones.
    isOptional: true,
    list: { operation: 'ListTaskDefinitions', items: 'taskDefinitionArns[]', input: { status: 'ACTIVE' } },
    describe: { operation: 'DescribeTaskDefinition', names: 'taskDefinition', items: 'taskDefinition' },
    id: 'taskDefinitionArn',
    name: 'family',
    createdAt: 'registeredAt',
    isTaggedElsewhere: true,
    related: [
      { type: 'AWS::IAM::Role', at: 'taskRoleArn', relation: 'RoleTaskDefinition', incoming: true },
      { type: 'AWS::IAM::Role', at: 'executionRoleArn', relation: 'RoleTaskDefinition', incoming: true },
    ],
  },
  {
    type: 'AWS::EKS::Cluster',
    keywords: ['EKS'],
    class: 'KubernetesCluster',
    service: 'eks',
    list: eksClusters,
    describe: { operation: 'DescribeCluster', names: 'name', items: 'cluster' },
    id: 'arn',
    aliases: ['name', 'endpoint'],
    product: 'AmazonEKS',
    name: 'name',
    createdAt: 'createdAt',
    parents: [vpc('resourcesVpcConfig.vpcId')],
    related: [
      {
        type: 'AWS::EC2::Subnet',
        at: 'resourcesVpcConfig.subnetIds[]',
        relation: 'SubnetEKS',
        incoming: true,
      },
      {
        type: 'AWS::EC2::SecurityGroup',
        at: 'resourcesVpcConfig.securityGroupIds[]',
        relation: 'SecurityGroupEKS',
        incoming: true,
      },
      { type: 'AWS::IAM::Role', at: 'roleArn', relation: 'RoleEKS', incoming: true },
    ],
  },
  {
    type: 'AWS::EKS::FargateProfile',
    keywords: ['FargateProfile', 'EKS'],
    class: 'FargateProfile',
    service: 'eks',
    under: { ...eksClusters, names: 'clusterName' },
    list: { operation: 'ListFargateProfiles', items: 'fargateProfileNames[]' },
    describe: { operation: 'DescribeFargateProfile', names: 'fargateProfileName', items: 'fargateProfile' },
    id: 'fargateProfileArn',
    name: 'fargateProfileName',
    createdAt: 'createdAt',
    // A cluster has its name as another id.
    parents: [{ type: 'AWS::EKS::Cluster', at: 'clusterName' }],
    related: [
      { type: 'AWS::EC2::Subnet', at: 'subnets[]', relation: 'SubnetFargateProfile', incoming: true },
    ],
  },
  {
    type: 'AWS::ECR::Repository',
    keywords: ['ECR'],
    class: 'ContainerRegistry',
    service: 'ecr',
    list: { operation: 'DescribeRepositories', items: 'repositories[]' },
    id: 'repositoryUri',
    arn: 'repositoryArn',
    product: 'AmazonECR',
    name: 'repositoryName',
    createdAt: 'createdAt',
    isTaggedElsewhere: true,
  },
]
