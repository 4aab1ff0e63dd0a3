/** The notifications to the members of an account: a summary, and the message with one text for each paragraph. */
export const notifications = {
  'notice.from_later_version': 'A newer version of Quayside wrote this message',
  'notice.words_unknown': 'This version does not have its words. They are shown again after the next update.',
  'notice.member_joined': '{{name}} joined the account',
  'notice.joined_as_admin': '{{name}} accepted the invitation and is now an admin.',
  'notice.joined_as_viewer': '{{name}} accepted the invitation and is now a viewer.',
  'notice.storage_full': 'There is no space left for files',
  'notice.storage_read_only': 'Files cannot be stored at the moment',
  'notice.storage_kept':
    'An upload was refused, and nothing of it was kept. All files and data that were stored before are still there, and everything but uploads goes on.',
  'notice.storage_advice': 'Tell whoever runs Quayside. Then upload the file again.',
  'notice.invoice_uploaded': 'Invoice {{number}} was uploaded',
  'notice.unnumbered_invoice_uploaded': 'An invoice was uploaded',
  'notice.file_in_review': '{{file}} is in review and adds no costs until its lines are entered.',
  'notice.invoice_in_review': 'It is in review and adds no costs until its lines are entered.',
  'notice.rates_removed_one': 'The exchange rate of {{count}} invoice was removed',
  'notice.rates_removed_other': 'The exchange rates of {{count}} invoices were removed',
  'notice.rates_removed_why':
    'The currency of the account changed from {{from}} to {{to}}. The removed rates converted into {{from}}. Enter rates into {{to}} on these invoices.',
  'notice.invoice_reopened': 'Invoice {{number}} is open again',
  'notice.costs_left_unassigned': 'A change elsewhere has left some of its costs unassigned. Its lines say why.',
  'notice.cost_check_one': 'Cost check found {{count}} difference',
  'notice.cost_check_other': 'Cost check found {{count}} differences',
  'notice.cost_check_compared_one':
    'Last night the costs of this account were worked out again from what was booked. {{count}} difference to what is stored; nothing was changed.',
  'notice.cost_check_compared_other':
    'Last night the costs of this account were worked out again from what was booked. {{count}} differences to what is stored; nothing was changed.',
  'notice.difference': '{{position}}. {{label}}: {{invariant}} ({{detail}}).',
  'notice.product_difference':
    '{{position}}. {{label}}: {{invariant}} ({{detail}}). Open its unit cost: the explanation adds up anew what was booked on it.',
  'notice.invoice_difference':
    '{{position}}. {{label}}: {{invariant}} ({{detail}}). Open the invoice and compare its lines and totals with the document.',
  'notice.more_differences': 'And {{more}} more.',
  'notice.cost_check_advice':
    'Do not rely on these figures until they are mended. What to do is in the runbook of Quayside under "The nightly check".',
  'notice.tally_check_one': 'Count check found {{count}} difference',
  'notice.tally_check_other': 'Count check found {{count}} differences',
  'notice.tally_check_compared_one':
    'Last night the products of this account were counted again. {{count}} difference to the stored counts; nothing was changed.',
  'notice.tally_check_compared_other':
    'Last night the products of this account were counted again. {{count}} differences to the stored counts; nothing was changed.',
  'notice.payment_recorded': '{{amount}} was paid to {{supplier}}',
  'notice.payment_recorded_on': 'Paid on {{day}}.',
  'notice.payment_of': 'Invoice {{number}}: {{amount}}.',
  'notice.payment_of_order': 'Purchase order {{number}}: {{amount}}.',
  'notice.more_payments_one': 'And {{count}} more instalment.',
  'notice.more_payments_other': 'And {{count}} more instalments.',
  'notice.payments_due_one': '{{count}} payment is due within 3 days',
  'notice.payments_due_other': '{{count}} payments are due within 3 days',
  'notice.payments_overdue_one': '{{count}} payment is overdue',
  'notice.payments_overdue_other': '{{count}} payments are overdue',
  'notice.payments_due_and_overdue': '{{overdue}}, {{due}}',
  'notice.order_payment_due': '{{amount}} to {{supplier}} for purchase order {{number}}, due on {{day}}.',
  'notice.order_payment_overdue': '{{amount}} to {{supplier}} for purchase order {{number}}, overdue since {{day}}.',
  'notice.deposit_left': '{{amount}} of the deposit of {{number}} is left',
  'notice.deposit_left_what':
    '{{supplier}} owes it to you. It is a credit now: use it on another bill, or record that it was paid back.',
  'notice.payment_due': '{{amount}} to {{supplier}} for invoice {{number}}, due on {{day}}.',
  'notice.payment_overdue': '{{amount}} to {{supplier}} for invoice {{number}}, overdue since {{day}}.',
  'notice.policy_followed': 'Costs follow the new exchange policy',
  'notice.policy_followed_INVOICE_RATE':
    'Invoices are converted at their own rates again. Reports on changed costs list what moved.',
  'notice.policy_followed_PAID_RATE':
    'Paid invoices are converted at the rates of their payments. Reports on changed costs list what moved.',
  'notice.payables_check_one': 'Payment check found {{count}} difference',
  'notice.payables_check_other': 'Payment check found {{count}} differences',
  'notice.payables_check_compared_one':
    'Last night the payments of this account were worked out again from what was recorded. {{count}} difference to what is stored; nothing was changed.',
  'notice.payables_check_compared_other':
    'Last night the payments of this account were worked out again from what was recorded. {{count}} differences to what is stored; nothing was changed.',
  'notice.method_followed': 'Stock follows the new method',
  'notice.method_followed_FIFO': 'What leaves stock is valued first in, first out.',
  'notice.method_followed_AVERAGE': 'What leaves stock is valued by the moving average.',
  'notice.stock_check_one': 'Stock check found {{count}} difference',
  'notice.stock_check_other': 'Stock check found {{count}} differences',
  'notice.stock_check_compared_one':
    'Quayside replayed all stock from its receipts, movements and counts. {{count}} figure differs from what is stored.',
  'notice.stock_check_compared_other':
    'Quayside replayed all stock from its receipts, movements and counts. {{count}} figures differ from what is stored.',
  'notice.shipments_check_one': 'Packing check found {{count}} difference',
  'notice.shipments_check_other': 'Packing check found {{count}} differences',
  'notice.shipments_check_compared_one':
    'Last night the orders, cartons and shipment plans of this account were added up again from their pack lists. {{count}} difference to what is stored; nothing was changed.',
  'notice.shipments_check_compared_other':
    'Last night the orders, cartons and shipment plans of this account were added up again from their pack lists. {{count}} differences to what is stored; nothing was changed.',
  'notice.import_finished': 'Import finished',
  'notice.import_counts': '{{file}}: {{created}} created, {{updated}} updated, {{skipped}} skipped.',
  'notice.undo_failed': 'Undo stopped',
  'notice.undo_failure': '{{file}}: the import could not be undone for all products. Undo it again to continue.',
  'notice.import_failed': 'Import failed',
  'notice.import_failure': '{{file}}: {{failure}}',
  'notice.import_has_errors': '{{file}}: some rows have errors, so nothing was imported.',
  'notice.order_not_sent': 'Error Sending Purchase Order!',
  'notice.plan_not_sent': 'Error Sending Shipment Plan!',
  'notice.plan_etd_passed': '{{number}} should have left on {{day}}',
  'notice.plan_etd_ask': 'Has it left? If so, enter the day on which it was shipped. If not, enter its new ETD.',
  'notice.plan_etd_moves_nothing':
    'Until then nothing moves: neither the shipment plan nor the payments that follow its days.',
  'notice.mail_not_sent': 'A mail could not be sent',
  'notice.mail_not_sent_to': '{{subject}} did not leave for {{recipients}}.',
  'notice.mail_not_sent_why': '{{reason}}',
  'notice.mail_retry': 'Open its list of sent mails to send it again.',
  'notice.order_rates_removed_one': 'The exchange rate of {{count}} purchase order was removed',
  'notice.order_rates_removed_other': 'The exchange rates of {{count}} purchase orders were removed',
  'notice.order_rates_removed_why':
    'The currency of the account changed from {{from}} to {{to}}. The removed rates converted into {{from}}. Enter rates into {{to}} on these purchase orders.',
  'notice.somebody': 'Somebody',
  'notice.bank_added': 'Bank details of {{supplier}} were added',
  'notice.bank_changed': 'Bank details of {{supplier}} have changed',
  'notice.bank_removed': 'Bank details of {{supplier}} were removed',
  'notice.bank_revealed': 'Bank details of {{supplier}} were looked at',
  'notice.who_added_bank': '{{person}} added the bank details of {{supplier}}: {{account}}.',
  'notice.who_took_bank_over':
    '{{person}} added the bank details of {{supplier}}, which were those of {{other}}, in a merge: {{account}}.',
  'notice.who_changed_bank': '{{person}} changed the bank details of {{supplier}}: {{account}}.',
  'notice.who_removed_bank':
    '{{person}} removed the bank details of {{supplier}}, account {{account}}. If you did not expect this, ask them.',
  'notice.who_revealed_bank': '{{person}} looked at the bank details of {{supplier}} after typing their password.',
  'notice.bank_account': 'account {{account}}',
  'notice.bank_account_as_before': 'account {{account}} as before',
  'notice.bank_account_before': 'account {{account}}, before {{before}}',
  'notice.bank_advice':
    'Before the next payment ask the supplier whether this is right, by a telephone number that you know already and not one from an e-mail.',
} as const;
