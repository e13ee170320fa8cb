export { LikelyCauses } from './likely-causes.tsx'
