import { openable } from '../openable.ts';

/** Whether the Report An Issue dialog is open. */
export const reportDialog = openable();
/** Whether the support chat is open. */
export const chatPanel = openable();
