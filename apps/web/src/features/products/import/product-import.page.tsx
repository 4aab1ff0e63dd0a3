import { Progress, SegmentedControl } from '@mantine/core';
import { createProductImport, type ProductImport } from '@quayside/contracts/product-imports';
import { IconCircleCheck, IconDownload, IconUpload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { TotalsBar } from '../../../components/ui/figures.tsx';
import { PageFrame } from '../../../components/ui/page-frame.tsx';
import { EmptyState, Note } from '../../../components/ui/states.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/account.ts';
import { hasCode } from '../../../lib/api-error.ts';
import { formatCount, formatInstant } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { failureText } from '../../../lib/toasts.ts';
import { useCheckImport, useRunImport, useTemplateDownload } from '../api.ts';
import { DropZone } from './drop-zone.tsx';
import { ColumnsCard, ErrorsCard, SampleCard } from './import-tables.tsx';
import { planOf } from './import-words.ts';
import classes from './import.module.css';

const MAX_BYTES = createProductImport.upload?.maxBytes ?? Number.POSITIVE_INFINITY;
type Mode = ProductImport['mode'];
const MODES: readonly Mode[] = ['ALL_OR_NOTHING', 'VALID_ROWS'];

/** Products from a file: drop it, see what would happen, import, see what happened. */
export function ProductImportPage() {
  const t = useT();
  const permission = usePermission(createProductImport);
  const template = useTemplateDownload();
  const [file, setFile] = useState<File>();
  const check = useCheckImport();
  const run = useRunImport();
  const [refusal, setRefusal] = useState<string>();
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);

  const restart = () => {
    abort.current?.abort();
    setFile(undefined);
    setRefusal(undefined);
    check.reset();
    run.reset();
  };
  const take = (chosen: File) => {
    restart();
    if (chosen.size > MAX_BYTES) {
      setRefusal(t('products:import.tooLarge', { megabytes: MAX_BYTES / 1024 / 1024 }));
      return;
    }
    const controller = new AbortController();
    abort.current = controller;
    setFile(chosen);
    check.mutate(
      { file: chosen, signal: controller.signal },
      {
        onError: (error) => {
          if (controller.signal.aborted) return;
          setFile(undefined);
          setRefusal(`${chosen.name}: ${sentence(failureText(error))} ${hasCode(error, 'wrong_file') ? t('products:import.wrongKindHint') : ''}`);
        },
      },
    );
  };
  return (
    <PageFrame
      title={t('products:import.title')}
      breadcrumb={[{ label: t('products:title'), to: paths.products() }]}
      actions={
        <ActionButton icon={IconDownload} loading={template.isPending} onClick={() => template.mutate()}>
          {t('products:import.template')}
        </ActionButton>
      }
    >
      {refusal && (
        <Note tone="danger" role="alert">
          <b>{refusal}</b> {t('products:import.refusedHint')}
        </Note>
      )}
      {run.error && (
        <Note tone="danger" role="alert">
          <b>{sentence(failureText(run.error))}</b>
        </Note>
      )}
      {!file && <DropZone permission={permission} onFile={take} />}
      {file && check.isPending && (
        <Busy title={t('products:import.checking', { name: file.name })} body={t('products:import.checkingBody')} onCancel={restart} />
      )}
      {file &&
        check.data &&
        !run.data &&
        (run.isPending ? (
          <Busy
            title={t('products:import.importing', { name: file.name })}
            body={t('products:import.importingBody', { count: check.data.counts.rows, formatted: formatCount(check.data.counts.rows) })}
          />
        ) : (
          <Checked result={check.data} onAnother={restart} onRun={(mode) => run.mutate({ file, check: check.data.id, mode })} />
        ))}
      {run.data && <Done result={run.data} onAgain={restart} />}
    </PageFrame>
  );
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

function Busy({ title, body, onCancel }: { title: string; body: string; onCancel?: () => void }) {
  const t = useT();
  return (
    <Card>
      <div className={classes.busy} role="status">
        <p className={classes.busyTitle}>{title}</p>
        <Progress value={100} striped animated size="sm" radius="xl" aria-label={title} />
        <p className={classes.busyBody}>{body}</p>
        {onCancel && (
          <div>
            <ActionButton size="xs" onClick={onCancel}>
              {t('cancel')}
            </ActionButton>
          </div>
        )}
      </div>
    </Card>
  );
}

function countItems({ counts }: ProductImport, t: T) {
  return [
    { label: t('products:import.rows'), value: formatCount(counts.rows) },
    { label: t('products:import.create'), value: formatCount(counts.create) },
    { label: t('products:import.update'), value: formatCount(counts.update) },
    { label: t('products:import.skip'), value: formatCount(counts.skip) },
    { label: t('products:import.fail'), value: formatCount(counts.fail), ...(counts.fail > 0 ? { tone: 'danger' as const } : {}) },
  ];
}

/** After the dry run: what would happen, and the decision. */
function Checked({ result, onAnother, onRun }: { result: ProductImport; onAnother: () => void; onRun: (mode: Mode) => void }) {
  const t = useT();
  const [mode, setMode] = useState<Mode>('ALL_OR_NOTHING');
  const { stores, blocked } = planOf(result, mode);
  const reasons = {
    errors: t('products:import.blocked', { count: result.counts.fail }),
    noneRight: t('products:import.noneRight'),
    nothing: t('products:import.nothingToDo'),
  };
  return (
    <>
      {result.sameFileAs && (
        <Note tone="warning" role="status">
          <b>{t('products:import.sameFile', { when: formatInstant(result.sameFileAs.createdAt) })}</b> {t('products:import.sameFileHint')}
        </Note>
      )}
      <Card title={t('products:import.counts')}>
        <div className={classes.file}>
          <span className={classes.fileName}>{result.fileName}</span>
          <span className={classes.fileFacts}>
            {result.kind && t(`products:import.kind.${result.kind}`)} {result.encoding && `· ${t(`products:import.encoding.${result.encoding}`)}`}
          </span>
          <span className={classes.fileEnd}>
            <ActionButton size="xs" onClick={onAnother}>
              {t('products:import.another')}
            </ActionButton>
          </span>
        </div>
        <TotalsBar label={t('products:import.counts')} items={countItems(result, t)} />
        <div className={classes.decide}>
          {result.counts.fail > 0 ? (
            <div className={classes.modes}>
              <span className={classes.modeLabel} id="import-mode">
                {t('products:import.mode')}
              </span>
              <SegmentedControl
                aria-labelledby="import-mode"
                value={mode}
                onChange={(value) => setMode(value as Mode)}
                data={MODES.map((value) => ({ value, label: t(`products:import.modes.${value}`) }))}
              />
              <span className={classes.verdict}>{t(`products:import.modeHelp.${mode}`)}</span>
            </div>
          ) : (
            <p className={classes.verdict}>{blocked === 'nothing' ? reasons.nothing : t('products:import.allFine')}</p>
          )}
          {blocked !== 'nothing' && (
            <ActionButton variant="filled" icon={IconUpload} blocked={blocked ? reasons[blocked] : null} onClick={() => onRun(mode)}>
              {t('products:import.run', { count: stores, formatted: formatCount(stores) })}
            </ActionButton>
          )}
        </div>
      </Card>
      {result.errorCount > 0 && <ErrorsCard errors={result.errors} errorCount={result.errorCount} />}
      <div className={classes.pair}>
        <ColumnsCard columns={result.columns} />
        <SampleCard sample={result.sample} />
      </div>
    </>
  );
}

/** After the import: what happened. */
function Done({ result, onAgain }: { result: ProductImport; onAgain: () => void }) {
  const t = useT();
  const { create, update, skip, fail } = result.counts;
  const again = <ActionButton onClick={onAgain}>{t('products:import.again')}</ActionButton>;
  return (
    <>
      {result.state === 'REFUSED' ? (
        <Note tone="danger" role="alert" action={again}>
          <b>{t('products:import.refused')}.</b> {t('products:import.refusedBody', { count: fail, formatted: formatCount(fail) })}
        </Note>
      ) : (
        <Card flush>
          <div role="status">
            <EmptyState
              icon={IconCircleCheck}
              title={t('products:import.done')}
              actions={
                <>
                  <ActionButton variant="filled" to={paths.products()}>
                    {t('products:import.goToList')}
                  </ActionButton>
                  {again}
                </>
              }
            >
              {t('products:import.doneBody', {
                name: result.fileName,
                create: formatCount(create),
                update: formatCount(update),
                skip: formatCount(skip),
                fail: formatCount(fail),
              })}
            </EmptyState>
          </div>
        </Card>
      )}
      <TotalsBar label={t('products:import.countsDone')} items={countItems(result, t)} />
      {result.errorCount > 0 && <ErrorsCard errors={result.errors} errorCount={result.errorCount} />}
    </>
  );
}
