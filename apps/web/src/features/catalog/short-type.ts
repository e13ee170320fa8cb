export { shortType } from '../../application/pages/short-type.ts'
