export { ConfigIcon } from '../../application/pages/config-icon.tsx'
