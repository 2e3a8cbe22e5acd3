import { useNow } from '#lib/now.ts';
import { dayAndTime } from '#lib/zone-format.ts';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/note.tsx';
import { toast } from '#ui/toast-store.ts';
import { DRAFT_CONFLICT_TEXT, OTHER_EDIT_TEXT as TEXT } from '../../messages/drafts.en.ts';
import { useOtherEdits } from '../../hooks/drafts/use-other-edits.ts';
import { removeEdit, type EditKeeper } from '../../model/drafts/edit-keeper.ts';
import type { EditCopy, EditedPost } from '../../model/drafts/edit-copies.ts';

type Props = Readonly<{
  keeper: EditKeeper;
  post: EditedPost;
  zone: string;
  /** Opens the other version in this form. */
  onUse: (copy: EditCopy) => void;
}>;

/**
 * Shows that another window keeps other words for the same post, and offers them. The note stays visible above the scrolling form, as the
 * note about a draft of another device does.
 */
export function OtherEditNote({ keeper, post, zone, onUse }: Props) {
  const [other] = useOtherEdits(keeper);
  if (!other) return null;
  return (
    <div className="max-h-[max(25dvh,60dvh-10rem)] shrink-0 overflow-y-auto px-[min(1.25rem,5vw)] pt-2">
      <Note>
        <p role="status" className="font-semibold">
          {TEXT.title}
        </p>
        <p className="text-muted max-sm:hidden">{TEXT.hint}</p>
        <Other copy={other} zone={zone} />
        <div className="mt-2 flex flex-wrap gap-2">
          <Button
            onClick={() => {
              keeper.keep();
              onUse(other);
            }}
          >
            {TEXT.use}
          </Button>
          <Button
            onClick={() => {
              keeper.keep();
              const bringBack = removeEdit(post, other);
              toast({ title: TEXT.deleted, undo: bringBack });
            }}
          >
            {TEXT.delete}
          </Button>
        </div>
      </Note>
    </div>
  );
}

function Other({ copy: { draft, at }, zone }: Readonly<{ copy: EditCopy; zone: string }>) {
  const now = useNow();
  const { fields, media } = draft;
  return (
    <section aria-label={TEXT.label} className="mt-2 rounded-lg bg-sunken p-2">
      {at > 0 && (
        <p className="text-xs text-muted">{TEXT.when(dayAndTime(new Date(at).toISOString(), zone, now))}</p>
      )}
      <p dir="auto" className="line-clamp-2 wrap-break-word sm:line-clamp-4 whitespace-pre-wrap">
        {[fields.title, fields.content].filter(Boolean).join('\n') || DRAFT_CONFLICT_TEXT.empty}
      </p>
      {media.length > 0 && <p className="text-xs text-muted">{DRAFT_CONFLICT_TEXT.files(media.length)}</p>}
    </section>
  );
}
