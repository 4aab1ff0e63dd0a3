import { patchProduct, type Product } from '@quayside/contracts/products/products';
import { IconLock } from '@tabler/icons-react';
import { Link } from 'react-router';
import { MeasureField, WholeNumberField } from '../../../components/form/fields.tsx';
import { Form, FormSection, SaveBar, Wide } from '../../../components/form/form.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { MeasuresOffer } from '../measures/measures-offer.tsx';
import { productHref } from '../product-values.ts';
import type { OwnVersion } from '../../../components/record/own-version.ts';
import { CaseFactsList, ProductFactsList } from './facts-list.tsx';
import { usePackagingForm } from './packaging-form.ts';
import type { BoxKind } from './packaging-values.ts';

/**
 * The tab of one package, which is either the packed unit or the case. It has the dimensions, the gross weight, the
 * contents, and the figures derived from them.
 */
export function PackagingTab({
  product,
  kind,
  newestOwn,
  onWritten,
}: { product: Product; kind: BoxKind } & OwnVersion) {
  const t = useT();
  const permission = usePermission(patchProduct);
  const { form, conflictFields } = usePackagingForm(product, kind, { newestOwn, onWritten });
  const readOnly = !permission.allowed;
  const title = t(kind === 'casePackaging' ? 'products:tab.case-packaging' : 'products:tab.product-packaging');
  const shared = (name: keyof typeof form.values & string) => ({ ...form.field(name), readOnly, optional: !readOnly });
  const side = t(`products:unit.${product.dimensionUnit}`);
  return (
    <>
      {readOnly && (
        <Note tone="neutral" icon={IconLock}>
          <b>{t('products:readOnly')}</b> {permission.reason}
        </Note>
      )}
      <MeasuresOffer product={product} />
      <Form form={form} label={title} conflictFields={conflictFields} guard={permission.allowed}>
        <FormSection
          title={title}
          hint={t(kind === 'casePackaging' ? 'products:packaging.caseHint' : 'products:packaging.productHint')}
          fields={['length', 'width', 'height', 'weight', 'count']}
          form={form}
          columns={3}
        >
          <MeasureField {...shared('length')} label={t('products:packaging.field.length')} unit={side} />
          <MeasureField {...shared('width')} label={t('products:packaging.field.width')} unit={side} />
          <MeasureField {...shared('height')} label={t('products:packaging.field.height')} unit={side} />
          <MeasureField
            {...shared('weight')}
            label={t('products:packaging.field.weight')}
            unit={t(`products:unit.${product.weightUnit}`)}
            help={t('products:packaging.weightHelp')}
          />
          <WholeNumberField
            {...shared('count')}
            label={t(`products:packaging.count.${kind}`)}
            help={t(`products:packaging.countHelp.${kind}`)}
          />
          <Wide>
            <p className="quiet">
              {t('products:packaging.units', {
                length: t(`products:unitName.${product.dimensionUnit}`).toLowerCase(),
                weight: t(`products:unitName.${product.weightUnit}`).toLowerCase(),
              })}{' '}
              {!readOnly && (
                <Link to={productHref(product)} style={{ textDecoration: 'underline' }}>
                  {t('products:packaging.changeUnits')}
                </Link>
              )}
            </p>
          </Wide>
          <Wide>
            {kind === 'casePackaging' ? (
              <CaseFactsList values={form.values} product={product} />
            ) : (
              <ProductFactsList values={form.values} product={product} />
            )}
          </Wide>
        </FormSection>
        <SaveBar form={form} permission={permission} />
      </Form>
    </>
  );
}
