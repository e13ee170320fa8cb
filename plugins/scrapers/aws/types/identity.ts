import { succeed } from '@binnacle/contract/core'
import { textAt, textsAt } from '../../paths.ts'
import type { AmazonType } from './amazon-type.ts'

/** Users and roles, regions and zones, names in DNS. */
export const identity: readonly AmazonType[] = [
  {
    type: 'AWS::Region',
    keywords: ['Region', 'Account'],
    class: 'Region',
    service: 'ec2',
    isGlobal: true,
    list: { operation: 'DescribeRegions', items: 'Regions[]', input: { AllRegions: true } },
    id: 'RegionName',
    name: 'RegionName',
  },
  {
    type: 'AWS::AvailabilityZone',
    keywords: ['AvailabilityZone', 'subnet'],
    class: 'AvailabilityZone',
    service: 'ec2',
    list: { operation: 'DescribeAvailabilityZones', items: 'AvailabilityZones[]' },
    // The same name means another zone in another account.
    id: '{account}/{ZoneName}',
    aliases: ['ZoneId'],
    name: 'ZoneName',
    parents: [{ type: 'AWS::Region', at: 'RegionName' }],
  },
  {
    type: 'AWS::IAM::User',
    keywords: ['User', 'IAM'],
    class: 'User',
    service: 'iam',
    isGlobal: true,
    list: { operation: 'ListUsers', items: 'Users[]' },
    id: 'Arn',
    aliases: ['UserId', 'UserName'],
    name: 'UserName',
    createdAt: 'CreateDate',
    ignore: ['PasswordLastUsed'],
  },
  {
    type: 'AWS::IAM::Role',
    keywords: ['Roles', 'IAM'],
    class: 'Role',
    service: 'iam',
    isGlobal: true,
    list: { operation: 'ListRoles', items: 'Roles[]' },
    id: 'Arn',
    aliases: ['RoleId', 'RoleName'],
    name: 'RoleName',
    createdAt: 'CreateDate',
    ignore: ['RoleLastUsed'],
  },
  {
    type: 'AWS::IAM::InstanceProfile',
    keywords: ['Profiles', 'IAM'],
    class: 'Profile',
    service: 'iam',
    isGlobal: true,
    list: { operation: 'ListInstanceProfiles', items: 'InstanceProfiles[]' },
    id: 'Arn',
    aliases: ['InstanceProfileId', 'InstanceProfileName'],
    name: 'InstanceProfileName',
    createdAt: 'CreateDate',
    related: [{ type: 'AWS::IAM::Role', at: 'Roles[].Arn', relation: 'IAMRoleProfile', incoming: true }],
    ignore: ['Roles[].RoleLastUsed'],
  },
  {
    type: 'AWS::Route53::HostedZone',
    keywords: ['DNSZone', 'Route53'],
    class: 'DNSZone',
    service: 'route53',
    isGlobal: true,
    list: { operation: 'ListHostedZones', items: 'HostedZones[]' },
    async complete(zone, ask) {
      const id = (textAt(zone, 'Id') ?? '').replace(/^\/hostedzone\//, '')
      const records = await ask({
        operation: 'ListResourceRecordSets',
        items: 'ResourceRecordSets[]',
        input: { HostedZoneId: id },
      })
      if (!records.ok) return records
      // One line a value, as a zone file has them (RFC 1035, section 5).
      const lines = records.value.flatMap((record) => {
        const head = [textAt(record, 'Name'), textAt(record, 'TTL'), 'IN', textAt(record, 'Type')]
        const alias = textAt(record, 'AliasTarget.DNSName')
        const values = textsAt(record, 'ResourceRecords[].Value')
        return [...values, ...(alias === undefined ? [] : [`ALIAS ${alias}`])].map((value) =>
          [...head, value].filter((part) => part !== undefined).join(' '),
        )
      })
      return succeed({ ...zone, Records: lines.toSorted() })
    },
    id: 'Id',
    product: 'AmazonRoute53',
    name: 'Name',
  },
]
