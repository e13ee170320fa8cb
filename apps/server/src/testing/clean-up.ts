import { afterAll, onTestFinished, TestRunner } from 'vitest'

type Work = () => Promise<void>

/** What is done after the last test of the file that runs; files of a worker run one after the other. */
const afterFile: Work[] = []

/**
 * Has something done when what it serves is over: the test that asks for it, or else all tests of the file. The newest
 * is done first. `afterAll` does nothing where it is called by another hook or by a test, hence this.
 */
export function whenOver(work: Work): void {
  if (TestRunner.getCurrentTest() === undefined) afterFile.push(work)
  else onTestFinished(work)
}

/** Does what is left after the last test of a file. For the set-up of every file. */
export function cleanUpAfterFile(): void {
  afterAll(async () => {
    const failures: unknown[] = []
    for (const work of afterFile.splice(0).toReversed())
      await work().catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw new AggregateError(failures, 'could not clean up after the tests')
  })
}
