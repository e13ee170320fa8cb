/**
 * Changes that delete the item that they happen to, by its type. Only these and rules of specs delete: a name that begins
 * with Delete or Remove often deletes only a part.
 */
const deleting: ReadonlyMap<string, readonly string[]> = new Map([
  ['AWS::EC2::Instance', ['TerminateInstances']],
  ['AWS::EC2::Volume', ['DeleteVolume']],
  ['AWS::EBS::Volume', ['DeleteVolume']],
  ['AWS::EC2::VPC', ['DeleteVpc']],
  ['AWS::EC2::Subnet', ['DeleteSubnet']],
  ['AWS::EC2::SecurityGroup', ['DeleteSecurityGroup']],
  ['AWS::EC2::RouteTable', ['DeleteRouteTable']],
  ['AWS::S3::Bucket', ['DeleteBucket']],
  ['AWS::Lambda::Function', ['DeleteFunction20150331', 'DeleteFunction']],
  ['AWS::RDS::DBInstance', ['DeleteDBInstance']],
  ['AWS::EKS::Cluster', ['DeleteCluster']],
  ['AWS::ECS::Cluster', ['DeleteCluster']],
  ['AWS::ECS::Service', ['DeleteService']],
  ['AWS::IAM::Role', ['DeleteRole']],
  ['AWS::IAM::User', ['DeleteUser']],
  ['AWS::IAM::InstanceProfile', ['DeleteInstanceProfile']],
  ['AWS::SNS::Topic', ['DeleteTopic']],
  ['AWS::SQS::Queue', ['DeleteQueue']],
  ['AWS::ECR::Repository', ['DeleteRepository']],
  ['AWS::EFS::FileSystem', ['DeleteFileSystem']],
  ['AWS::ElasticLoadBalancing::LoadBalancer', ['DeleteLoadBalancer']],
  ['AWS::ElasticLoadBalancingV2::LoadBalancer', ['DeleteLoadBalancer']],
  ['AWS::CloudFormation::Stack', ['DeleteStack']],
  ['AWS::ElastiCache::CacheCluster', ['DeleteCacheCluster']],
  ['AWS::Route53::HostedZone', ['DeleteHostedZone']],
])

/** Whether a change of this type deletes an item of that type. */
export function deletesItem(itemType: string | undefined, changeType: string): boolean {
  return itemType !== undefined && deleting.get(itemType)?.includes(changeType) === true
}
