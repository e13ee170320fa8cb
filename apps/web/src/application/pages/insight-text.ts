/** What an insight says, as plain text in one line; undefined if it says nothing. */
export function insightText(insight: {
  summary?: string | null | undefined
  message?: string | null | undefined
}): string | undefined {
  const says = insight.summary ?? insight.message ?? ''
  // Some analyzers write HTML.
  const text = says
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return text === '' ? undefined : text
}
