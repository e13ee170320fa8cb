export { UiProvider } from './provider.tsx'

export {
  applyStoredTheme,
  type Density,
  densities,
  type Theme,
  type ThemePreference,
  themePreferences,
  themes,
} from './theme/theme.ts'
export { useTheme } from './theme/theme-provider.tsx'

export { BrandMark } from './brand/brand-mark.tsx'

export { PaletteFrame } from './palette/palette-frame.tsx'
export { Badge } from './primitives/badge.tsx'
export { Button } from './primitives/button.tsx'
export { buttonClass, type ButtonVariant } from './primitives/button-style.ts'
export { Checkbox } from './primitives/checkbox.tsx'
export { Combobox, type ComboboxOption, MultiCombobox } from './primitives/combobox.tsx'
export { ConfirmDialog } from './primitives/confirm-dialog.tsx'
export { CopyButton } from './primitives/copy-button.tsx'
export { Dialog, type DialogProps } from './primitives/dialog.tsx'
export { Drawer, type DrawerProps } from './primitives/drawer.tsx'
export { Field } from './primitives/field.tsx'
export { IconButton } from './primitives/icon-button.tsx'
export { Input } from './primitives/input.tsx'
export { Kbd } from './primitives/kbd.tsx'
export {
  ExternalLink,
  linkClass,
  type Href,
  type LinkProps,
  /** @public The web application adds its pages to it. */
  type LinkAddresses,
  PlainLink,
  TextLink,
} from './primitives/link.tsx'
export { LazyCodeEditor } from './primitives/lazy-code-editor.tsx'
export { Menu, type MenuSection } from './primitives/menu.tsx'
export { Popover } from './primitives/popover.tsx'
export { ProgressBar } from './primitives/progress-bar.tsx'
export { SearchField } from './primitives/search-field.tsx'
export { type OffersAt } from './primitives/search-offers.ts'
export { type SearchProblem } from './primitives/search-problem.tsx'
export { SegmentedControl, type Segment } from './primitives/segmented-control.tsx'
export { DiscardQuestion } from './primitives/discard-question.tsx'
export { SelectField } from './primitives/select-field.tsx'
export { Select } from './primitives/select.tsx'
export { Skeleton } from './primitives/skeleton.tsx'
export { Spinner } from './primitives/spinner.tsx'
export { Switch } from './primitives/switch.tsx'
export { tabCount, type TabItem, Tabs } from './primitives/tabs.tsx'
export { TextAreaField, TextField } from './primitives/text-field.tsx'
export { Tooltip } from './primitives/tooltip.tsx'

export { GroupHealthBadge, HealthBadge } from './health/health-badge.tsx'
export { HealthBar, HealthCounts } from './health/health-counts.tsx'
export { type CellMark, HealthCell, type HealthCellProps } from './health/health-cell.tsx'
export { HealthShape } from './health/health-shape.tsx'
export { groupAppearance, healthAppearance, type HealthTone } from './health/health-state.ts'
export { StatusStrip } from './health/status-strip.tsx'
export { UptimeThresholdsContext } from './health/uptime-thresholds.ts'
export { UptimeValue } from './health/uptime-value.tsx'

export { Age, FullTime } from './time/age.tsx'
export { type Clock, systemClock } from './time/clock.ts'
export { ClockProvider, useNow } from './time/clock-provider.tsx'
export { Duration } from './time/duration.tsx'
export { formatAge, formatFullTime, formatZonedTime } from './time/format-time.ts'
export { browserZone, chooseTimeZone, timeZone, timeZones, useChosenTimeZone } from './time/zone.ts'

export { readTimeRange, timeRangeParameters, writeTimeRange } from './time-range/address.ts'
export {
  absoluteRange,
  type ChosenTimeRange,
  endsNow,
  relativeRange,
  type RelativeRange,
  roughLength,
  simpleName,
  simpleRange,
  type Stretch,
} from './time-range/time-range.ts'
export { resolveTimeRange } from './time-range/resolve.ts'
export { TimeRangePicker, type TimeRangePickerProps } from './time-range/time-range-picker.tsx'
export { formatWallTime } from './time-range/wall-time.ts'
export { parseWallTime } from './time-range/typed-time.ts'

export {
  allowedRate,
  DEFAULT_REFRESH_RATE,
  isRefreshRate,
  rateMilliseconds,
  type RefreshRate,
} from './refresh/refresh-rate.ts'
export { RefreshRatePicker } from './refresh/refresh-rate-picker.tsx'

export { useToast } from './toast/use-toast.ts'

export { AllGoodState, DeniedState, EmptyState, ErrorState, FilteredEmptyState } from './states/states.tsx'
export { Notice } from './states/notice.tsx'
export { GENERIC_ERROR, NO_DATA } from './states/texts.ts'

export { KeyValueList, type KeyValue } from './data/key-value-list.tsx'
export { LinkedText } from './data/linked-text.tsx'
export { NoValue } from './data/no-value.tsx'
export { Panel } from './data/panel.tsx'
export { Sparkline } from './data/sparkline.tsx'
export { StateLabel, type StateLook } from './data/state-label.tsx'
export { Stat, StatGroup } from './data/stat.tsx'
export { TextPanel } from './data/text-panel.tsx'
export { TruncatedName } from './data/truncated-name.tsx'
export { TruncatedText } from './data/truncated-text.tsx'

export type { DataColumn, Sort } from './table/column.ts'
export { DataTable, type DataTableProps } from './table/data-table.tsx'

export { LoadingTable } from './table/loading-table.tsx'
export { doublePage } from './table/pages.ts'
export { Pagination } from './table/pagination.tsx'
export { StaleNotice, type TableError } from './table/stale-notice.tsx'

export { defineFilters, type FilterCodec, type ValuesOf } from './filters/codec.ts'
export { FilterBar } from './filters/filter-bar.tsx'
export {
  activeFilters,
  type ChoiceControl,
  type FilterControl,
  type FilterOption,
  type ToggleControl,
  type TriStateControl,
} from './filters/filter-control.ts'
export { StackedFilter } from './filters/filter-field.tsx'
export {
  ALL,
  booleanParameter,
  choiceParameter,
  filterParameter,
  integerParameter,
  listParameter,
  optionalParameter,
  type Parameter,
  textParameter,
  triStateParameter,
} from './filters/parameter.ts'
export { toRequestItems, type TriStateFilter, withTriState } from './filters/tri-state.ts'

export { AppShell } from './shell/app-shell.tsx'
export { LiveControl, type LiveState, type PageRefreshRate } from './shell/live-control.tsx'
export { NavigationGroup, NavigationItem, NavigationSection } from './shell/navigation.tsx'
export { type Crumb, PageHeader } from './shell/page-header.tsx'
export { useShell } from './shell/shell-context.ts'
export { SearchTrigger, TopBar } from './shell/top-bar.tsx'
export { Avatar, UserMenu } from './shell/user-menu.tsx'

export { useShortcuts } from './shortcuts/shortcuts-provider.tsx'

export { classNames } from './utilities/class-names.ts'
export { copyText } from './utilities/clipboard.ts'
export { useMediaQuery } from './utilities/media.ts'
export { useRovingFocus } from './utilities/roving-focus.ts'
export { readStored, writeStored } from './utilities/storage.ts'
