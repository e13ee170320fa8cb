import { constants } from 'node:fs'
import { open, stat } from 'node:fs/promises'

/** A file that must not be read: it is not regular or too large. */
export class UnfitFile extends Error {
  /** Bytes of a file that is too large; undefined if it is not a regular file. */
  readonly size: number | undefined

  constructor(message: string, size?: number) {
    super(message)
    this.size = size
  }
}

function assertFit(info: { isFile(): boolean; size: number }, maxBytes: number): void {
  if (!info.isFile()) throw new UnfitFile('is not a regular file')
  if (info.size > maxBytes) throw new UnfitFile(`is larger than ${maxBytes} bytes`, info.size)
}

/**
 * Reads a text file that an operator named, or that is in a folder named by an operator. Follows links. Refuses pipes and
 * devices, because opening one can block a thread that requests need.
 * @param maxBytes largest file
 * @throws UnfitFile, or the error of the file system
 */
export async function readRegularText(path: string, maxBytes: number): Promise<string> {
  // Check before opening, because even opening a device can have an effect.
  assertFit(await stat(path), maxBytes)
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    // Check again, because another process may have replaced the file meanwhile.
    assertFit(await handle.stat(), maxBytes)
    return await handle.readFile('utf8')
  } finally {
    await handle.close()
  }
}
