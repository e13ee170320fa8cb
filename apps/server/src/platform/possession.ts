// What a process has claimed in the database, as far as it knows. The database may say that it has more: a claim was committed
// and its answer was lost. Nobody would carry that out until its lock or lease ends, minutes or hours later.

/** What one claimer of this process, such as a runner of jobs, has claimed. */
export class Possession {
  /** Claims whose end is not written yet, by id, and how far they are. */
  readonly #known = new Map<string, 'claimed' | 'running' | 'ended'>()
  readonly #claims = new Set<Promise<unknown>>()
  #isOver = false

  /** Tracks a claim until its answer is there, or is known to be lost. */
  async claim<Answer>(claim: Promise<Answer>, idsOf: (answer: Answer) => readonly string[]): Promise<Answer> {
    const tracked = claim.then((answer) => {
      for (const id of idsOf(answer)) this.#known.set(id, 'claimed')
    })
    this.#claims.add(tracked)
    try {
      await tracked
    } finally {
      this.#claims.delete(tracked)
    }
    return claim
  }

  /** Notes that work on a claim begins. */
  begun(id: string): void {
    this.#known.set(id, 'running')
  }

  /** Notes that work on a claim has ended. What follows is that its end is written. */
  ended(id: string): void {
    if (this.#isOver) this.#known.delete(id)
    else this.#known.set(id, 'ended')
  }

  /** Notes that the end of a claim is written, or that it was given back. */
  written(id: string): void {
    this.#known.delete(id)
  }

  /** Notes that the claimer has ended: it writes no ends any more. Work that was given up may continue. */
  over(): void {
    this.#isOver = true
    for (const [id, state] of this.#known) if (state !== 'running') this.#known.delete(id)
  }

  /** Whether the claimer has ended. */
  get isOver(): boolean {
    return this.#isOver
  }

  /**
   * Finds what this claimer does not know.
   * @param read reads the ids of what it has, as the database says
   */
  async findUnknown(read: () => Promise<readonly string[]>): Promise<string[]> {
    const ended = [...this.#known].flatMap(([id, state]) => (state === 'ended' ? [id] : []))
    // A claim that was committed before the database was read may not have its answer yet.
    const underWay = [...this.#claims]
    const claimed = new Set(await read())
    await Promise.allSettled(underWay)
    for (const id of ended) if (!claimed.has(id) && this.#known.get(id) === 'ended') this.#known.delete(id)
    return [...claimed].filter((id) => !this.#known.has(id))
  }
}
