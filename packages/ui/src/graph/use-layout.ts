import { useEffect, useMemo, useRef, useState } from 'react'
import type { GraphEdge } from './graph-model.ts'
import type { LayoutAnswer, LayoutRequest } from './layout.ts'

/** Returns where the nodes are; undefined until the first layout is there. A worker computes it. */
export function useLayout(
  nodes: readonly { id: string }[],
  edges: readonly GraphEdge[],
  direction: 'LR' | 'TB',
): LayoutAnswer['positions'] | undefined {
  const worker = useRef<Worker>(null)
  const number = useRef(0)
  const [positions, setPositions] = useState<LayoutAnswer['positions']>()
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
      if (data.number === number.current) setPositions(data.positions)
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

  return positions
}
