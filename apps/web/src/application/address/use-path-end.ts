import { useMatch } from '@tanstack/react-router'

/**
 * Returns the last segment of the path of the calling page, such as the id in `/settings/teams/{id}`. While the next page
 * loads, this page is still rendered: with the next path it would look for a thing that does not exist.
 */
export function usePathEnd(): string {
  return useMatch({
    strict: false,
    select: ({ pathname }) => decodeURIComponent(pathname.split('/').at(-1) ?? ''),
  })
}
