import { isRecord } from '@binnacle/plugin-kit/core'
import { documentedExamples } from './documented-examples.ts'
import type { Answers } from './server.ts'

type Output = Readonly<Record<string, unknown>>

function outputOf(example: unknown): Output {
  const output = isRecord(example) ? example['output'] : undefined
  return isRecord(output) ? output : {}
}

/** Adds a member to every item of a list. */
const added =
  (list: string, member: string, value: (item: Output) => string) =>
  (output: Output): Output => {
    const items = output[list]
    return {
      ...output,
      [list]: Array.isArray(items)
        ? items.map((item: unknown) => (isRecord(item) ? { ...item, [member]: value(item) } : item))
        : items,
    }
  }

/** What old examples leave out, and every answer has today. */
const additions: Readonly<Record<string, (output: Output) => Output>> = {
  'dynamodb.DescribeTable': ({ Table }) => ({
    Table: {
      ...(isRecord(Table) ? Table : {}),
      TableArn: 'arn:aws:dynamodb:us-east-1:123456789012:table/Music',
    },
  }),
  'dynamodb.ListTables': () => ({ TableNames: ['Music'] }),
  'ecr.DescribeRepositories': added(
    'repositories',
    'repositoryUri',
    ({ repositoryName }) => `012345678910.dkr.ecr.us-west-2.amazonaws.com/${String(repositoryName)}`,
  ),
  'elasticache.DescribeCacheClusters': added(
    'CacheClusters',
    'ARN',
    ({ CacheClusterId }) => `arn:aws:elasticache:us-east-1:123456789012:cluster:${String(CacheClusterId)}`,
  ),
  // The example has none.
  'ecs.ListTaskDefinitions': () => ({
    taskDefinitionArns: ['arn:aws:ecs:us-east-1:123456789012:task-definition/hello_world:8'],
  }),
}

/** An account with what the published and documented examples have. */
export async function exampleAccount(): Promise<Answers> {
  const { href } = new URL('published-examples.json', import.meta.url)
  const module: unknown = await import(href, { with: { type: 'json' } })
  const published = isRecord(module) ? module['default'] : undefined
  const all = { ...(isRecord(published) ? published : {}), ...documentedExamples }
  return Object.fromEntries(
    Object.entries(all).map(([operation, example]) => {
      const output = outputOf(example)
      return [operation, additions[operation]?.(output) ?? output]
    }),
  )
}
