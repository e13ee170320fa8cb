import type { Connection } from '../../platform/database/tables-on.ts'
import { loadRotas } from './rotas/stored.ts'
import { onCallAt } from './schedule/shifts.ts'

/** Ids of the people who are on call in a rota; empty if nobody is, or there is no such rota. */
export async function onCallNow(reader: Connection, rotaId: string, at: Date): Promise<string[]> {
  const instant = at.getTime()
  const { rotas } = await loadRotas(reader, { ids: [rotaId] }, { from: instant, to: instant + 1 })
  return rotas.flatMap(({ schedule }) => onCallAt(schedule, instant) ?? [])
}
