import type { NoticeKind } from '@posthorn/contracts/shared/notice-choices';
import { plain } from '@posthorn/event-sourcing/event-shape';
import { mailStory } from '#infrastructure/mail/mail-story.ts';

/** It is not sent at once, so that what happens until then is told in it as well. */
type NoticeWish = Readonly<{ kind: NoticeKind }>;

export const noticeMails = mailStory<'NoticeMail', NoticeWish>('NoticeMail', { kind: plain });
