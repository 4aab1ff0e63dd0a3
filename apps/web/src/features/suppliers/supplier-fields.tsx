import { SHIPPING_METHODS } from '@quayside/domain/lists';
import type { ReactNode } from 'react';
import { CountryField, CurrencyField, currencyOptions } from '../../components/form/choice-fields.tsx';
import type { ConflictField } from '../../components/form/conflict-dialog.tsx';
import { SelectField, TextAreaField, TextField, WholeNumberField } from '../../components/form/fields.tsx';
import { FormSection, Wide } from '../../components/form/form.tsx';
import type { AppForm } from '../../components/form/form-types.ts';
import { type T, useT } from '../../i18n/i18n.ts';
import { useCountryNames } from './api.ts';
import {
  FIELDS,
  leadTimeRows,
  SECTIONS,
  type StoredTolerances,
  type SupplierValues,
  termRows,
  toleranceValues,
} from './supplier-values.ts';
import { TolerancesField, tolerancesInWords } from './terms/tolerances-field.tsx';
import { LeadTimesField } from './terms/lead-times-field.tsx';
import { TermsField } from './terms/terms-field.tsx';
import { leadTimesInWords, termsInWords } from './terms/terms-words.ts';

const shippingOptions = (t: T) => SHIPPING_METHODS.map((value) => ({ value, label: t(`shippingMethod.${value}`) }));

/** The fields of a supplier, in cards: company, address, terms, lead times, integrations. */
export function SupplierFields({
  form,
  readOnly,
  isNew = false,
  afterCompany,
  tolerances,
}: {
  form: AppForm<SupplierValues>;
  readOnly: boolean;
  isNew?: boolean;
  /** Shown below the company name, for example a note about possible duplicates. */
  afterCompany?: ReactNode;
  /** The stored tolerances; undefined for a new supplier. */
  tolerances?: StoredTolerances;
}) {
  const t = useT();
  const loose = form;
  const shared = (name: (typeof FIELDS)[number]) => ({
    ...form.field(name),
    label: t(`suppliers:field.${name}`),
    readOnly,
    optional: name !== 'companyName' && !readOnly,
  });
  return (
    <>
      <FormSection title={t('suppliers:section.company')} fields={SECTIONS.company} form={loose} columns={2}>
        <TextField {...shared('companyName')} maxLength={200} autoFocus={isNew} />
        <TextField {...shared('localName')} maxLength={200} lang="zh" help={t('suppliers:help.localName')} />
        <TextField {...shared('email')} type="email" maxLength={254} />
        <TextField {...shared('telephone')} type="tel" maxLength={30} />
      </FormSection>
      {afterCompany}
      <FormSection title={t('suppliers:section.address')} fields={SECTIONS.address} form={loose} columns={3}>
        <TextField {...shared('addressLine1')} maxLength={200} />
        <TextField {...shared('addressLine2')} maxLength={200} />
        <TextField {...shared('addressLine3')} maxLength={200} />
        <TextField {...shared('city')} maxLength={100} />
        <TextField {...shared('state')} maxLength={100} />
        <TextField {...shared('postCode')} maxLength={20} />
        <CountryField {...shared('country')} disabled={readOnly} />
      </FormSection>
      <FormSection title={t('suppliers:section.terms')} fields={SECTIONS.terms} form={loose} columns={3}>
        <CurrencyField {...shared('currency')} help={t('suppliers:help.currency')} disabled={readOnly} />
        <Wide>
          <TermsField form={form} readOnly={readOnly} />
        </Wide>
        <Wide>
          <TextAreaField {...shared('notes')} maxLength={2000} />
        </Wide>
      </FormSection>
      <FormSection
        title={t('suppliers:section.leadTimes')}
        hint={t('suppliers:leadTimes.hint')}
        fields={SECTIONS.leadTimes}
        form={loose}
        columns={2}
      >
        <SelectField
          {...shared('shippingMethod')}
          options={shippingOptions(t)}
          help={t('suppliers:help.shippingMethod')}
          disabled={readOnly}
        />
        <WholeNumberField
          {...shared('leadTime')}
          suffix={t('suppliers:days')}
          max={3650}
          help={t('suppliers:help.leadTime')}
        />
        <Wide>
          <LeadTimesField form={form} readOnly={readOnly} />
        </Wide>
      </FormSection>
      <FormSection
        title={t('suppliers:section.tolerances')}
        hint={t('suppliers:tolerances.hint')}
        fields={SECTIONS.tolerances}
        form={loose}
        columns={3}
      >
        <TolerancesField form={form} readOnly={readOnly} stored={tolerances} />
      </FormSection>
      <FormSection title={t('suppliers:section.integrations')} fields={SECTIONS.integrations} form={loose} columns={2}>
        <TextField {...shared('xeroId')} maxLength={50} />
      </FormSection>
    </>
  );
}

/** The fields for the conflict dialog, with the labels of the form. */
export function useConflictFields(): ConflictField[] {
  const t = useT();
  const countries = useCountryNames();
  const words: Partial<Record<(typeof FIELDS)[number], (value: unknown) => string>> = {
    country: (value) => countries.get(String(value)) ?? String(value),
    currency: (value) => currencyOptions.find((option) => option.value === value)?.label ?? String(value),
    shippingMethod: (value) => shippingOptions(t).find((option) => option.value === value)?.label ?? String(value),
    leadTime: (value) => t('days', { count: Number(value) }),
    paymentTerms: (value) => termsInWords(t, value as SupplierValues['paymentTerms']),
    leadTimes: (value) => leadTimesInWords(t, value as SupplierValues['leadTimes']),
    tolerances: (value) => tolerancesInWords(value as SupplierValues['tolerances']),
  };
  // The API represents these fields differently from the form, so the stored values are converted before they are
  // compared.
  const stored: Partial<Record<(typeof FIELDS)[number], ConflictField['stored']>> = {
    paymentTerms: (row) => termRows(row['paymentTerms'] as SupplierValues['paymentTerms']),
    leadTimes: (row) => leadTimeRows(row['leadTimes'] as SupplierValues['leadTimes']),
    tolerances: (row) => toleranceValues(row['tolerances'] as SupplierValues['tolerances']),
  };
  return FIELDS.map((name) => {
    const [format, from] = [words[name], stored[name]];
    return {
      name,
      label: t(`suppliers:field.${name}`),
      ...(format ? { format } : {}),
      ...(from ? { stored: from } : {}),
    };
  });
}
