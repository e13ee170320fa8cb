/** The part of a type that names its kind: `Pod` of `Kubernetes::Pod`. */
export function shortType(type: string): string {
  const at = type.lastIndexOf('::')
  return at === -1 ? type : type.slice(at + 2)
}
