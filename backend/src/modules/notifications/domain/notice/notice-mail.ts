import type { NoticeKind } from '@posthorn/contracts/shared/notice-choices';
import { plain } from '@posthorn/event-sourcing/event-shape';
import { mailStory } from '#infrastructure/mail/mail-story.ts';

/** The mail is sent later, so that it can contain further notices of its span. */
type NoticeMailRequest = Readonly<{ kind: NoticeKind }>;

export const noticeMails = mailStory<'NoticeMail', NoticeMailRequest>('NoticeMail', { kind: plain });
