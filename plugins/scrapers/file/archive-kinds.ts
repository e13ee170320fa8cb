/** How files are packed into one. */
export type ArchiveKind = 'tar.gz' | 'tar' | 'zip'

const endings: Readonly<Record<string, ArchiveKind>> = {
  'tar.gz': 'tar.gz',
  tgz: 'tar.gz',
  tar: 'tar',
  zip: 'zip',
}

/** The kind of archive that a name ends in, or that a person calls so. */
export function archiveKindOf(name: string): ArchiveKind | undefined {
  return endings[/(?:^|\.)(tar\.gz|tgz|tar|zip)$/i.exec(name)?.[1]?.toLowerCase() ?? '']
}
