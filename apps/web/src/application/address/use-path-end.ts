import { useRouterState } from '@tanstack/react-router'

/** Returns the last segment of the current path, such as the id in `/settings/teams/{id}`. */
export function usePathEnd(): string {
  return useRouterState({
    select: (state) => decodeURIComponent(state.location.pathname.split('/').at(-1) ?? ''),
  })
}
