/** Subject and text of a mail as the product writes them: one part of plain text. */
export function readMailText(raw: string): { subject: string; text: string } {
  const end = raw.indexOf('\r\n\r\n')
  const head = raw.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' ')
  const body = raw.slice(end + 4)
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? ''
  const encoding = header('Content-Transfer-Encoding').toLowerCase()
  const text =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString('utf8')
      : encoding === 'quoted-printable'
        ? Buffer.from(
            body
              .replaceAll(/=\r\n/g, '')
              .replaceAll(/=([0-9A-F]{2})/g, (_match, hex: string) =>
                String.fromCharCode(Number.parseInt(hex, 16)),
              ),
            'latin1',
          ).toString('utf8')
        : body
  return { subject: header('Subject'), text: text.replaceAll('\r\n', '\n') }
}
