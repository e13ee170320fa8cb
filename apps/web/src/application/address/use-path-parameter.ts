import { useParams } from '@tanstack/react-router'

/**
 * Returns a variable segment of the path of the calling page, such as the id in `/settings/teams/{id}`; empty where the
 * path has none. While the next page loads, this page is still rendered, and keeps its own.
 */
export function usePathParameter(name: string): string {
  return useParams({
    strict: false,
    select: (parameters: Readonly<Record<string, string | undefined>>) => parameters[name] ?? '',
  })
}
