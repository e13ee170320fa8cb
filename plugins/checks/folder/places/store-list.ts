import { fail, type Result, succeed } from '@binnacle/contract/core'
import { readXml } from '../../s3/client.ts'
import { z } from 'zod'

// The parts of the answer of ListObjectsV2 that are used (Amazon S3's "API reference").
const object = z.object({ Key: z.string(), Size: z.coerce.number(), LastModified: z.coerce.date() })
const listShape = z.object({
  ListBucketResult: z.object({
    Contents: z.array(object).default([]),
    IsTruncated: z.string().default('false'),
    NextContinuationToken: z.string().optional(),
  }),
})
/** A store gives a thousand at a time; one that gives more is none, or means to take time. */
const MOST_OBJECTS = 10_000

/** One page of the objects of a bucket. */
export type ObjectList = z.output<typeof listShape>['ListBucketResult']

/** Reads the answer of a store. @returns the page; fails where the answer is something else */
export async function readObjectList(text: string): Promise<Result<ObjectList, 'no list'>> {
  try {
    const parsed = listShape.safeParse(await readXml(text))
    return parsed.success && parsed.data.ListBucketResult.Contents.length <= MOST_OBJECTS
      ? succeed(parsed.data.ListBucketResult)
      : fail('no list')
  } catch {
    return fail('no list')
  }
}
