import { constants } from 'node:fs'
import { open, stat } from 'node:fs/promises'

/** A file that is not read because of what it is. */
export class UnfitFile extends Error {
  /** Bytes, where the file is too large; undefined where it is not a regular file. */
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
 * Reads a text file that an operator named, or that is in a folder which an operator named. Links are followed. A pipe
 * or a device is refused, because opening one can wait without end on a thread that requests need.
 * @param maxBytes of the largest file that is read
 * @throws UnfitFile, or the error of the file system
 */
export async function readRegularText(path: string, maxBytes: number): Promise<string> {
  // Asked before opening, because opening a device can already have an effect.
  assertFit(await stat(path), maxBytes)
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    // Asked again, because another process may have replaced the file meanwhile.
    assertFit(await handle.stat(), maxBytes)
    return await handle.readFile('utf8')
  } finally {
    await handle.close()
  }
}
