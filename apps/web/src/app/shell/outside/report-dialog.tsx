import { Dialog } from '../../../components/ui/confirm.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useInstallation } from '../../../lib/installation.ts';
import { OutsideFrame } from './outside-frame.tsx';
import { reportDialog } from './outside-state.ts';

/** The survey form of the installation, in a dialog. */
export function ReportDialog({ opened }: { opened: boolean }) {
  const t = useT();
  const url = useInstallation()?.reportIssueUrl;
  if (!url) return null;
  return (
    <Dialog
      title={t('shell:reportIssue')}
      size={640}
      height={680}
      opened={opened}
      onClose={() => reportDialog.set(false)}
    >
      <OutsideFrame url={url} title={t('shell:reportIssue')} />
    </Dialog>
  );
}
