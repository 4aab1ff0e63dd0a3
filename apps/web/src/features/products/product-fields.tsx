import { Button } from '@mantine/core';
import type { Product } from '@quayside/contracts/products/products';
import {
  DIMENSION_UNITS,
  PRODUCT_STATUSES,
  type ProductStatus,
  SALES_CHANNELS,
  SHIPPING_METHODS,
  WEIGHT_UNITS,
} from '@quayside/domain/lists';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { CountryField } from '../../components/form/choice-fields.tsx';
import {
  MeasureField,
  MultiSelectField,
  SelectField,
  TagsField,
  TextAreaField,
  TextField,
  WholeNumberField,
} from '../../components/form/fields.tsx';
import { useNewSupplier } from '../../components/form/new-supplier.tsx';
import { SuggestField } from '../../components/form/suggest-field.tsx';
import { FormSection, Wide } from '../../components/form/form.tsx';
import type { AppForm } from '../../components/form/form-types.ts';
import { Note } from '../../components/ui/states.tsx';
import { Chip, StatusChip } from '../../components/ui/status-chip.tsx';
import { IN_FULL } from '../../lib/words/measure-words.ts';
import { MeasuredText } from '../../components/ui/measured-text.tsx';
import { type T, useT } from '../../i18n/i18n.ts';
import { EN_DASH, langOf } from '../../lib/words/format.ts';
import { useSuggestions, useSupplierOptions } from './api.ts';
import { measureFacts } from './measure-facts.ts';
import { type ProductField, productHref, type ProductValues, SECTIONS } from './product-values.ts';
import { ParentField } from './variants/parent-field.tsx';
import classes from './products.module.css';

/** The fields that must not be empty. */
const REQUIRED: ReadonlySet<ProductField> = new Set([
  'name',
  'sku',
  'supplierIds',
  'status',
  'dimensionUnit',
  'weightUnit',
]);

interface FieldsProps {
  readonly form: AppForm<ProductValues>;
  readonly readOnly: boolean;
  /** The stored product; undefined for a new one. */
  readonly product?: Product;
  /** The parent of a variant. It comes from the stored product or, for a new variant, from the page's URL. */
  readonly parent: Product['parent'];
}
interface SectionProps extends FieldsProps {
  readonly loose: AppForm;
  readonly shared: (name: ProductField) => {
    form: AppForm;
    name: string;
    label: string;
    readOnly: boolean;
    required: boolean;
    clearable: boolean;
  };
}

/** The fields of a product, in cards: identity, sourcing, marketplaces, measures, notes. */
export function ProductFields(props: FieldsProps) {
  const t = useT();
  const { form, readOnly } = props;
  const section: SectionProps = {
    ...props,
    loose: form,
    shared: (name) => ({
      ...form.field(name),
      label: t(`products:field.${name}`),
      readOnly,
      required: REQUIRED.has(name) && !readOnly,
      clearable: !REQUIRED.has(name) && !readOnly,
    }),
  };
  return (
    <>
      {!readOnly && <p className="muted">{t('requiredMark')}</p>}
      <Identity {...section} />
      <Sourcing {...section} />
      <Marketplaces {...section} />
      <MeasureSection {...section} />
      <More {...section} />
    </>
  );
}

function Identity({ loose, shared, readOnly, product, parent }: SectionProps) {
  const t = useT();
  const { brands, groups } = useSuggestions();
  const isParent = product !== undefined && product.variantCount > 0;
  return (
    <FormSection title={t('products:section.identity')} fields={SECTIONS.identity} form={loose} columns={3}>
      <Wide>
        <TextField {...shared('name')} maxLength={500} autoFocus={product === undefined && !readOnly} />
      </Wide>
      <TextField {...shared('sku')} maxLength={100} />
      <SelectField
        {...shared('status')}
        options={PRODUCT_STATUSES.map((value) => ({ value, label: t(`status.product.${value}`) }))}
        disabled={readOnly}
        renderOption={({ value }) => <StatusChip family="product" value={value as ProductStatus} />}
      />
      <SuggestField {...shared('brand')} suggestions={brands} maxLength={100} />
      <TextField {...shared('reBrand')} maxLength={100} help={t('products:help.reBrand')} />
      <SuggestField {...shared('group')} suggestions={groups} maxLength={100} />
      <ParentField
        {...shared('parentId')}
        parent={parent}
        without={product?.id}
        disabled={readOnly || isParent}
        help={t(isParent ? 'products:help.isParent' : 'products:help.parentId')}
      />
    </FormSection>
  );
}

