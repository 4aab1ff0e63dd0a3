import { replaceProductSuppliers } from '@quayside/contracts/products/product-suppliers';
import type { Product } from '@quayside/contracts/products/products';
import { IconBuildingFactory2, IconLock, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Chooser } from '../../../components/form/chooser.tsx';
import { useNewSupplier } from '../../../components/form/new-supplier.tsx';
import { Form, SaveBar } from '../../../components/form/form.tsx';
import { useAppForm } from '../../../components/form/use-app-form.ts';
import { Card } from '../../../components/ui/card.tsx';
import { EmptyState, Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { useSupplierOptions } from '../api.ts';
import type { OwnVersion } from '../../../components/record/own-version.ts';
import { useReplaceSuppliers } from './api.ts';
import classes from './contact.module.css';
import { SupplierContacts } from './supplier-contacts.tsx';
import { TermsTable } from './terms-table.tsx';
import { errorsByPlace, moved, type TermsValue, termsOf, termsWords } from './terms-values.ts';

const MOST_SUPPLIERS = 20;
const NO_ERRORS: ReadonlyMap<string, string> = new Map();

/** The suppliers of a product with their terms. The first one is the usual supplier. */
export function ContactTab({ product, newestOwn, onWritten }: { product: Product } & OwnVersion) {
  const t = useT();
  const permission = usePermission(replaceProductSuppliers);
  const replace = useReplaceSuppliers(product.id);
  const suppliers = useSupplierOptions(product.supplier);
  const [refused, setRefused] = useState(NO_ERRORS);
  const form = useAppForm<
    { suppliers: TermsValue[]; version: number | undefined },
    NonNullable<typeof replaceProductSuppliers.body>
  >({
    schema: replaceProductSuppliers.body,
    initial: { suppliers: termsOf(product.suppliers), version: product.version },
    rowVersion: product.version,
    failure: { verb: 'update', entity: t('products:entity') },
    submit: async (body) => {
      setRefused(NO_ERRORS);
      try {
        const fresh = await replace.mutateAsync({ ...body, version: newestOwn(body.version) });
        onWritten(fresh.version);
        toast('success', t('products:contact.saved', { name: product.name }));
        return fresh;
      } catch (error) {
        setRefused(errorsByPlace(error));
        throw error;
      }
    },
  });
  const rows = form.values.suppliers;
  const change = (next: TermsValue[]) => {
    setRefused(NO_ERRORS);
    // Errors are stored by index. The indexes have just changed, so the stored errors would appear at the wrong
    // suppliers.
    form.clearErrors('suppliers');
    form.set('suppliers', next);
  };
  const nameOf = (id: string) => suppliers.options.find(({ value }) => value === id)?.label ?? id;
  const words = (value: unknown) =>
    (value as readonly TermsValue[])
      .map((row) =>
        termsWords(row, { name: nameOf(row.supplierId), from: t('products:contact.from'), days: t('products:days') }),
      )
      .join('; ');
  const errorAt = (place: string) => refused.get(place) ?? exact(form.errors, `suppliers.${place}`);
  const whole = exact(form.errors, 'suppliers');
  return (
    <>
      {!permission.allowed && (
        <Note tone="neutral" icon={IconLock}>
          <b>{t('products:readOnly')}</b> {permission.reason}
        </Note>
      )}
      <Form
        form={form}
        label={t('products:contact.label', { name: product.name })}
        conflictFields={[
          {
            name: 'suppliers',
            label: t('products:field.supplierIds'),
            format: words,
            stored: (row) => termsOf((row as unknown as Product).suppliers),
          },
        ]}
        guard={permission.allowed}
      >
        <Card title={t('products:contact.title')} hint={t('products:contact.hint')} flush>
          {rows.length === 0 ? (
            <EmptyState icon={IconBuildingFactory2} title={t('products:contact.noneTitle')}>
              {t('products:contact.noneBody')}
            </EmptyState>
          ) : (
            <TermsTable
              rows={rows}
              label={t('products:contact.label', { name: product.name })}
              nameOf={nameOf}
              readOnly={!permission.allowed}
              errorAt={errorAt}
              onChange={(index, part) => change(rows.map((row, at) => (at === index ? { ...row, ...part } : row)))}
              onMove={(from, to) => change(moved(rows, from, to))}
              onRemove={(index) => change(rows.filter((_, at) => at !== index))}
            />
          )}
          {permission.allowed && (
            <AddSupplier
              options={suppliers.options.filter(({ value }) => rows.every((row) => row.supplierId !== value))}
              isFull={rows.length >= MOST_SUPPLIERS}
              isFailed={suppliers.isError}
              onAdd={(supplierId, currency = suppliers.currencyOf(supplierId)) =>
                change([
                  ...rows,
                  {
                    supplierId,
                    price: '',
                    currency,
                    minimumOrder: null,
                    leadTime: null,
                    supplierSku: '',
                  },
                ])
              }
            />
          )}
        </Card>
        {whole !== undefined && refused.size === 0 && (
          <Note tone="danger" role="alert">
            {whole}
          </Note>
        )}
        <SupplierContacts ids={rows.map(({ supplierId }) => supplierId)} />
        <SaveBar form={form} permission={permission} />
      </Form>
    </>
  );
}

/** The error of exactly this path. An error of a row must not be shown as an error of the whole list. */
function exact(errors: Readonly<Record<string, unknown>>, path: string): string | undefined {
  const found = errors[path];
  return typeof found === 'string' ? found : undefined;
}

interface AddProps {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly isFull: boolean;
  readonly isFailed: boolean;
  readonly onAdd: (supplierId: string, currency?: string | null) => void;
}

function AddSupplier({ options, isFull, isFailed, onAdd }: AddProps) {
  const t = useT();
  const [text, setText] = useState('');
  const { create, dialog } = useNewSupplier(({ id, currency }) => onAdd(id, currency));
  return (
    <>
      <Chooser
        create={create}
        className={classes.picker ?? ''}
        aria-label={t('products:contact.add')}
        placeholder={t(isFull ? 'products:contact.full' : 'products:contact.add', { most: MOST_SUPPLIERS })}
        leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
        data={[...options]}
        value={null}
        searchable
        disabled={isFull}
        searchValue={text}
        onSearchChange={setText}
        nothingFound={isFailed ? t('products:help.suppliersFailed') : undefined}
        onChange={(id) => {
          if (id !== null) onAdd(id);
          setText('');
        }}
      />
      {dialog}
    </>
  );
}
