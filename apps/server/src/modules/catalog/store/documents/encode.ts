import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Json } from '@binnacle/plugin-kit/core'
import { applyPatch, createPatch, type PatchOperation } from './json-patch.ts'
import type { NormalDocument } from '../stage/normalize.ts'

// The present document is whole. Of earlier ones the way back is kept (RFC 6902): old versions can be removed from the
// far end, and reading the present needs none of them. Patches compare lists place by place, which is linear; the
// shortest patch of a long list is not worth its price. Documents are in a normal form, so an unchanged one costs the
// comparison of a hash.

/** Every so many versions one is stored whole, so that any is reached by few patches. */
export const WHOLE_EVERY = 20

/** An earlier document as it is stored. */
export interface EncodedVersion {
  /** Whether `body` is the document, and not the patch that leads to it from the version after it. */
  whole: boolean
  body: Buffer
}

/**
 * Encodes the document that another one replaces.
 * @param text of the document before
 */
export function encodeVersion(
  version: number,
  { text, value: before }: Pick<NormalDocument, 'text' | 'value'>,
  after: Json,
): EncodedVersion {
  if (version % WHOLE_EVERY === 0) return { whole: true, body: zstdCompressSync(text) }
  const patch = JSON.stringify(createPatch(after, before))
  const whole = patch.length >= text.length
  return { whole, body: zstdCompressSync(whole ? text : patch) }
}

// `encodeVersion` wrote what the table holds.
/* eslint-disable typescript/no-unsafe-type-assertion */
/** Reads a document that was stored whole. */
export function decodeWhole(body: Buffer): Json {
  return JSON.parse(zstdDecompressSync(body).toString('utf8')) as Json
}

/** Reads a stored patch. */
export function decodePatch(body: Buffer): PatchOperation[] {
  return JSON.parse(zstdDecompressSync(body).toString('utf8')) as PatchOperation[]
}

/** Goes back by a version. Changes the document. */
export function stepBack(after: Json, { whole, body }: EncodedVersion): Json {
  return whole ? decodeWhole(body) : (applyPatch(after, decodePatch(body)) as Json)
}
