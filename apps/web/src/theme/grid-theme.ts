import { themeQuartz } from 'ag-grid-community';

/**
 * The theme of all AG Grid tables. Its colours are tokens that follow the colour scheme, so the same parameters serve
 * light and dark.
 */
export const gridTheme = themeQuartz.withParams({
  fontFamily: 'inherit',
  fontSize: 13,
  dataFontSize: 13,
  headerFontSize: 12,
  headerFontWeight: 500,
  spacing: 6,
  cellHorizontalPadding: 12,
  iconSize: 14,
  rowHeight: 34,
  headerHeight: 34,
  borderRadius: 6,
  wrapperBorder: false,
  wrapperBorderRadius: 0,
  rowBorder: true,
  columnBorder: false,
  headerColumnBorder: false,
  headerColumnResizeHandleHeight: '40%',
  checkboxBorderRadius: 4,
  pinnedColumnBorder: true,
  browserColorScheme: 'inherit',
  accentColor: 'var(--q-accent)',
  backgroundColor: 'var(--q-surface)',
  foregroundColor: 'var(--q-text)',
  cellTextColor: 'var(--q-text)',
  headerTextColor: 'var(--q-text-2)',
  headerBackgroundColor: 'var(--q-sunken)',
  chromeBackgroundColor: 'var(--q-sunken)',
  borderColor: 'var(--q-border)',
  oddRowBackgroundColor: 'var(--q-surface)',
  rowHoverColor: 'var(--q-hover)',
  selectedRowBackgroundColor: 'var(--q-selected)',
  menuBackgroundColor: 'var(--q-raised)',
  inputBackgroundColor: 'var(--q-surface)',
  inputBorder: { width: 1, style: 'solid', color: 'var(--q-border-control)' },
  inputFocusBorder: { width: 1, style: 'solid', color: 'var(--q-focus)' },
  inputInvalidBorder: { width: 1, style: 'solid', color: 'var(--q-danger)' },
  checkboxCheckedBackgroundColor: 'var(--q-accent)',
  checkboxUncheckedBorderColor: 'var(--q-border-control)',
  pinnedRowBackgroundColor: 'var(--q-sunken)',
  pinnedRowTextColor: 'var(--q-text)',
  pinnedRowFontWeight: 600,
  valueChangeValueHighlightBackgroundColor: 'var(--q-accent-soft)',
});
/** The heights of rows and headers for both densities, in pixels. */
export const DENSITY = { comfortable: { row: 44, header: 40 }, compact: { row: 34, header: 34 } } as const;
