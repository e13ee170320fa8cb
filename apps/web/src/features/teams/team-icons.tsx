import {
  Bug,
  Cloud,
  Code,
  Database,
  Flame,
  Globe,
  HeartPulse,
  Lock,
  Network,
  Rocket,
  Server,
  Shield,
  ShoppingCart,
  UsersRound,
  Wrench,
} from 'lucide-react'
import type { ReactNode } from 'react'

/** Icons of teams by stored name. */
const icons: ReadonlyMap<string, ReactNode> = new Map([
  ['users', <UsersRound key="users" className="size-4 shrink-0 text-muted" />],
  ['server', <Server key="server" className="size-4 shrink-0 text-muted" />],
  ['database', <Database key="database" className="size-4 shrink-0 text-muted" />],
  ['network', <Network key="network" className="size-4 shrink-0 text-muted" />],
  ['cloud', <Cloud key="cloud" className="size-4 shrink-0 text-muted" />],
  ['globe', <Globe key="globe" className="size-4 shrink-0 text-muted" />],
  ['code', <Code key="code" className="size-4 shrink-0 text-muted" />],
  ['rocket', <Rocket key="rocket" className="size-4 shrink-0 text-muted" />],
  ['wrench', <Wrench key="wrench" className="size-4 shrink-0 text-muted" />],
  ['shield', <Shield key="shield" className="size-4 shrink-0 text-muted" />],
  ['lock', <Lock key="lock" className="size-4 shrink-0 text-muted" />],
  ['bug', <Bug key="bug" className="size-4 shrink-0 text-muted" />],
  ['flame', <Flame key="flame" className="size-4 shrink-0 text-muted" />],
  ['heart', <HeartPulse key="heart" className="size-4 shrink-0 text-muted" />],
  ['cart', <ShoppingCart key="cart" className="size-4 shrink-0 text-muted" />],
])

/** Names of the icons. */
export const teamIconNames: readonly string[] = [...icons.keys()]

/** Icon of a team. Default for an unknown name: people. */
export function TeamIcon({ name }: { name: string | null }): ReactNode {
  return icons.get(name ?? 'users') ?? icons.get('users')
}
