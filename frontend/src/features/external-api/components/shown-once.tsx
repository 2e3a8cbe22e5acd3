import { useId, useLayoutEffect, useRef } from 'react';
import { Note } from '#ui/note.tsx';
import { CopyButton } from './copy-button.tsx';

type ShownOnceProps = Readonly<{
  /** The label of the secret. */
  label: string;
  secret: string;
  /** A warning that the secret is never shown again. */
  warning: string;
}>;

/** Shows a token or secret once, and focuses its copy button. */
export function ShownOnce({ label, secret, warning }: ShownOnceProps) {
  const id = useId();
  const copyButton = useRef<HTMLButtonElement>(null);
  const shownSecret = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    copyButton.current?.focus();
  }, []);
  return (
    <>
      <Note kind="warning">
        <span id={`${id}-warning`}>{warning}</span>
      </Note>
      <div className="space-y-1.5">
        <p id={id} className="text-sm font-medium">
          {label}
        </p>
        <code
          ref={shownSecret}
          aria-labelledby={id}
          className="block rounded-xl border bg-sunken p-3 text-sm break-all select-all"
        >
          {secret}
        </code>
      </div>
      <CopyButton
        ref={copyButton}
        variant="primary"
        className="w-full sm:w-auto"
        aria-describedby={`${id}-warning`}
        text={secret}
        of={label}
        onFailed={() => {
          if (shownSecret.current) window.getSelection()?.selectAllChildren(shownSecret.current);
        }}
      />
    </>
  );
}
