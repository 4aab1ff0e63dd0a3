import { Button } from '@mantine/core';
import type { CostCategory } from '@quayside/domain/lists';
import { IconLifebuoy, IconMoon, IconSun } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { CategoryDot, MakeUpBar, Thumb } from '../../components/ui/figures.tsx';
import { SimpleTable } from '../../components/ui/simple-table.tsx';
import { useT } from '../../i18n/i18n.ts';
import { useInstallation } from '../../lib/installation.ts';
import { Logo } from '../shell/logo.tsx';
import { useDarkToggle } from '../shell/dark-toggle.ts';
import { LanguageChoice } from './language-choice.tsx';
import { MailboxLink } from './mailbox-link.tsx';
import classes from './pages.module.css';

/**
 * The frame of the sign-in and registration pages. The form is on the left, and a description of the product on the
 * right.
 */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  const t = useT();
  const { isDark, toggle } = useDarkToggle();
  const support = useInstallation()?.supportEmail;
  useEffect(() => {
    document.title = `${title} · ${t('productName')}`;
  }, [title, t]);
  return (
    <div className={classes.auth}>
      <main className={classes.authLeft}>
        <Logo />
        <div className={classes.authBox}>{children}</div>
        <footer className={classes.authFoot}>
          <MailboxLink />
          {support && (
            <Button
              size="xs"
              variant="subtle"
              component="a"
              href={`mailto:${support}`}
              leftSection={<IconLifebuoy size={14} stroke={1.75} aria-hidden />}
            >
              {t('shell:support')}
            </Button>
          )}
          <LanguageChoice />
          <Button
            size="xs"
            variant="subtle"
            leftSection={isDark ? <IconSun size={14} stroke={1.75} /> : <IconMoon size={14} stroke={1.75} />}
            onClick={toggle}
          >
            {isDark ? t('light') : t('dark')}
          </Button>
        </footer>
      </main>
      <aside className={classes.authRight}>
        <div className={classes.authInner}>
          <p className={classes.lead}>
            {t('accounts:signIn.lead1')}
            <br />
            {t('accounts:signIn.lead2')}
          </p>
          <Example />
        </div>
      </aside>
    </div>
  );
}

const ROWS: readonly {
  key: 'factory' | 'freight' | 'duty' | 'local' | 'rest';
  category: CostCategory;
  document: string;
  perUnit: string;
}[] = [
  { key: 'factory', category: 'FACTORY_INVOICE', document: 'HS-26-1042', perUnit: '6.2895' },
  { key: 'freight', category: 'SHIPPING', document: 'MOF-88214', perUnit: '0.9578' },
  { key: 'duty', category: 'CUSTOMS_AND_DUTIES', document: 'HCB-5521', perUnit: '0.1698' },
  { key: 'local', category: 'LOCAL_FREIGHT', document: 'TH-30918', perUnit: '0.1534' },
  { key: 'rest', category: 'OTHER', document: '', perUnit: '0.1620' },
];

/** A worked example of a landed cost; its parts add up to its total. */
function Example() {
  const t = useT();
  return (
    <section className={classes.example}>
      <header className={classes.exampleHead}>
        <Thumb name={t('accounts:example.name')} size={36} />
        <div>
          <h2 className="section-title">{t('accounts:example.name')}</h2>
          <p className="quiet">{t('accounts:example.detail')}</p>
        </div>
        <div>
          <p className={`${classes.exampleFigure} num`}>£7.7325</p>
          <p className="quiet">{t('perUnit')}</p>
        </div>
      </header>
      <div style={{ padding: '2px 18px 12px' }}>
        <MakeUpBar byCategory={Object.fromEntries(ROWS.map((row) => [row.category, row.perUnit]))} height={6} />
      </div>
      <SimpleTable className={classes.exampleTable} label={t('accounts:example.name')} row={{ height: 34, pad: 0 }}>
        <tbody>
          {ROWS.map((row) => (
            <tr key={row.key}>
              <td>
                <CategoryDot category={row.category} />
                &ensp;{t(`accounts:example.${row.key}`)}
              </td>
              <td>{row.document || t('accounts:example.documents')}</td>
              <td data-figure>{row.perUnit}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>{t('accounts:example.total')}</td>
            <td />
            <td data-figure>7.7325</td>
          </tr>
        </tfoot>
      </SimpleTable>
    </section>
  );
}
