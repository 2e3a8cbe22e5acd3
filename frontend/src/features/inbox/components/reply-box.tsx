import { INBOX_TEXT } from '@posthorn/contracts/inbox/inbox-text';
import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { useQuery } from '@tanstack/react-query';
import Send from 'lucide-react/icons/send';
import Sparkles from 'lucide-react/icons/sparkles';
import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { accountsQuery } from '#features/integrations/api/accounts.ts';
import { isComposing } from '#lib/is-composing.ts';
import { classNames } from '#lib/class-names.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { Button } from '#ui/button.tsx';
import { FieldError } from '#ui/field-error.tsx';
import { Note } from '#ui/note.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast-store.ts';
import { useSuggestion } from '../api/suggest-reply.ts';
import { authorOf } from '../model/author-of.ts';
import { BOX_TEXT, OTHER_REPLY_TEXT } from '../messages/later.en.ts';
import { COMMENT_TEXT, REPLY_TEXT } from '../messages/inbox.en.ts';
import { giveKeysTo } from '../model/early-keys.ts';
import { isFocusFree } from '../model/focus-free.ts';
import { showPremiumRequired } from '../model/premium-required.ts';
import { addReply, removeReply, replyKey, type ReplyVersion } from '../model/reply-draft.ts';
import { ReplyKeeper } from '../model/reply-keeper.ts';
import { replyFit } from '../model/reply-fit.ts';
import { OtherReplyNote } from './other-reply-note.tsx';
import { AutomaticSaid } from './said.ts';
import type { Answering } from '../hooks/use-answering.ts';
import type { OnCommentCommand } from '../hooks/use-comment-commands.ts';

type ReplyBoxProps = Readonly<{
  comment: CommentView;
  userId: string;
  answering: Answering;
  isPremium: boolean;
  onClose: () => void;
  onCommand: OnCommentCommand;
}>;

