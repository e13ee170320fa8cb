import { useRouterState } from '@tanstack/react-router'

/** The last part of the present path, such as the id in `/settings/teams/{id}`. */
export function usePathEnd(): string {
  return useRouterState({
    select: (state) => decodeURIComponent(state.location.pathname.split('/').at(-1) ?? ''),
  })
}
