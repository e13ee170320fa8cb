import {
  Archive,
  Box,
  Boxes,
  CalendarClock,
  Cloud,
  Container,
  Database,
  FileCog,
  FileText,
  Folder,
  GitBranch,
  Globe,
  HardDrive,
  KeyRound,
  Layers,
  type LucideIcon,
  Network,
  Package,
  Server,
  ShieldCheck,
  UserRound,
  Workflow,
} from 'lucide-react'
import { createElement, type ReactNode } from 'react'
import { shortType } from './short-type.ts'

/** Pictures by words in the name of a type; the first match counts. */
const pictures: readonly (readonly [RegExp, LucideIcon])[] = [
  [/cronjob|schedule/i, CalendarClock],
  [/secret|key|certificate|credential/i, KeyRound],
  [/role|policy|security|audit|permission/i, ShieldCheck],
  [/user|account|group|person/i, UserRound],
  [/database|table|postgres|mysql|redis|sql|rds/i, Database],
  [/volume|disk|storage|mount|bucket|s3/i, HardDrive],
  [/ingress|gateway|dns|zone|route|domain|host/i, Globe],
  [/network|vpc|subnet|interface|endpoint|loadbalancer|service$/i, Network],
  [/node|instance|server|machine|ec2|vm/i, Server],
  [/deployment|replicaset|statefulset|daemonset|cluster/i, Layers],
  [/pod|container|image/i, Container],
  [/job|workflow|pipeline|run/i, Workflow],
  [/git|repository|branch/i, GitBranch],
  [/package|chart|helm|module|library/i, Package],
  [/configmap|config|property|setting/i, FileCog],
  [/namespace|folder|directory/i, Folder],
  [/file|document/i, FileText],
  [/archive|backup/i, Archive],
  [/aws|azure|gcp|cloud|region|subscription/i, Cloud],
  [/application|app|release|kustomization/i, Boxes],
]

/** Whether a name says what picture to show. */
export function hasPicture(name: string): boolean {
  return pictures.some(([words]) => words.test(name))
}

/** The picture of a type of items. */
export function ConfigIcon({ type, className }: { type: string; className?: string }): ReactNode {
  const kind = shortType(type)
  const picture = pictures.find(([words]) => words.test(kind)) ?? pictures.find(([words]) => words.test(type))
  return createElement(picture?.[1] ?? Box, {
    className: className ?? 'size-4 shrink-0 text-muted',
    'aria-hidden': 'true',
  })
}
