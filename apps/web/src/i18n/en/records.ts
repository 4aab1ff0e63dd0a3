/** The words of pages of one record: its history, and how it is saved. */
export const records = {
  saveProblems_one: '{{count}} field needs attention',
  saveProblems_other: '{{count}} fields need attention',
  rate: {
    name: 'Exchange rate',
    label: '{{to}} for 1 {{from}}',
    turn: 'Enter {{to}} for 1 {{from}}',
    both: '{{rate}} {{to}} for 1 {{from}}',
    missing: 'Without a rate it counts in no sum of the account',
    proposed: 'Proposed: {{rate}}, {{day}}',
    accept: 'Accept',
  },
  files: { download: 'Download {{name}}', delete: 'Delete {{name}}' },
  history: {
    title: 'History',
    system: 'Quayside',
    more: 'Show earlier changes',
    empty: 'Nothing has changed yet.',
    nothing: 'empty',
    fold_one: 'and {{count}} more change',
    fold_other: 'and {{count}} more changes',
  },
};
