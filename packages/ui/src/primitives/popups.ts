// All popups, as one chunk that loads after the page is shown.
export { MenuPopup } from './menu-popup.tsx'
export { PopoverPopup } from './popover-popup.tsx'
export { SelectPopup } from './select-popup.tsx'
export { TooltipPopup } from './tooltip-popup.tsx'
export { ToastStack } from '../toast/toast-stack.tsx'
