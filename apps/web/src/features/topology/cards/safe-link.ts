/** Whether a text is an address that a link may lead to: nothing that runs in the browser. Source: decision 46. */
export function isSafeLink(url: string | undefined): url is string {
  return url !== undefined && /^https?:\/\//i.test(url) && URL.canParse(url)
}
