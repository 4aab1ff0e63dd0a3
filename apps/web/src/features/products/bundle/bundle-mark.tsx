import { IconPackages } from '@tabler/icons-react';
import { Chip } from '../../../components/ui/status-chip.tsx';
import { useT } from '../../../i18n/i18n.ts';
import classes from './bundle.module.css';

/** Marks a product as a bundle. With `isIcon`, the mark is only an icon, for use after the name in a table. */
export function BundleMark({ isIcon = false }: { isIcon?: boolean }) {
  const t = useT();
  const help = t('products:bundle.markHelp');
  if (isIcon)
    return (
      <span className={classes.icon} role="img" aria-label={t('products:bundle.mark')} title={help}>
        <IconPackages size={16} stroke={1.75} aria-hidden />
      </span>
    );
  return (
    <span title={help}>
      <Chip icon={IconPackages}>{t('products:bundle.mark')}</Chip>
    </span>
  );
}