function Sourcing({ form, loose, shared, readOnly, product }: SectionProps) {
  const t = useT();
  const suppliers = useSupplierOptions(product?.supplier);
  const newSupplier = useNewSupplier(({ id }) => form.set('supplierIds', [...form.values.supplierIds, id]));
  const { create } = newSupplier;
  const addSupplier = (
    <>
      {suppliers.isError && <>{t('products:help.suppliersFailed')} </>}
      {!readOnly && create && (
        <Button size="compact-xs" variant="subtle" onClick={() => create.onCreate('')}>
          {t('products:addSupplier')}
        </Button>
      )}
    </>
  );
  // A product that was imported without a supplier can be changed without choosing one. Its suppliers are a gap then.
  const lacksSupplier = product !== undefined && product.supplier.length === 0;
  return (
    <FormSection title={t('products:section.sourcing')} fields={SECTIONS.sourcing} form={loose} columns={3}>
      <Wide>
        <MultiSelectField
          {...shared('supplierIds')}
          options={suppliers.options}
          required={!lacksSupplier && !readOnly}
          help={
            <>
              {lacksSupplier && form.values.supplierIds.length === 0 && (
                <Chip icon={IconAlertTriangle} tone="warning">
                  {t('products:gap.SUPPLIER')}
                </Chip>
              )}{' '}
              {addSupplier}
            </>
          }
          placeholder={t('products:chooseSuppliers')}
          create={readOnly ? undefined : create}
        />
        {newSupplier.dialog}
      </Wide>
      <WholeNumberField {...shared('supplierLeadTime')} suffix={t('products:days')} max={3650} />
      <SelectField {...shared('shippingMethod')} options={shippingOptions(t)} disabled={readOnly} />
      <CountryField {...shared('countryOfOrigin')} disabled={readOnly} />
      <TextField {...shared('hsCode')} />
    </FormSection>
  );
}

function Marketplaces({ form, loose, shared, product }: SectionProps) {
  const t = useT();
  const same = product?.barcode === form.values.barcode ? product.sameBarcode : [];
  return (
    <FormSection title={t('products:section.marketplaces')} fields={SECTIONS.marketplaces} form={loose} columns={2}>
      <TextField {...shared('asin')} maxLength={20} />
      <TextField {...shared('fnsku')} maxLength={20} />
      <TextField {...shared('barcode')} maxLength={40} help={t('products:help.barcode')} />
      <TagsField {...shared('skuAlias')} help={t('products:help.skuAlias')} />
      {same.length > 0 && (
        <Wide>
          <Note tone="warning" icon={IconAlertTriangle} role="status">
            {t('products:sameBarcode')}{' '}
            {same.map((other, i) => (
              <Fragment key={other.id}>
                {i > 0 && ', '}
                <Link to={productHref(other)}>
                  {other.sku} · <span lang={langOf(other.name)}>{other.name}</span>
                </Link>
              </Fragment>
            ))}
          </Note>
        </Wide>
      )}
      <MultiSelectField {...shared('channel')} options={channelOptions(t)} />
    </FormSection>
  );
}

function MeasureSection({ form, loose, shared, readOnly, product }: SectionProps) {
  const t = useT();
  const { dimensionUnit, weightUnit } = form.values;
  const isMoved = product !== undefined && SECTIONS.measures.some((name) => form.isChanged(name));
  const side = t(`products:unit.${dimensionUnit}`);
  const weight = t(`products:unit.${weightUnit}`);
  return (
    <FormSection
      title={t('products:section.measures')}
      hint={t('products:help.measures')}
      fields={SECTIONS.measures}
      form={loose}
      columns={4}
    >
      <MeasureField {...shared('length')} unit={side} />
      <MeasureField {...shared('width')} unit={side} />
      <MeasureField {...shared('height')} unit={side} />
      <SelectField
        {...shared('dimensionUnit')}
        options={DIMENSION_UNITS.map((value) => ({ value, label: t(`products:unitName.${value}`) }))}
        disabled={readOnly}
      />
      <MeasureField {...shared('weight')} unit={weight} />
      <MeasureField {...shared('packagingWeight')} unit={weight} />
      <MeasureField {...shared('shippingWeight')} unit={weight} help={t('products:help.shippingWeight')} />
      <SelectField
        {...shared('weightUnit')}
        options={WEIGHT_UNITS.map((value) => ({ value, label: t(`products:unitName.${value}`) }))}
        disabled={readOnly}
      />
      <Wide>
        <Facts values={form.values} product={product} />
      </Wide>
      {isMoved && (
        <Wide>
          <Note tone="info" icon={IconInfoCircle} role="status">
            {t('products:measuresMoved')}
          </Note>
        </Wide>
      )}
    </FormSection>
  );
}

