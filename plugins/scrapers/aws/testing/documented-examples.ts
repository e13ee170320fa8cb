// Answers as the documentation of Amazon shows them, where the published models bring no example. Ids and accounts are those of
// the documents, shortened to the fields that a test reads.

const api = 'https://docs.aws.amazon.com'

/** By service and operation: where the documentation shows the answer, and what it has. */
export const documentedExamples: Readonly<
  Record<string, { source: string; output: Readonly<Record<string, unknown>> }>
> = {
  'ec2.DescribeInstances': {
    source: `${api}/AWSEC2/latest/APIReference/API_DescribeInstances.html`,
    output: {
      Reservations: [
        {
          ReservationId: 'r-1234567890abcdef0',
          OwnerId: '123456789012',
          Instances: [
            {
              InstanceId: 'i-1234567890abcdef0',
              ImageId: 'ami-bff32ccc',
              InstanceType: 't2.micro',
              LaunchTime: '2018-05-08T16:46:19.000Z',
              PrivateDnsName: 'ip-192-168-1-88.eu-west-1.compute.internal',
              State: { Code: 16, Name: 'running' },
              Monitoring: { State: 'disabled' },
              SourceDestCheck: true,
              SubnetId: 'subnet-56f5f633',
              VpcId: 'vpc-11112222',
              IamInstanceProfile: {
                Arn: 'arn:aws:iam::123456789012:instance-profile/example-dev-role',
                Id: 'AIPAIXEU4NUHUPEXAMPLE',
              },
              SecurityGroups: [{ GroupId: 'sg-903004f8', GroupName: 'MySecurityGroup' }],
              BlockDeviceMappings: [
                {
                  DeviceName: '/dev/xvda',
                  Ebs: { VolumeId: 'vol-1234567890abcdef0', Status: 'attached', DeleteOnTermination: true },
                },
              ],
              Tags: [
                { Key: 'Name', Value: 'Server_1' },
                {
                  Key: 'aws:cloudformation:stack-id',
                  Value: 'arn:aws:cloudformation:us-west-2:123456789012:stack/myteststack/a69442d0',
                },
              ],
            },
            {
              InstanceId: 'i-0598c7d356eba48d7',
              InstanceType: 't2.micro',
              LaunchTime: '2018-05-08T16:46:19.000Z',
              State: { Code: 80, Name: 'stopped' },
            },
          ],
        },
      ],
    },
  },
  'ec2.DescribeRegions': {
    source: `${api}/AWSEC2/latest/APIReference/API_DescribeRegions.html`,
    output: {
      Regions: [
        {
          RegionName: 'us-east-1',
          Endpoint: 'ec2.us-east-1.amazonaws.com',
          OptInStatus: 'opt-in-not-required',
        },
        {
          RegionName: 'eu-west-1',
          Endpoint: 'ec2.eu-west-1.amazonaws.com',
          OptInStatus: 'opt-in-not-required',
        },
      ],
    },
  },
  'ec2.DescribeSecurityGroups': {
    source: `${api}/cli/latest/reference/ec2/describe-security-groups.html`,
    output: {
      SecurityGroups: [
        {
          GroupId: 'sg-903004f8',
          GroupName: 'MySecurityGroup',
          Description: 'My security group',
          OwnerId: '123456789012',
          VpcId: 'vpc-1a2b3c4d',
          IpPermissions: [
            { IpProtocol: '-1', UserIdGroupPairs: [{ UserId: '123456789012', GroupId: 'sg-903004f8' }] },
            { IpProtocol: 'tcp', FromPort: 22, ToPort: 22, IpRanges: [{ CidrIp: '203.0.113.0/24' }] },
          ],
          IpPermissionsEgress: [{ IpProtocol: '-1', IpRanges: [{ CidrIp: '0.0.0.0/0' }] }],
          Tags: [{ Key: 'Name', Value: 'SG1' }],
        },
      ],
    },
  },
  'eks.ListFargateProfiles': {
    source: `${api}/eks/latest/APIReference/API_ListFargateProfiles.html`,
    output: { fargateProfileNames: ['default'] },
  },
  'eks.DescribeFargateProfile': {
    source: `${api}/eks/latest/APIReference/API_DescribeFargateProfile.html`,
    output: {
      fargateProfile: {
        fargateProfileName: 'default',
        fargateProfileArn: 'arn:aws:eks:us-west-2:012345678910:fargateprofile/devel/default/1ab2',
        clusterName: 'devel',
        createdAt: '2020-04-01T22:27:45.158Z',
        podExecutionRoleArn: 'arn:aws:iam::012345678910:role/AmazonEKSFargatePodExecutionRole',
        subnets: ['subnet-6782e71e'],
        selectors: [{ namespace: 'default' }],
        status: 'ACTIVE',
      },
    },
  },
  'iam.ListRoles': {
    source: `${api}/cli/latest/reference/iam/list-roles.html`,
    output: {
      Roles: [
        {
          Path: '/',
          RoleName: 'ExampleRole',
          RoleId: 'AIDACKCEVSQ6C2EXAMPLE',
          Arn: 'arn:aws:iam::123456789012:role/ExampleRole',
          CreateDate: '2013-05-11T00:02:27Z',
          AssumeRolePolicyDocument: '%7B%22Version%22%3A%222012-10-17%22%7D',
        },
        {
          Path: '/',
          RoleName: 'Test-Role',
          RoleId: 'AIDGPMS9RO4H3FEXAMPLE',
          Arn: 'arn:aws:iam::123456789012:role/Test-Role',
          CreateDate: '2013-04-18T05:01:58Z',
        },
      ],
    },
  },
  'iam.ListInstanceProfiles': {
    source: `${api}/cli/latest/reference/iam/list-instance-profiles.html`,
    output: {
      InstanceProfiles: [
        {
          Path: '/',
          InstanceProfileName: 'example-dev-role',
          InstanceProfileId: 'AIPAIXEU4NUHUPEXAMPLE',
          Arn: 'arn:aws:iam::123456789012:instance-profile/example-dev-role',
          CreateDate: '2023-09-21T18:17:41+00:00',
          Roles: [
            {
              Path: '/',
              RoleName: 'example-dev-role',
              RoleId: 'AROAJ52OTH4H7LEXAMPLE',
              Arn: 'arn:aws:iam::123456789012:role/example-dev-role',
              CreateDate: '2023-09-21T18:17:40+00:00',
            },
          ],
        },
      ],
    },
  },
  'route53.ListHostedZones': {
    source: `${api}/Route53/latest/APIReference/API_ListHostedZones.html`,
    output: {
      HostedZones: [
        {
          Id: '/hostedzone/Z222222VVVVVVV',
          Name: 'example2.com.',
          CallerReference: 'MyUniqueIdentifier2',
          Config: { Comment: 'This is my second hosted zone.', PrivateZone: false },
          ResourceRecordSetCount: 17,
        },
      ],
    },
  },
  'route53.ListResourceRecordSets': {
    source: `${api}/Route53/latest/APIReference/API_ListResourceRecordSets.html`,
    output: {
      ResourceRecordSets: [
        {
          Name: 'example.com.',
          Type: 'SOA',
          TTL: 900,
          ResourceRecords: [
            { Value: 'ns-2048.awsdns-64.net. hostmaster.awsdns.com. 1 7200 900 1209600 86400' },
          ],
        },
        {
          Name: 'www.example.com.',
          Type: 'A',
          AliasTarget: {
            HostedZoneId: 'Z3DZXE0Q79N41H',
            DNSName: 'lb.example.com.',
            EvaluateTargetHealth: false,
          },
        },
      ],
      IsTruncated: false,
      MaxItems: '100',
    },
  },
  's3.ListBuckets': {
    source: `${api}/AmazonS3/latest/API/API_ListBuckets.html`,
    output: {
      Buckets: [
        { Name: 'amzn-s3-demo-bucket', CreationDate: '2019-12-11T23:32:47+00:00', BucketRegion: 'us-east-2' },
        {
          Name: 'amzn-s3-demo-bucket1',
          CreationDate: '2019-11-10T23:32:13+00:00',
          BucketRegion: 'us-east-2',
        },
      ],
      Owner: { ID: 'AIDACKCEVSQ6C2EXAMPLE' },
    },
  },
  'rds.DescribeDBInstances': {
    source: `${api}/AmazonRDS/latest/APIReference/API_DescribeDBInstances.html`,
    output: {
      DBInstances: [
        {
          DBInstanceIdentifier: 'mysqlexampledb',
          DBInstanceArn: 'arn:aws:rds:us-west-2:123456789012:db:mysqlexampledb',
          DbiResourceId: 'db-AKIAIOSFODNN7EXAMPLE',
          DBInstanceClass: 'db.t3.medium',
          Engine: 'mysql',
          DBInstanceStatus: 'available',
          MasterUsername: 'myawsuser',
          Endpoint: { Address: 'mysqlexampledb.c6c1rntzufv0.us-west-2.rds.amazonaws.com', Port: 3306 },
          AllocatedStorage: 5,
          InstanceCreateTime: '2014-01-29T22:58:24.231Z',
          LatestRestorableTime: '2014-04-21T17:00:00Z',
          MultiAZ: false,
          VpcSecurityGroups: [{ VpcSecurityGroupId: 'sg-903004f8', Status: 'active' }],
          DBSubnetGroup: {
            DBSubnetGroupName: 'default',
            VpcId: 'vpc-1a2b3c4d',
            SubnetGroupStatus: 'Complete',
          },
          TagList: [{ Key: 'team', Value: 'shop' }],
        },
      ],
    },
  },
  'rds.DescribeDBClusters': {
    source: `${api}/cli/latest/reference/rds/describe-db-clusters.html`,
    output: {
      DBClusters: [
        {
          DBClusterIdentifier: 'mydbcluster',
          DBClusterArn: 'arn:aws:rds:us-east-1:123456789012:cluster:mydbcluster',
          DbClusterResourceId: 'cluster-AKIAIOSFODNN7EXAMPLE',
          Status: 'available',
          Engine: 'aurora-mysql',
          EngineVersion: '5.7.mysql_aurora.2.04.2',
          ClusterCreateTime: '2019-04-15T14:18:42.785Z',
          EarliestRestorableTime: '2019-06-19T09:16:28.210Z',
          LatestRestorableTime: '2019-06-20T22:38:14.908Z',
          AvailabilityZones: ['us-east-1a', 'us-east-1b', 'us-east-1e'],
          VpcSecurityGroups: [{ VpcSecurityGroupId: 'sg-0b9130572daf3dc16', Status: 'active' }],
        },
      ],
    },
  },
  'sns.ListTopics': {
    source: `${api}/sns/latest/api/API_ListTopics.html`,
    output: { Topics: [{ TopicArn: 'arn:aws:sns:us-west-2:123456789012:my-topic' }] },
  },
  'sns.GetTopicAttributes': {
    source: `${api}/cli/latest/reference/sns/get-topic-attributes.html`,
    output: {
      Attributes: {
        TopicArn: 'arn:aws:sns:us-west-2:123456789012:my-topic',
        DisplayName: 'my-topic',
        Owner: '123456789012',
        SubscriptionsConfirmed: '1',
        SubscriptionsPending: '0',
        SubscriptionsDeleted: '0',
      },
    },
  },
  'sqs.ListQueues': {
    source: `${api}/AWSSimpleQueueService/latest/APIReference/API_ListQueues.html`,
    output: { QueueUrls: ['https://sqs.us-east-1.amazonaws.com/177715257436/MyQueue'] },
  },
  'sqs.GetQueueAttributes': {
    source: `${api}/AWSSimpleQueueService/latest/APIReference/API_GetQueueAttributes.html`,
    output: {
      Attributes: {
        QueueArn: 'arn:aws:sqs:us-east-1:177715257436:MyQueue',
        ApproximateNumberOfMessages: '0',
        ApproximateNumberOfMessagesDelayed: '0',
        ApproximateNumberOfMessagesNotVisible: '0',
        CreatedTimestamp: '1676665337',
        DelaySeconds: '0',
        MaximumMessageSize: '262144',
        VisibilityTimeout: '30',
      },
    },
  },
  'cloudformation.DescribeStacks': {
    source: `${api}/cli/latest/reference/cloudformation/describe-stacks.html`,
    output: {
      Stacks: [
        {
          StackId:
            'arn:aws:cloudformation:us-west-2:803981987763:stack/myteststack/a69442d0-0b8f-11e3-8b8a-500150b352e0',
          StackName: 'myteststack',
          CreationTime: '2013-08-23T01:02:15.422Z',
          StackStatus: 'CREATE_COMPLETE',
          DisableRollback: false,
          Outputs: [{ OutputKey: 'BucketName', OutputValue: 'myteststack-s3bucket-jssofi1zie2w' }],
          Tags: [],
        },
      ],
    },
  },
  'resourcegroupstaggingapi.GetResources': {
    source: `${api}/resourcegroupstagging/latest/APIReference/API_GetResources.html`,
    output: {
      PaginationToken: '',
      ResourceTagMappingList: [
        { ResourceARN: 'arn:aws:s3:::amzn-s3-demo-bucket', Tags: [{ Key: 'team', Value: 'shop' }] },
        {
          ResourceARN: 'arn:aws:lambda:us-west-2:123456789012:function:helloworld',
          Tags: [{ Key: 'team', Value: 'web' }],
        },
      ],
    },
  },
  'cloudtrail.LookupEvents': {
    source: `${api}/cli/latest/reference/cloudtrail/lookup-events.html`,
    output: {
      Events: [
        {
          EventId: '654ccbc0-ba0d-486a-9076-dbf7274677a7',
          EventName: 'ConsoleLogin',
          ReadOnly: 'false',
          Username: 'my-session-name',
          EventTime: '2021-11-18T09:41:02-08:00',
          Resources: [],
          CloudTrailEvent: '{"eventVersion":"1.02"}',
        },
        {
          EventId: '0d0c4e1a-8f4e-4f67-9f3e-0d6a0d3b7b0a',
          EventName: 'AssumeRole',
          EventTime: '2021-11-18T09:41:02-08:00',
          Resources: [{ ResourceType: 'AWS::IAM::Role', ResourceName: 'ExampleRole' }],
          CloudTrailEvent: '{}',
        },
        {
          EventId: 'f5ac4b5a-7d0b-4b7a-8a1c-0a1b2c3d4e5f',
          EventName: 'AttachVolume',
          EventTime: '2021-11-18T09:30:00-08:00',
          Resources: [
            { ResourceType: 'AWS::EC2::Volume', ResourceName: 'vol-049df61146c4d7901' },
            { ResourceType: 'AWS::EC2::Instance', ResourceName: 'i-1234567890abcdef0' },
            { ResourceType: 'AWS::Unheard::Of', ResourceName: 'x' },
          ],
          CloudTrailEvent:
            '{"eventVersion":"1.02","userIdentity":{"type":"AssumedRole","sessionContext":{"sessionIssuer":{"userName":"my-role"}}},"errorCode":"Client.IncorrectState"}',
        },
      ],
    },
  },
  'config.DescribeComplianceByConfigRule': {
    source: `${api}/cli/latest/reference/configservice/describe-compliance-by-config-rule.html`,
    output: {
      ComplianceByConfigRules: [
        { ConfigRuleName: 'InstanceTypesAreT2micro', Compliance: { ComplianceType: 'NON_COMPLIANT' } },
      ],
    },
  },
  'config.GetComplianceDetailsByConfigRule': {
    source: `${api}/cli/latest/reference/configservice/get-compliance-details-by-config-rule.html`,
    output: {
      EvaluationResults: ['i-1a2b3c4d', 'i-2a2b3c4d'].map((ResourceId) => ({
        EvaluationResultIdentifier: {
          OrderingTimestamp: 1_450_314_635.065,
          EvaluationResultQualifier: {
            ResourceType: 'AWS::EC2::Instance',
            ResourceId,
            ConfigRuleName: 'InstanceTypesAreT2micro',
          },
        },
        ResultRecordedTime: 1_450_314_645.261,
        ConfigRuleInvokedTime: 1_450_314_642.948,
        ComplianceType: 'NON_COMPLIANT',
      })),
    },
  },
}
