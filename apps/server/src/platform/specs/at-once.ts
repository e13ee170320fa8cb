import { RequestError } from '../errors.ts'

/**
 * Lets only so many calls be under way at once in this process, for everybody together.
 * @param refusal what somebody is told who comes when there are so many
 * @returns what runs work, or throws a RequestError
 */
export function limitAtOnce(most: number, refusal: string) {
  let underWay = 0
  return async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (underWay >= most) throw new RequestError('ERATELIMITED', refusal)
    underWay += 1
    try {
      return await work()
    } finally {
      underWay -= 1
    }
  }
}
