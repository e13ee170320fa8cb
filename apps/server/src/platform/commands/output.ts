/** Stores output up to a limit, and tells whether there was more. */
export class Output {
  readonly #chunks: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] }
  #size = 0
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  add(stream: 'stdout' | 'stderr', chunk: Buffer): void {
    const room = Math.max(0, this.#limit - this.#size)
    if (room > 0) this.#chunks[stream].push(chunk.subarray(0, room))
    this.#size += chunk.length
  }

  get overflowed(): boolean {
    return this.#size > this.#limit
  }

  texts(): { stdout: string; stderr: string } {
    return {
      stdout: Buffer.concat(this.#chunks.stdout).toString('utf8'),
      stderr: Buffer.concat(this.#chunks.stderr).toString('utf8'),
    }
  }
}
