import { fail, type Result, succeed } from '@binnacle/contract/core'
import { readXml } from './s3.ts'
import { z } from 'zod'

// The fields of the answer of ListObjectsV2 that the check uses (Amazon S3's "API reference").
const object = z.object({ Key: z.string(), Size: z.coerce.number(), LastModified: z.coerce.date() })
const listShape = z.object({
  ListBucketResult: z.object({
    Contents: z.array(object).default([]),
    IsTruncated: z.string().default('false'),
    NextContinuationToken: z.string().optional(),
  }),
})
/** Stores send a thousand per page. A server with far more is not a store, or wants to waste time. */
const MOST_OBJECTS = 10_000

/** One page of the objects of a bucket. */
export type ObjectList = z.output<typeof listShape>['ListBucketResult']

/** Parses a store's answer. @returns the page, or a failure for any other answer */
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
