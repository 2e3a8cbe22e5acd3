import {
  listComments,
  summarizeInbox,
  type CommentCounts,
  type CommentView,
  type InboxSummary,
} from '@posthorn/contracts/inbox/comments.http';
import type { QueryClient } from '@tanstack/react-query';
import { codeOf, messageOf } from '#lib/api-client.ts';
import { failureToast, useDeclaredMutation } from '#ui/declared-mutation.ts';
import type { ToastMessage } from '#ui/toast-store.ts';
import { authorOf } from '../model/author-of.ts';
import { expectedComment, type CommentCommand } from '../model/comment-command.ts';
import { isFocusFree } from '../model/focus-free.ts';
import { isCounted, isListed, isReplied, NO_FILTER, type InboxFilter } from '../model/inbox-filter.ts';
import { INBOX, MARK_TEXT, REPLY_TEXT } from '../messages/inbox.en.ts';
import { liveComments } from './comments.ts';
import { sendCommand } from './send-command.ts';

export type SentCommand = Readonly<{ comment: CommentView; command: CommentCommand }>;

type CommandCallbacks = Readonly<{
  onDone: (after: CommentView, sent: SentCommand) => void;
  onRefused: (error: Error, sent: SentCommand) => void;
}>;

/** Shows the expected result of a command immediately, in the list and in the counts. Reverts it when the server refuses. */
export const useSendCommand = ({ onDone, onRefused }: CommandCallbacks) =>
  useDeclaredMutation({
    send: ({ comment, command }: SentCommand) => sendCommand(comment, command),
    optimistic: (cache, { comment, command }) => {
      const shown = expectedComment(comment, command);
      liveComments.expect(cache, comment.id, shown);
      adjustCounts(cache, comment, shown);
      return () => {
        liveComments.note(cache, comment.id, comment);
        adjustCounts(cache, shown, comment);
      };
    },
    onDone: (cache, after, sent) => {
      liveComments.note(cache, after.id, after);
      adjustCounts(cache, expectedComment(sent.comment, sent.command), after);
      // Other comments of this author also appear or disappear.
      if (sent.command.do === 'block' || sent.command.do === 'unblock')
        void cache.invalidateQueries({ queryKey: [listComments.path] });
      onDone(after, sent);
    },
    onRefused: (cache, error, sent) => {
      // The comment may show why the server refused.
      void cache.invalidateQueries({ queryKey: [listComments.path] });
      onRefused(error, sent);
    },
    refreshes: [{ queryKey: [summarizeInbox.path] }],
    failure: (error, { comment, command }) =>
      command.do === 'reply' && codeOf(error) === 'inbox.already-replied'
        ? answeredElsewhere(command.text)
        : refusalOf(error, comment, command.do),
  });

/** Another window or user has replied first, and the comment shows this reply. The toast lets the user copy the unsent text. */
const answeredElsewhere = (text: string): ToastMessage => ({
  title: REPLY_TEXT.notSent,
  description: REPLY_TEXT.answeredElsewhere,
  variant: 'destructive',
  action: {
    label: REPLY_TEXT.copyWords,
    run: () => void import('#lib/copy-text.ts').then(({ copyText }) => copyText(text)).catch(() => undefined),
  },
});

function refusalOf(error: Error, comment: CommentView, what: CommentCommand['do']): ToastMessage {
  // For this command, the text of the product replaces the message of the server.
  if (what === 'mark')
    return { title: MARK_TEXT.failed, description: MARK_TEXT.failedHint, variant: 'destructive' };
  if (what !== 'reply' && what !== 'retry')
    return failureToast({ title: INBOX.error, again: INBOX.failed }, error);
  const description = messageOf(error, REPLY_TEXT.notSentHint);
  return {
    title: REPLY_TEXT.notSent,
    // Names the author if the user is busy elsewhere.
    description: isFocusFree(comment) ? description : `${REPLY_TEXT.to(authorOf(comment))}: ${description}`,
    variant: 'destructive',
  };
}

/** Adjusts all loaded counts to the change of a comment. */
function adjustCounts(queryClient: QueryClient, before: CommentView, after: CommentView): void {
  const change = (filter: InboxFilter | null): CommentCounts => {
    const [less, more] = [countsOf(before, filter), countsOf(after, filter)];
    return { new: more.new - less.new, replied: more.replied - less.replied, total: more.total - less.total };
  };
  for (const [key, summary] of queryClient.getQueriesData<InboxSummary>({ queryKey: [summarizeInbox.path] }))
    if (summary) {
      const [all, listed] = [change(null), change(key[1] as InboxFilter)];
      queryClient.setQueryData<InboxSummary>(key, {
        ...summary,
        counts: sumOf(summary.counts, all),
        groups: summary.groups.map((group) =>
          group.key === before.group.key
            ? { ...group, new: group.new + listed.new, total: group.total + listed.total }
            : group,
        ),
      });
    }
}

/** Returns what one comment adds to the counts of the whole inbox (filter null) or of one list. */
function countsOf(comment: CommentView, filter: InboxFilter | null): CommentCounts {
  const isIncluded =
    !comment.blocked && isCounted(comment, filter ?? NO_FILTER) && (!filter || isListed(comment, filter));
  return {
    new: Number(isIncluded && comment.hidden === false && comment.status === 'new'),
    replied: Number(isIncluded && isReplied(comment)),
    total: Number(isIncluded),
  };
}

const sumOf = (one: CommentCounts, other: CommentCounts): CommentCounts => ({
  new: one.new + other.new,
  replied: one.replied + other.replied,
  total: one.total + other.total,
});
