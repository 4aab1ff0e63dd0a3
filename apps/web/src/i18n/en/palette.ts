/** Strings of the palette, which Ctrl K opens. */
export const palette = {
  title: 'Go to anything',
  open: 'Search everything',
  placeholder: 'Search screens, products, invoices …',
  results: 'Search results',
  recent: 'Recent',
  screens: 'Screens',
  actions: 'Actions',
  nothing: 'Nothing matches “{{text}}”.',
  /** Other words for "add", by which the actions that add a record are found. */
  alsoAdd: 'new create',
  searching: 'Searching …',
  records: 'records',
  failed: 'Screens and actions still work.',
  count_one: '{{count}} entry',
  count_other: '{{count}} entries',
  move: 'move',
  choose: 'open',
  newTab: 'new tab',
  close: 'close',
} as const;
