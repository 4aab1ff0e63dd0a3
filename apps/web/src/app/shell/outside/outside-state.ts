import { openable } from '../openable.ts';

/** The dialog Report An Issue. */
export const reportDialog = openable();
/** The panel of the support chat. */
export const chatPanel = openable();
