import { memo, type ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Button } from '#ui/button.tsx';
import { DialogFooter } from '#ui/dialog.tsx';
import { Note } from '#ui/note.tsx';
import { useNow } from '#lib/now.ts';
import { relativeTime } from '#lib/relative-time.ts';
import { dayAndTime, zoneClock } from '#lib/zone-format.ts';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import type { PostOrDraft } from '../../model/composer/warnings-request.ts';
import type { TargetFit } from '../../model/composer/target-fit.ts';
import type { SavingState } from '../../api/drafts/saving-status.ts';
import { instantOf, type PostFields } from '../../model/composer/post-fields.ts';
import { FitSummary } from './fit-problems.tsx';
import { ScheduleWarnings } from './schedule-warnings.tsx';
import { TimeBar } from './time-bar.tsx';

/** The chosen time as text: day, time, zone, and the span until then. */
function ChosenTime({ zone }: { zone: string }) {
  const { control } = useFormContext<PostFields>();
  const [localTime, second, isNow] = useWatch({ control, name: ['localTime', 'second', 'now'] });
  const now = useNow();
  const instant = instantOf({ localTime, second }, zone);
  return (
    <p className="text-sm max-sm:text-xs">
      {isNow
        ? COMPOSER_TEXT.time.atOnce
        : instant &&
          `${dayAndTime(instant, zone, now)} ${zoneClock(instant, zone)}, ${relativeTime(instant, now)}`}
    </p>
  );
}

type ComposerFooterProps = PostOrDraft &
  Readonly<{
    id: string;
    zone: string;
    fields: PostFields;
    fits: readonly TargetFit[];
    refusal: string | null;
    /** What the user should know before the form is sent. */
    notice: ReactNode;
    draft: SavingState;
    /** The number of files that the server does not have. */
    unsentFiles: number;
    blocked: boolean;
    disabled: boolean;
    submit: string;
    onShowProblem: () => void;
  }>;

/** The part below the form, which is always visible: open problems, the time, the state of the draft, and the buttons. */
export const ComposerFooter = memo(function ComposerFooter(props: ComposerFooterProps) {
  const { id, zone, fields, postId, draftId, fits, refusal, notice, draft, unsentFiles } = props;
  const { blocked, disabled, submit, onShowProblem } = props;
  return (
    <DialogFooter className="bottom-0 z-10 [@container_dialog_(width>=18rem)]:sticky">
      {refusal && (
        <Note kind="error" className="w-full">
          {refusal}
        </Note>
      )}
      {notice}
      <FitSummary id={id} fits={fits} onShow={onShowProblem} />
      <ScheduleWarnings zone={zone} fields={fields} postId={postId} draftId={draftId} fits={fits} />
      <TimeBar zone={zone} postId={postId} />
      <div className="ml-auto flex min-w-0 flex-wrap items-center justify-end gap-x-3 gap-y-2 max-sm:w-full">
        <div className="min-w-0 flex-1 basis-36 sm:text-right">
          <ChosenTime zone={zone} />
          <DraftWord state={draft} unsentFiles={unsentFiles} />
        </div>
        <Button
          type="submit"
          variant="primary"
          size="large"
          disabled={disabled}
          aria-describedby={blocked ? id : undefined}
        >
          {submit}
        </Button>
      </div>
    </DialogFooter>
  );
});

function DraftWord({ state, unsentFiles }: { state: SavingState; unsentFiles: number }) {
  const { saving, saved, here, failed, conflict, unsent } = COMPOSER_TEXT.draft;
  const words = { none: '', saving, saved, here, failed, conflict };
  return (
    <p role="status" className="min-h-4 text-xs text-muted">
      {[words[state], unsentFiles > 0 && unsent(unsentFiles)].filter(Boolean).join(' · ')}
    </p>
  );
}
