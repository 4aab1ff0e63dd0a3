import { auditTexts } from '@quayside/contracts/texts/en/audit';

/**
 * Strings of the audit log. The labels of actions, kinds and fields are in the contracts package, where a test of the
 * server checks that none is missing.
 */
export const audit = {
  ...auditTexts,
  title: 'Audit log',
  count_one: '{{formatted}} entry',
  count_other: '{{formatted}} entries',
  countCapped: 'more than {{formatted}} entries',
  search: 'SKU, name, number, file',
  footnote: 'Times are in {{zone}}',
  emptyTitle: 'Nothing has been changed yet',
  emptyBody: 'Every change in this account appears here: who made it, when, and what the value was before.',
  system: 'Quayside',
  systemHelp: 'Done by Quayside itself: at night, or as a consequence of something else',
  formerPerson: 'Somebody',
  column: { at: 'When', who: 'Who', action: 'What', thing: 'About', change: 'Change' },
  filter: { person: 'Person', kind: 'Kind', action: 'What was done', at: 'Day' },
  things_one: '{{formatted}} record',
  things_other: '{{formatted}} records',
  moreThings_one: 'and {{formatted}} more',
  moreThings_other: 'and {{formatted}} more',
  moreChanges_one: '+{{count}}',
  moreChanges_other: '+{{count}}',
  notShown_one: 'and {{formatted}} more change',
  notShown_other: 'and {{formatted}} more changes',
  nothing: 'empty',
  line: 'Line {{position}}, {{field}}',
  someLine: 'A line, {{field}}',
  arrow: '{{field}}: {{from}} → {{to}}',
  set: '{{field}}: {{to}}',
  panel: {
    who: 'Who',
    at: 'When',
    about: 'About',
    changes: 'Changes',
    fields: 'Changed fields',
    fieldsHelp: 'Personal details are private: the log says which fields changed, but does not keep their values.',
    alone: 'The log keeps only what was done, and no values.',
    gone: 'no longer exists',
    from: 'from',
    to: 'to',
  },
  undo: {
    verb: 'Undo',
    entity: 'operation',
    until: 'Possible until {{when}}. What was edited or used since stays, and is named.',
    done_one: '{{formatted}} record was put back.',
    done_other: '{{formatted}} records were put back.',
    stay_one: '{{formatted}} stays as it is: {{names}}',
    stay_other: '{{formatted}} stay as they are: {{names}}',
    reason: {
      EDITED: '{{name}} (edited since)',
      USED: '{{name}} (used since)',
      DELETED: '{{name}} (deleted since)',
    },
  },
} as const;

declare module '../../../i18n/text-keys.ts' {
  interface FeatureTexts {
    readonly audit: typeof audit;
  }
}