/** The form for a reply. The browser stores the text until the server has accepted the reply. */
export function ReplyBox(props: ReplyBoxProps) {
  const { comment, userId, answering, isPremium, onClose, onCommand } = props;
  const [{ keeper, aside }] = useState(() => begin(userId, comment.id, answering));
  const [text, setText] = useState(answering.text ?? keeper.draft?.text ?? '');
  const [draftId, setDraftId] = useState(
    answering.text === undefined ? keeper.draft?.draftId : answering.draftId,
  );
  const [isBlank, setBlank] = useState(false);
  // The user's own text, which a draft of the AI model or an earlier reply has replaced in the field.
  const [replaced, setReplaced] = useState(aside);
  const [others, setOthers] = useState(() => keeper.others());
  const { data: accounts } = useQuery(accountsQuery);
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const suggestedText = useRef<string | null>(null);

  const write = (next: string) => {
    setText(next);
    setBlank(false);
    keeper.keep({ text: next, draftId });
    setOthers(keeper.others());
  };
  const use = (version: ReplyVersion) => {
    keeper.use(version);
    setText(version.draft.text);
    setDraftId(version.draft.draftId);
    setBlank(false);
    setOthers(keeper.others());
    field.current?.focus();
  };
  useEffect(() => {
    const follow = (event: StorageEvent) => {
      keeper.onStorage(event);
      setOthers(keeper.others());
    };
    globalThis.addEventListener('storage', follow);
    return () => {
      globalThis.removeEventListener('storage', follow);
    };
  }, [keeper]);
  const suggestion = useSuggestion(comment.id, ({ reply }) => {
    // A closed box cannot offer the stored text again, so this text stays.
    if (!field.current && (keeper.draft?.text ?? '').trim() !== '') return;
    // A suggestion that the user has not changed makes room for the next one.
    const left = text === suggestedText.current ? null : keeper.setAside(text, draftId);
    if (left) setReplaced(left);
    suggestedText.current = reply;
    write(reply);
    if (isFocusFree(comment)) field.current?.focus();
  });
  const { mutate: suggest, isPending } = suggestion;
  useEffect(() => {
    if (answering.suggest) suggest();
  }, [answering, suggest]);
  // Writes the keys that the user typed before this box was rendered.
  const writeEarly = useEffectEvent((keys: string) => {
    write(text + keys);
  });
  useLayoutEffect(() => {
    giveKeysTo((keys) => {
      writeEarly(keys);
    });
    field.current?.focus({ preventScroll: true });
    // Scrolls the whole group into view, including the buttons.
    field.current?.closest('[role=group]')?.scrollIntoView({ block: 'nearest' });
  }, []);

  const limits = accounts?.find((account) => account.id === comment.accountId)?.limits;
  const fit = limits && replyFit(text, limits, comment.can.replyMax);
  const isOver = fit !== undefined && fit.used > fit.max;
  const send = () => {
    const words = text.trim();
    setBlank(words === '');
    if (words === '' || isOver || isPending) return;
    const replyId = keeper.replyIdFor(words, draftId, comment.reply?.id);
    onCommand(comment, { do: 'reply', text: words, replyId, draftId });
    leave();
  };
  const press = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      leave();
    }
  };
  const leave = () => {
    field.current?.closest<HTMLElement>('[data-row]')?.focus({ preventScroll: true });
    onClose();
  };
  const platform = PLATFORM_NAMES[comment.platform];
  const other = others.find((one) => one.draft.text !== text && one.key !== replaced?.key);
  return (
    <div
      role="group"
      aria-label={REPLY_TEXT.to(authorOf(comment))}
      className="mt-2 space-y-1.5"
      onKeyDown={press}
    >
      {other && (
        <OtherReplyNote
          text={other.draft.text}
          onUse={() => {
            use(other);
          }}
          onDelete={() => {
            removeReply(other);
            setOthers(keeper.others());
            toast({
              title: OTHER_REPLY_TEXT.deleted,
              undo: () => {
                addReply(replyKey(userId, comment.id), other.draft);
                setOthers(keeper.others());
              },
            });
          }}
        />
      )}
      <Textarea
        ref={field}
        id={id}
        aria-label={REPLY_TEXT.to(authorOf(comment))}
        aria-describedby={`${id}-about`}
        aria-invalid={isBlank || isOver || undefined}
        className="min-h-20"
        value={text}
        onChange={({ target }) => {
          write(target.value);
        }}
      />
      <div id={`${id}-about`} className="flex min-h-4 flex-wrap justify-between gap-x-3 text-xs text-muted">
        {/* "Writing" replaces the count in the same line, so that no button moves away from the user's thumb. */}
        <p>
          <span role="status">{isPending && BOX_TEXT.writing}</span>
          {fit && !isPending && (
            <span className={classNames('tabular-nums', isOver && 'font-medium text-failed')}>
              {BOX_TEXT.length(fit.used, fit.max)}
              {isOver && `. ${BOX_TEXT.tooLong(fit.used - fit.max, platform)}`}
            </span>
          )}
        </p>
        <p className="max-sm:sr-only">{BOX_TEXT.keys}</p>
      </div>
      <FieldError message={isBlank ? INBOX_TEXT.replyRequired : suggestion.problem} />
      {suggestion.data && suggestion.data.warnings.length > 0 && (
        <Note kind="warning">
          <p>{BOX_TEXT.look}</p>
          <ul className="list-disc pl-5">
            {suggestion.data.warnings.map((message, index) => (
              <li key={message}>
                <AutomaticSaid said={{ code: suggestion.data.warningCodes[index] ?? null, message }} />
              </li>
            ))}
          </ul>
        </Note>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" aria-disabled={isOver || isPending} onClick={send}>
          <Send aria-hidden />
          {REPLY_TEXT.send}
        </Button>
        <Button
          className="px-2.5"
          disabled={isPending}
          onClick={() => {
            if (isPremium) suggest();
            else showPremiumRequired();
          }}
        >
          <Sparkles aria-hidden />
          {COMMENT_TEXT.suggest}
        </Button>
        {replaced !== null && (
          <Button
            variant="quiet"
            onClick={() => {
              keeper.discard();
              use(replaced);
              setReplaced(null);
            }}
          >
            {BOX_TEXT.backToMine}
          </Button>
        )}
        <Button variant="quiet" className="px-2.5" onClick={leave}>
          {BOX_TEXT.close}
        </Button>
      </div>
    </div>
  );
}

/** `aside`: the stored text of the user, if the box begins with another text. Nothing replaces the stored text. */
function begin(userId: string, commentId: number, { text }: Answering) {
  const keeper = new ReplyKeeper(userId, commentId);
  const { draft } = keeper;
  const isReplaced = text !== undefined && draft !== null && draft.text !== text;
  return { keeper, aside: isReplaced ? keeper.setAside(draft.text, draft.draftId) : null };
}
