import type { AccountExportReply } from '@posthorn/contracts/identity/account-export.http';
import { useRef, useState } from 'react';
import { messageOf } from '#lib/api-client.ts';
import { useNow } from '#lib/now.ts';
import { dayAndTime } from '#lib/zone-format.ts';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/note.tsx';
import { SignInOnceMore } from '#ui/sign-in-once-more.tsx';
import { useExportAccount } from '../api/export-account.ts';
import { YOUR_DATA_TEXT as TEXT } from '../messages/your-data.en.ts';

/** Explains the export and requests its download link. @param timezone the zone for the time when the link expires */
export function DataExport({ timezone }: { timezone: string }) {
  const { mutate: requestLink, isPending, data: link, error } = useExportAccount();
  const [startedLink, setStartedLink] = useState<AccountExportReply | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <h3 className="mt-3 text-sm font-semibold">{TEXT.export}</h3>
      <p className="mt-1 text-sm text-muted">{TEXT.hint}</p>
      <ul className="mt-1 list-disc ps-5 text-sm text-muted">
        {TEXT.contents.map((content) => (
          <li key={content}>{content}</li>
        ))}
      </ul>
      {link && (
        <Ready
          link={link}
          isBegun={link === startedLink}
          timezone={timezone}
          onBegin={() => {
            setStartedLink(link);
            // The link disappears after its only use, so the focus moves to the button.
            button.current?.focus();
          }}
        />
      )}
      {error && <Refused error={error} />}
      <Button
        ref={button}
        className="mt-3"
        // A disabled button would lose the focus, so `aria-disabled` marks it instead.
        aria-disabled={isPending}
        onClick={() => {
          if (!isPending) requestLink();
        }}
      >
        {isPending ? TEXT.asking : link ? TEXT.askAgain : TEXT.ask}
      </Button>
    </>
  );
}

type ReadyProps = Readonly<{
  link: AccountExportReply;
  isBegun: boolean;
  timezone: string;
  onBegin: () => void;
}>;

function Ready({ link, isBegun, timezone, onBegin }: ReadyProps) {
  const now = useNow();
  if (isBegun || now >= Date.parse(link.expiresAt))
    return (
      <p role="status" className="mt-3 text-sm">
        {isBegun ? TEXT.begun : TEXT.over}
      </p>
    );
  return (
    <div role="status" className="mt-3 text-sm">
      <p className="font-medium">{TEXT.ready}</p>
      <p className="text-muted">{TEXT.until(dayAndTime(link.expiresAt, timezone, now))}</p>
      <Button asChild variant="primary" className="mt-2">
        {/* The response header contains the file name. */}
        <a href={link.url} download onClick={onBegin}>
          {TEXT.download}
        </a>
      </Button>
    </div>
  );
}

const Refused = ({ error }: { error: Error }) => (
  <Note kind="error" className="mt-3">
    {messageOf(error, TEXT.failed)}
    <SignInOnceMore error={error} next="/settings" />
  </Note>
);
