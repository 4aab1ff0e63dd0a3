import { putProductPicture } from '@quayside/contracts/products/product-pictures';
import type { Product } from '@quayside/contracts/products/products';
import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { ChooseFiles, DropTarget } from '../../../components/ui/drop-target.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { usePicture } from '../list/product-thumb.tsx';
import { fetchPicture, useDeletePicture, usePutPicture } from './api.ts';
import classes from './picture.module.css';
import { isPicture, scalePicture } from './scale-picture.ts';

const ACCEPT = 'image/png,image/jpeg,image/webp,image/gif';

/**
 * The picture of a product. A file can be dropped or chosen as the new picture, and the picture can be removed. Undo is
 * offered after both.
 */
export function PictureCard({ product, onWritten }: { product: Product; onWritten: (version: number) => void }) {
  const t = useT();
  const permission = usePermission(putProductPicture);
  const { put, remove, isBusy } = usePictureActions(product, onWritten);
  const url = usePicture(product);
  return (
    <DropTarget
      title={t('products:picture.drop', { name: product.name })}
      hint={t('products:picture.kinds')}
      permission={permission}
      onFiles={([file]) => file && put(file)}
    >
      <Card title={t('products:picture.title')}>
        <div className={classes.card}>
          <span className={classes.frame} data-empty={url === undefined || undefined}>
            {url === undefined ? (
              <IconPhoto size={28} stroke={1.5} aria-hidden />
            ) : (
              <img src={url} alt={t('products:picture.of', { name: product.name })} className={classes.image} />
            )}
          </span>
          <div className={classes.side}>
            <p className="quiet">{t(product.picture === null ? 'products:picture.none' : 'products:picture.help')}</p>
            <div className="row" data-gap="6">
              <ChooseFiles
                label={t('products:picture.file')}
                accept={ACCEPT}
                permission={permission}
                size="xs"
                onFiles={([file]) => file && put(file)}
              >
                {t(product.picture === null ? 'products:picture.choose' : 'products:picture.replace')}
              </ChooseFiles>
              {product.picture !== null && (
                <ActionButton size="xs" icon={IconTrash} permission={permission} loading={isBusy} onClick={remove}>
                  {t('remove')}
                </ActionButton>
              )}
            </div>
          </div>
        </div>
      </Card>
    </DropTarget>
  );
}

function usePictureActions(product: Product, onWritten: (version: number) => void) {
  const t = useT();
  const { id, name, picture } = product;
  const putting = usePutPicture(id);
  const deleting = useDeletePicture(id);
  const heard = (fresh: Product) => onWritten(fresh.version);
  const takenBack = (fresh: Product) => (heard(fresh), toast('success', t('products:picture.restored', { name })));
  /** Returns the Undo function, which stores the previous picture again or, if there was none, removes the new one. */
  const undoTo = (before: Blob | undefined) => () =>
    before
      ? putting.mutate(new File([before], name, { type: before.type }), { onSuccess: takenBack })
      : deleting.mutate(undefined, { onSuccess: takenBack });
  const before = () => (picture === null ? Promise.resolve(undefined) : fetchPicture(id).catch(() => undefined));
  const put = async (file: File) => {
    const scaled = isPicture(file) ? await scalePicture(file) : undefined;
    if (!scaled) return void toast('error', t('products:picture.unreadable', { file: file.name }), { scope: 'global' });
    const old = await before();
    putting.mutate(scaled, {
      onSuccess: (fresh) => (
        heard(fresh), toast('success', t('products:picture.stored', { name }), { onUndo: undoTo(old) })
      ),
    });
  };
  const remove = async () => {
    const old = await before();
    deleting.mutate(undefined, {
      onSuccess: (fresh) => (
        heard(fresh), toast('success', t('products:picture.removed', { name }), old ? { onUndo: undoTo(old) } : {})
      ),
    });
  };
  return {
    put: (file: File) => void put(file),
    remove: () => void remove(),
    isBusy: putting.isPending || deleting.isPending,
  };
}
