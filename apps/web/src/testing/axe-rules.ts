import type { RunOptions } from 'axe-core';

/** Rules whose findings axe calls minor or moderate, so that they cannot fail a test. They took a fifth of the time. */
const MILD = [
  ...['aria-allowed-role', 'aria-deprecated-role', 'empty-heading', 'empty-table-header', 'form-field-multiple-labels'],
  ...['heading-order', 'html-xml-lang-mismatch', 'image-redundant-alt', 'landmark-banner-is-top-level'],
  ...['landmark-contentinfo-is-top-level', 'landmark-main-is-top-level', 'landmark-no-duplicate-banner'],
  ...['landmark-no-duplicate-contentinfo', 'landmark-no-duplicate-main', 'landmark-one-main', 'landmark-unique'],
  ...['meta-viewport', 'meta-viewport-large', 'page-has-heading-one', 'presentation-role-conflict', 'region'],
  ...['scope-attr-valid', 'skip-link', 'table-duplicate-name'],
];

/** Leaves the mild rules out. */
export const WITHOUT_MILD: NonNullable<RunOptions['rules']> = Object.fromEntries(
  MILD.map((rule) => [rule, { enabled: false }]),
);

/** The rules that depend on colours. The dark theme differs only in colours. */
export const OF_COLOURS = ['color-contrast', 'link-in-text-block'];
