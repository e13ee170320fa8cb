/**
 * Random numbers from a seed of 128 bits, by the algorithm sfc32 of PractRand: good enough for names and jitter, not
 * for keys.
 * @returns a function that gives the next number, from 0 to below 1
 */
export function createRandom(seed: readonly [number, number, number, number]): () => number {
  let [a, b, c, count] = seed
  return () => {
    const sum = (a + b + count) | 0
    count = (count + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 4_294_967_296
  }
}
