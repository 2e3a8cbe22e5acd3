import { NOTICE_KINDS } from '@posthorn/contracts/shared/notice-choices';
import { flag, instant, number, orNull, record, text } from '#infrastructure/readers/json-schema.ts';

export const NOTICE = record('A notice.', {
  kind: text('Which of your choices it falls under.', NOTICE_KINDS),
  cause: text('What happened.'),
  accountId: number('The account, in accounts.json.'),
  postId: orNull(number('The post, in posts.json; null where it is about none.')),
  count: number('How often it happened since you last read of it.'),
  endsAt: orNull(instant('When the permission of the account ends.')),
  at: instant('When it happened, the last time.'),
  readAt: orNull(instant('When you read it.')),
  inApp: flag('Whether it is shown here.'),
  byMail: flag('Whether it was to go into a mail.'),
});
