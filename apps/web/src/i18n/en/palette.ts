/** The palette on Ctrl K. */
export const palette = {
  title: 'Go to anything',
  open: 'Search everything',
  placeholder: 'Search screens, products, invoices …',
  results: 'Search results',
  recent: 'Recent',
  screens: 'Screens',
  actions: 'Actions',
  nothing: 'Nothing matches “{{text}}”.',
  searching: 'Searching …',
  failed: 'Records cannot be searched at the moment. Screens and actions still work.',
  count_one: '{{count}} entry',
  count_other: '{{count}} entries',
  move: 'move',
  choose: 'open',
  newTab: 'new tab',
  close: 'close',
} as const;
