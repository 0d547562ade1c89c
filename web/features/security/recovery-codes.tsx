import { interpolate } from '#locales/interpolate.ts';
import * as securityPageMessages from '#locales/ru/security-page.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';

/** New recovery codes, which the site shows once. */
export function RecoveryCodes({
  codes,
  siteName,
  onDone,
}: {
  codes: string[];
  siteName: string;
  onDone: () => void;
}) {
  const text = codes.join('\n');
  const fileName = interpolate(securityPageMessages.recoveryFile, { site: siteName });

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      notify('success', securityPageMessages.recoveryCopied);
    } catch {
      notify('error', securityPageMessages.recoveryCopyFailed);
    }
  }

  return (
    <section
      ref={(node) => node?.focus()}
      tabIndex={-1}
      aria-labelledby="recovery-codes"
      className="mt-6 flex flex-col items-start gap-4 rounded-md border border-rule-strong bg-raised p-5"
    >
      <h2 id="recovery-codes" className="text-xl">
        {securityPageMessages.recoveryTitle}
      </h2>
      <Notice>{securityPageMessages.recoveryShownOnce}</Notice>
      <ul className="grid gap-x-8 gap-y-1 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onDone}>{securityPageMessages.recoveryDone}</Button>
        <Button variant="secondary" onClick={() => void copy()}>
          {securityPageMessages.recoveryCopy}
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${fileName}\n\n${text}\n`)}`}
          download={`${fileName}.txt`}
          className={buttonClass({ variant: 'secondary' })}
        >
          {securityPageMessages.recoveryDownload}
        </a>
      </div>
    </section>
  );
}
