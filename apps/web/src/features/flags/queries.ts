import { data } from '../../application/requests/data.ts'

/** What is entered of a flag. */
export interface FlagValues {
  name: string
  value: string
  description: string
}

/** Adds a flag. */
export async function createFlag(values: FlagValues): Promise<void> {
  await data.from('properties').insert(values).throwOnError()
}

/** Changes a flag; it keeps its name. */
export async function updateFlag({ name, ...changes }: FlagValues): Promise<void> {
  await data.from('properties').update(changes).eq('name', name).throwOnError()
}

/** Removes a flag. */
export async function deleteFlag(name: string): Promise<void> {
  await data.from('properties').delete().eq('name', name).throwOnError()
}
