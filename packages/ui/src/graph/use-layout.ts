import { useEffect, useMemo, useRef, useState } from 'react'
import type { Direction, LayoutAnswer, LayoutRequest } from './sizes.ts'
import type { GraphEdge } from './model.ts'

/** Returns where the nodes are; undefined until the first layout is there. A worker computes it. */
export function useLayout(
  nodes: readonly { id: string }[],
  edges: readonly GraphEdge[],
  direction: Direction,
): LayoutAnswer | undefined {
  const worker = useRef<Worker>(null)
  const number = useRef(0)
  const [answer, setAnswer] = useState<LayoutAnswer>()
  const request = useMemo(
    () => ({
      direction,
      nodes: nodes.map(({ id }) => id),
      edges: edges.map(({ source, target }) => [source, target] as const),
    }),
    [nodes, edges, direction],
  )

  useEffect(() => {
    const made = new Worker(new URL('layout.worker.ts', import.meta.url), { type: 'module' })
    made.addEventListener('message', ({ data }: MessageEvent<LayoutAnswer>) => {
      if (data.number === number.current) setAnswer(data)
    })
    worker.current = made
    return () => {
      worker.current = null
      made.terminate()
    }
  }, [])

  useEffect(() => {
    number.current += 1
    const message: LayoutRequest = { ...request, number: number.current }
    worker.current?.postMessage(message)
  }, [request])

  return answer
}
