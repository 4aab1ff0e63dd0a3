import { Button } from '@mantine/core';
import type { OutboundLink } from '@quayside/contracts/installation';
import { IconArrowRight, IconCheck, IconExternalLink, IconInfoCircle, IconMail } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Card } from '../../components/ui/card.tsx';
import { PageFrame } from '../../components/ui/page-frame.tsx';
import { Note } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { useAccount, useRoles } from '../../lib/session/account.ts';
import { useInstallation } from '../../lib/installation.ts';
import { paths } from '../../lib/paths.ts';
import classes from './resources.module.css';

type ResourceKey = Extract<OutboundLink, 'funding' | 'tariff' | 'bookkeeper' | 'listBusiness'>;

/** The targets of the links under "What your own data shows". */
const TARGETS: Readonly<Record<string, string>> = {
  products: paths.products(),
  suppliers: paths.suppliers(),
  invoices: paths.invoices(),
  documents: paths.documents(),
  assignedCosts: paths.assignedCosts(),
  reconciliation: paths.reconciliation(),
  restatements: paths.restatements(),
  users: paths.users(),
};

export const FundingPage = () => <ResourcePage of="funding" />;
export const TariffPage = () => <ResourcePage of="tariff" />;
export const BookkeeperPage = () => <ResourcePage of="bookkeeper" />;
export const ListBusinessPage = () => <ResourcePage of="listBusiness" />;

/** An information page. It loads no data. The operator of the installation configures its external link. */
function ResourcePage({ of: key }: { of: ResourceKey }) {
  const t = useT();
  const when = t(`resources:${key}.when`, { returnObjects: true }) as readonly string[];
  const prepare = t(`resources:${key}.prepare`, { returnObjects: true }) as readonly string[];
  return (
    <PageFrame title={t(`resources:${key}.title`)}>
      <p className={classes.lead}>{t(`resources:${key}.lead`)}</p>
      <div className={classes.columns}>
        <div className="stack">
          <Card title={t('resources:when')}>
            <ul className={classes.list}>
              {when.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </Card>
          <Card title={t('resources:prepare')}>
            <ul className={classes.checks}>
              {prepare.map((line) => (
                <li key={line}>
                  <IconCheck size={16} stroke={1.75} aria-hidden />
                  {line}
                </li>
              ))}
            </ul>
          </Card>
          <Note tone="info" icon={IconInfoCircle}>
            {t(`resources:${key}.note`)}
          </Note>
        </div>
        <div className="stack">
          <GoOn of={key} />
          <OwnData of={key} />
        </div>
      </div>
    </PageFrame>
  );
}

/**
 * The external link. If none is configured, a mail link to support. If no support address is configured either,
 * nothing.
 */
function GoOn({ of: key }: { of: ResourceKey }) {
  const t = useT();
  const installation = useInstallation();
  const url = installation?.links[key];
  const email = installation?.supportEmail;
  if (url)
    return (
      <Card title={t('resources:goOn')}>
        <p className={classes.words}>{t('resources:opens', { host: new URL(url).host })}</p>
        <Button
          component="a"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          variant="filled"
          rightSection={<IconExternalLink size={16} stroke={1.75} aria-hidden />}
        >
          {t(`resources:${key}.action`)}
        </Button>
      </Card>
    );
  if (email)
    return (
      <Card title={t('resources:ask')}>
        <p className={classes.words}>{t('resources:askBody', { email })}</p>
        <Button
          component="a"
          href={`mailto:${email}?subject=${encodeURIComponent(t(`resources:${key}.title`))}`}
          leftSection={<IconMail size={16} stroke={1.75} aria-hidden />}
        >
          {t('resources:write')}
        </Button>
      </Card>
    );
  return null;
}

/** Links to the screens with the figures that the page mentions. Screens that this person may not open are left out. */
function OwnData({ of: key }: { of: ResourceKey }) {
  const t = useT();
  const { settings } = useAccount();
  const { isAdmin } = useRoles();
  const words = t(`resources:${key}.links`, { returnObjects: true }) as Readonly<Record<string, string>>;
  const shown = Object.entries(words).filter(([name]) =>
    name === 'users' ? isAdmin : settings.isManagementSectionEnabled,
  );
  if (shown.length === 0) return null;
  return (
    <Card title={t('resources:data')} flush>
      <ul className={classes.links}>
        {shown.map(([name, line]) => (
          <li key={name}>
            <Link to={TARGETS[name] ?? paths.home()}>
              <span>{line}</span>
              <IconArrowRight size={16} stroke={1.75} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
