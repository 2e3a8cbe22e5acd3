import { EXPORT_KINDS, type ExportKind } from '@posthorn/contracts/analytics/analytics-words';
import { apiErrorOf, messageOf, positionHeader } from '#lib/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/note.tsx';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import { exportUrl } from '../api/overview.ts';
import { usePlanEnded } from '../api/plan-ended.ts';
import type { Days } from '../model/period.ts';
import { OVERVIEW_TEXT as TEXT } from '../messages/screen.en.ts';
import { Section } from './section.tsx';

/** The URL of a blob is revoked after this time, because some browsers save nothing if the URL is revoked too soon. */
const REVOKE_AFTER_MS = 60_000;

/** Downloads a file by script and saves it, so that the screen can show an error. Browsers store large blobs on disk. */
const useSaveFile = ({ from, to }: Days) =>
  useDeclaredMutation({
    send: async (kind: ExportKind) => {
      const response = await fetch(exportUrl({ from, to }, kind), {
        credentials: 'include',
        headers: positionHeader(),
      });
      if (!response.ok) throw await apiErrorOf(response.status, await response.text());
      save(await response.blob(), `posthorn-${kind}-${from}-${to}.csv`);
    },
  });

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, REVOKE_AFTER_MS);
}

/** Exports the chosen days as files. The buttons are links, so that a user can also save the target of a link. */
export function Export({ days }: { days: Days }) {
  const { mutate, isPending, error } = useSaveFile(days);
  usePlanEnded(error);
  return (
    <Section title={TEXT.export}>
      <p className="text-sm text-muted">{TEXT.exportHint}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {EXPORT_KINDS.map((kind) => (
          <Button key={kind} asChild>
            <a
              href={exportUrl(days, kind)}
              download
              aria-disabled={isPending}
              onClick={(event) => {
                event.preventDefault();
                if (!isPending) mutate(kind);
              }}
            >
              {TEXT.exports[kind]}
            </a>
          </Button>
        ))}
      </div>
      <p role="status" className="mt-2 text-sm text-muted empty:hidden">
        {isPending && TEXT.exporting}
      </p>
      {error && (
        <Note kind="error" className="mt-2">
          {messageOf(error, TEXT.exportFailed)}
        </Note>
      )}
    </Section>
  );
}
