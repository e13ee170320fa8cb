import { z } from 'zod'

/** A job for a process that reads files. */
export interface FileJob {
  action: 'list' | 'stat' | 'read' | 'part'
  /** An allowed folder, as an absolute path; its links are resolved. */
  root: string
  /** Relative to the root, with the separators of the platform. Links must stay inside the root. */
  path: string
  /** Forbidden folders, as absolute paths. */
  forbidden: readonly string[]
  /** Most entries of a list, or bytes of a file. */
  most: number
  /** First byte of a part. Default: 0 */
  from?: number
  /** Whether no link is followed below the root. */
  noLinks?: boolean
}

const failureCodes = [
  'not-allowed',
  'missing',
  'not-a-folder',
  'not-a-file',
  'circle',
  'no-permission',
  'too-large',
  'too-many',
  'failed',
] as const

/** Why a job failed. */
export type JobFailureCode = (typeof failureCodes)[number]

const stats = z.object({
  kind: z.enum(['file', 'folder']),
  size: z.number(),
  /** Milliseconds since 1970. */
  modified: z.number(),
  mode: z.number(),
})

const space = z.object({ available: z.number(), total: z.number() })

const entries = z.array(stats.extend({ name: z.string() }))

const jobValue = z.discriminatedUnion('action', [
  z.object({ action: z.literal('list'), entries }),
  z.object({ action: z.literal('stat'), stats: stats.extend({ space }) }),
  z.object({ action: z.literal('read'), bytes: z.instanceof(Uint8Array) }),
  z.object({
    action: z.literal('part'),
    bytes: z.instanceof(Uint8Array),
    size: z.number(),
    /** Milliseconds since 1970. */
    modified: z.number(),
    inode: z.number(),
  }),
])

/**
 * A message of a process that reads files: ready, progress, or the result of its job. A list is sent in parts, because parsing
 * a long message would block the server; `done` has the last part.
 */
export const fileMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('progress'), entries }),
  z.object({ type: z.literal('done'), value: jobValue }),
  z.object({
    type: z.literal('failed'),
    code: z.enum(failureCodes),
    message: z.string(),
    reason: z.string().optional(),
  }),
])

export type FileMessage = z.output<typeof fileMessage>
export type JobValue = z.output<typeof jobValue>
export type JobStats = z.output<typeof stats>
export type JobEntries = z.output<typeof entries>
