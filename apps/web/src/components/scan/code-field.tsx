import { IconCamera } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { canReadBarcodes, startReading } from '../../lib/page/barcode.ts';
import { TextInput } from '../form/inputs.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { Dialog } from '../ui/confirm.tsx';
import { Note } from '../ui/states.tsx';
import classes from './scan.module.css';

interface CodeFieldProps {
  readonly label: string;
  /**
   * Called with a code that was typed, or read by the camera. Resolves to false if it could not be looked up; then it
   * stays in the field.
   */
  readonly onCode: (code: string) => Promise<boolean>;
  readonly error?: string | undefined;
}

/** A field for a barcode or a SKU. Where the browser can read barcodes, a button lets the camera read one. */
export function CodeField({ label, onCode, error }: CodeFieldProps) {
  const t = useT();
  const [code, setCode] = useState('');
  const [isReading, setReading] = useState(false);
  const take = (text: string) => {
    setCode('');
    if (text.trim() === '') return;
    void onCode(text.trim()).then((isDone) => isDone || setCode((now) => now || text.trim()));
  };
  return (
    <div className={classes.field}>
      <TextInput
        label={label}
        value={code}
        error={error}
        inputMode="text"
        // With a keyboard, typing a code is the first step in a dialog. On a phone, its keyboard would cover it.
        data-autofocus={window.matchMedia('(pointer: fine)').matches || undefined}
        onChange={setCode}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          take(code);
        }}
      />
      {canReadBarcodes() && (
        <ActionButton icon={IconCamera} onClick={() => setReading(true)}>
          {t('records:scan.open')}
        </ActionButton>
      )}
      {isReading && (
        <Camera
          onClose={() => setReading(false)}
          onRead={(read) => {
            setReading(false);
            take(read);
          }}
        />
      )}
    </div>
  );
}

function Camera({ onRead, onClose }: { onRead: (code: string) => void; onClose: () => void }) {
  const t = useT();
  // The dialog mounts its content after this component.
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [isFailed, setFailed] = useState(false);
  const read = useRef(onRead);
  read.current = onRead;
  useEffect(() => {
    if (!video) return undefined;
    return startReading(
      video,
      (code) => read.current(code),
      () => setFailed(true),
    );
  }, [video]);
  return (
    <Dialog title={t('records:scan.title')} onClose={onClose}>
      {isFailed ? (
        <Note tone="warning" role="alert">
          {t('records:scan.failed')}
        </Note>
      ) : (
        <p className="muted">{t('records:scan.body')}</p>
      )}
      {/* The picture of the camera has no sound and no words. */}
      <video
        ref={setVideo}
        className={classes.video}
        hidden={isFailed}
        muted
        playsInline
        aria-label={t('records:scan.title')}
      />
    </Dialog>
  );
}
