import { EXPORT_KINDS } from '@posthorn/contracts/analytics/analytics-words';
import { messageOf } from '#lib/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/note.tsx';
import { exportAddress } from '../api/overview.ts';
import { usePlanEnded } from '../api/plan-ended.ts';
import { useSaveFile } from '../api/save-file.ts';
import type { Days } from '../period.ts';
import { OVERVIEW_TEXT as TEXT } from '../screen.messages.en.ts';
import { Section } from './section.tsx';

/** The same days as files. They stay links, for whoever has the browser save what they lead to. */
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
              href={exportAddress(days, kind)}
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
