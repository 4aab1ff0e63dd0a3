/** Strings of the import of suppliers beside those of all imports. `en.ts` includes this object. */
export const supplierImport = {
  title: 'Import suppliers',
  verb: 'Import',
  kinds: 'CSV, TSV or XLSX',
  dropBody:
    'CSV, TSV or XLSX, up to 2,000 rows and 10 MB. Nothing is stored until you have seen what would happen. Bank ' +
    'details are never imported.',
  file: 'Supplier file',
  template: 'Example file',
  nothingToDo: 'The suppliers already have the values of every row. There is nothing to import.',
  nothingMapped: 'Only the names are mapped. Choose what the other columns contain.',
  noIdentity:
    'Choose the column with the company name or the supplier ID, which identifies each supplier. The file is then ' +
    'checked again.',
  runAdd_one: 'Add {{formatted}} supplier',
  runAdd_other: 'Add {{formatted}} suppliers',
  runChange_one: 'Change {{formatted}} supplier',
  runChange_other: 'Change {{formatted}} suppliers',
  runBoth_one: 'Add {{create}} and change {{update}} supplier',
  runBoth_other: 'Add {{create}} and change {{update}} suppliers',
  rowsOf: { CREATE: 'New suppliers', UPDATE: 'Changed suppliers' },
  done: 'Suppliers imported',
  show: 'Show the suppliers',
  undo: {
    deletes_one: '{{formatted}} supplier that it added is deleted.',
    deletes_other: '{{formatted}} suppliers that it added are deleted.',
    restores_one: '{{formatted}} supplier gets back the values that it had before.',
    restores_other: '{{formatted}} suppliers get back the values that they had before.',
    keeps: 'Suppliers that were edited or used since then stay as they are; they are listed afterwards.',
    deleted_one: '{{formatted}} supplier deleted',
    deleted_other: '{{formatted}} suppliers deleted',
    doneOf_one: '{{done}} of {{total}} supplier',
    doneOf_other: '{{done}} of {{total}} suppliers',
  },
  id: 'Supplier ID',
  isSupplier: 'It is {{name}}',
  isNew: 'It is another, new supplier',
  newSupplier: 'a new supplier',
  leadTimePart: {
    production: '{{method}}, production days',
    transit: '{{method}}, transit days',
    checkIn: '{{method}}, check-in days',
  },
  help: {
    title: 'How payment terms and lead times are written',
    terms:
      'Payment terms are in one cell. Each share has a percentage and an event, and possibly days after it. Shares are ' +
      'separated by semicolons.',
    cell: 'In the cell',
    means: 'Means',
    events: 'The events are: {{events}}. Other words are asked about once and remembered.',
    leadTimes:
      'Each part of a lead time is a column of days, such as “Sea, production days”, “Sea, transit days” and “Sea, ' +
      'check-in days”. The example file shows these columns.',
  },
} as const;

/** Strings of bulk edits of suppliers. `en.ts` includes this object. */
export const supplierBulk = {
  title_one: 'Edit {{formatted}} supplier',
  title_other: 'Edit {{formatted}} suppliers',
  archiveTitle_one: 'Archive {{formatted}} supplier?',
  archiveTitle_other: 'Archive {{formatted}} suppliers?',
  archiveBody: 'They no longer appear in lists and pickers. Invoices and products keep them.',
  bringBackTitle_one: 'Bring {{formatted}} supplier back?',
  bringBackTitle_other: 'Bring {{formatted}} suppliers back?',
  bringBackBody: 'They appear in the lists again.',
  setTerms: 'Set the terms below',
  setDays: 'Set the days below',
  emptyDays: 'Days that stay empty are not changed.',
  working: 'Changing the suppliers',
  count: {
    change_one: 'supplier changes',
    change_other: 'suppliers change',
    same_one: 'has these values already',
    same_other: 'have these values already',
    fail_one: 'no longer exists',
    fail_other: 'no longer exist',
  },
  failStay: 'Suppliers that no longer exist are left out.',
  apply_one: 'Change {{formatted}} supplier',
  apply_other: 'Change {{formatted}} suppliers',
  done_one: '{{formatted}} supplier changed.',
  done_other: '{{formatted}} suppliers changed.',
  undone_one: '{{formatted}} supplier is as it was.',
  undone_other: '{{formatted}} suppliers are as they were.',
} as const;
