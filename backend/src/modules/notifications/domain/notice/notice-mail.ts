import type { NoticeKind } from '@posthorn/contracts/shared/notice-choices';
import { plain } from '@posthorn/event-sourcing/event-shape';
import { mailStory } from '#infrastructure/mail/mail-story.ts';

/** The mail is sent at the end of its time span, so that it contains all notices of this span. */
type NoticeMailRequest = Readonly<{ kind: NoticeKind }>;

export const noticeMails = mailStory<'NoticeMail', NoticeMailRequest>('NoticeMail', { kind: plain });
