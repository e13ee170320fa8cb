/** The part of js-md4 that is used; it comes without types. */
declare module 'js-md4' {
  const md4: { arrayBuffer(message: Uint8Array): ArrayBuffer }
  // eslint-disable-next-line import/no-default-export -- so it is
  export default md4
}
