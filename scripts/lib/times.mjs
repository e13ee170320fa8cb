import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './paths.mjs'

const SLOWEST = 10
const MILLISECONDS = 1000

const inSeconds = (milliseconds) => `${Math.round(milliseconds / MILLISECONDS)} s`

/** Keeps how long each area of a run takes, and each file of tests. */
export function createTimes() {
  const areas = {}
  const files = {}
  return {
    /** Does work and adds its time to an area. */
    async measure(area, work) {
      const start = performance.now()
      try {
        return await work()
      } finally {
        areas[area] = (areas[area] ?? 0) + performance.now() - start
      }
    },
    /** Adds time to a file. @param {string} path absolute or from the root @param {number} milliseconds */
    addFile(path, milliseconds) {
      const name = path.startsWith(root) ? relative(root, path) : path
      files[name] = (files[name] ?? 0) + milliseconds
    },
    /** Lines for people: the areas, then the slowest files. */
    lines() {
      const total = Object.values(areas).reduce((sum, time) => sum + time, 0)
      const slowest = Object.entries(files)
        .sort(([, one], [, other]) => other - one)
        .slice(0, SLOWEST)
      const parts = Object.entries(areas).map(([area, time]) => `${area} ${inSeconds(time)}`)
      return [
        `Time: ${[...parts, `in all ${inSeconds(total)}`].join(', ')}.`,
        ...(slowest.length === 0 ? [] : ['The slowest files:']),
        ...slowest.map(([name, time]) => `${inSeconds(time).padStart(7)}  ${name}`),
      ]
    },
    /** Writes all of them, in milliseconds, to a file. */
    save(path) {
      writeFileSync(path, `${JSON.stringify({ areas, files }, undefined, 2)}\n`)
    },
  }
}