/** The figures derived from the measures in the form, updated while somebody types. */
function Facts({ values, product }: { values: ProductValues; product: Product | undefined }) {
  const t = useT();
  const { weight, volume, girth } = measureFacts(values, product?.casePackaging ?? null);
  const isMetric = values.dimensionUnit === 'CM';
  const [mass, otherMass] = values.weightUnit === 'GR' ? (['GR', 'OZ'] as const) : (['OZ', 'GR'] as const);
  const figure = (text: string, unit: string) => (
    <MeasuredText>{({ quantity }) => `${quantity(text, 2)} ${unit}`}</MeasuredText>
  );
  const inFull = (text: string, unit: string) => `${IN_FULL.quantity(text, 2)} ${unit}`;
  return (
    <dl className={classes.facts} aria-live="polite">
      <Fact name={t('products:facts.weight')} missing={weight === null ? t('products:facts.noWeight') : undefined}>
        {weight && (
          <span className="num" title={inFull(weight.other, t(`products:unit.${otherMass}`))}>
            {figure(weight.own, t(`products:unit.${mass}`))}{' '}
            <small>{t(`products:facts.source.${weight.source}`)}</small>
          </span>
        )}
      </Fact>
      <Fact name={t('products:facts.volume')} missing={volume === null ? t('products:facts.noVolume') : undefined}>
        {volume && (
          <span className="num" title={inFull(volume.other, isMetric ? 'in³' : 'cm³')}>
            {figure(volume.own, isMetric ? 'cm³' : 'in³')}{' '}
            {volume.source === 'CASE' && <small>{t('products:facts.source.CASE')}</small>}
          </span>
        )}
      </Fact>
      <Fact name={t('products:facts.girth')}>
        {girth && <span className="num">{figure(girth, t(`products:unit.${values.dimensionUnit}`))}</span>}
      </Fact>
    </dl>
  );
}

function Fact({ name, missing, children }: { name: string; missing?: string | undefined; children: ReactNode }) {
  return (
    <div className={classes.fact} data-missing={missing !== undefined || undefined}>
      <dt>{name}</dt>
      <dd>
        {missing !== undefined && <IconAlertTriangle size={14} stroke={1.75} aria-hidden />}
        {missing ?? (children || EN_DASH)}
      </dd>
    </div>
  );
}

function More({ form, loose, shared, product }: SectionProps) {
  const t = useT();
  const stored = product?.thumbnail;
  const { tags } = useSuggestions();
  const open =
    stored && stored === form.values.thumbnail ? (
      <Button
        component="a"
        href={stored}
        target="_blank"
        rel="noreferrer noopener"
        size="compact-xs"
        variant="subtle"
        className={classes.picture ?? ''}
      >
        {t('products:openPicture')}
      </Button>
    ) : undefined;
  return (
    <FormSection title={t('products:section.more')} fields={SECTIONS.more} form={loose} columns={2}>
      <TagsField {...shared('tags')} suggestions={tags} help={t('products:help.tags')} />
      <TextField
        {...shared('thumbnail')}
        type="url"
        maxLength={2000}
        placeholder="https://"
        help={
          <>
            {t('products:help.thumbnail')} {open}
          </>
        }
      />
      <Wide>
        <TextAreaField {...shared('notes')} maxLength={2000} />
      </Wide>
    </FormSection>
  );
}

export const shippingOptions = (t: T) =>
  SHIPPING_METHODS.map((value) => ({ value, label: t(`shippingMethod.${value}`) }));
export const channelOptions = (t: T) =>
  SALES_CHANNELS.map((value) => ({ value, label: t(`products:channel.${value}`) }));
