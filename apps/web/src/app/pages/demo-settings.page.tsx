import { demoStatus } from '@quayside/contracts/accounts/accounts';
import type { ResponseOf } from '@quayside/contracts/endpoint';
import { postTestEmail } from '@quayside/contracts/mailbox';
import { postUserNotification } from '@quayside/contracts/notifications/notifications';
import { createTestProductOrder } from '@quayside/contracts/shipments/orders';
import { NOTIFICATION_TYPES } from '@quayside/domain/lists';
import { useQuery } from '@tanstack/react-query';
import { IconBell, IconMail, IconPackage } from '@tabler/icons-react';
import { useState } from 'react';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { PageFrame } from '../../components/ui/page-frame.tsx';
import { ErrorState } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { useAccount, usePermission } from '../../lib/session/account.ts';
import { call } from '../../lib/api/call.ts';
import { paths } from '../../lib/paths.ts';
import { read } from '../../lib/api/query-client.ts';
import { toast } from '../../lib/toasts/toasts.ts';
import { useWrite } from '../../lib/api/write.ts';
import { NotFoundPage } from './not-found.page.tsx';
import classes from './pages.module.css';

/**
 * The page with settings for trying out the product on an installation that has the demo seller. No setting deletes
 * data.
 */
export function DemoSettingsPage() {
  const t = useT();
  const demo = useQuery({ ...read('account', demoStatus, {}), staleTime: Number.POSITIVE_INFINITY });
  if (demo.data?.available === false) return <NotFoundPage />;
  return (
    <PageFrame title={t('demo:title')} count={t('demo:hint')}>
      {demo.isError && <ErrorState error={demo.error} record={t('demo:entity')} onRetry={() => void demo.refetch()} />}
      {demo.data && (
        <>
          <TestNotification />
          <TestMail hasMailbox={demo.data.hasMailbox} />
          <TestOrder />
        </>
      )}
    </PageFrame>
  );
}

function TestNotification() {
  const t = useT();
  const permission = usePermission(postUserNotification);
  const send = useWrite({
    send: (notificationType: (typeof NOTIFICATION_TYPES)[number]) =>
      call(postUserNotification, {
        body: { notificationType, summary: t(`demo:summary.${notificationType}`), message: t('demo:message') },
      }),
    failure: { verb: 'create', entity: t('demo:notification') },
    onSuccess: () => toast('success', t('demo:notified')),
  });
  return (
    <Card title={t('demo:notificationTitle')}>
      <p>{t('demo:notificationHint')}</p>
      <div className={classes.tryOut}>
        {NOTIFICATION_TYPES.map((type) => (
          <ActionButton
            key={type}
            icon={IconBell}
            permission={permission}
            loading={send.isPending && send.variables === type}
            disabled={send.isPending}
            onClick={() => send.mutate(type)}
          >
            {t(`demo:send.${type}`)}
          </ActionButton>
        ))}
      </div>
    </Card>
  );
}

function TestMail({ hasMailbox }: { hasMailbox: boolean }) {
  const t = useT();
  const { me } = useAccount();
  const send = useWrite({
    send: () => call(postTestEmail, { body: {} }),
    failure: { verb: 'create', entity: t('demo:mail') },
    onSuccess: ({ email }) => toast('success', t('demo:mailed', { email })),
  });
  return (
    <Card title={t('demo:mailTitle')}>
      <p>{t('demo:mailHint', { email: me.email })}</p>
      <div className={classes.tryOut}>
        <ActionButton icon={IconMail} loading={send.isPending} onClick={() => send.mutate()}>
          {t('demo:sendMail')}
        </ActionButton>
        {hasMailbox && <ActionButton to={paths.mailbox()}>{t('demo:openMailbox')}</ActionButton>}
      </div>
    </Card>
  );
}

/** Creates a product with an order of its own, to try out packing, shipping and receiving: in the demo account only. */
function TestOrder() {
  const t = useT();
  const { me } = useAccount();
  const permission = usePermission(createTestProductOrder);
  const [made, setMade] = useState<ResponseOf<typeof createTestProductOrder>>();
  const create = useWrite({
    // After each order the next one is another, and a retry is the same.
    send: (_: string, key) => call(createTestProductOrder, { idempotencyKey: key() }),
    failure: { verb: 'create', entity: t('demo:order') },
    onSuccess: (order) => {
      setMade(order);
      toast('success', t('demo:ordered', { sku: order.sku }));
    },
  });
  if (!me.isDemo) return null;
  return (
    <Card title={t('demo:orderTitle')}>
      <p>{t('demo:orderHint')}</p>
      <div className={classes.tryOut}>
        <ActionButton
          icon={IconPackage}
          permission={permission}
          loading={create.isPending}
          onClick={() => create.mutate(made?.orderId ?? '')}
        >
          {t('demo:createOrder')}
        </ActionButton>
        {made && <ActionButton to={paths.order(made.orderId)}>{t('demo:openOrder', { sku: made.sku })}</ActionButton>}
      </div>
    </Card>
  );
}
