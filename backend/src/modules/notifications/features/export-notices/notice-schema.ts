import { NOTICE_KINDS } from '@posthorn/contracts/shared/notice-choices';
import { flag, instant, number, orNull, record, text } from '#infrastructure/readers/json-schema.ts';

export const NOTICE = record('A notice.', {
  kind: text('The notification setting that it belongs to.', NOTICE_KINDS),
  cause: text('What happened.'),
  accountId: number('The account, in accounts.json.'),
  postId: orNull(number('The post, in posts.json; null: it is about no post.')),
  count: number('How often it has happened since you last read the notice.'),
  endsAt: orNull(instant('When the permission of the account ends.')),
  at: instant('When it last happened.'),
  readAt: orNull(instant('When you read it.')),
  inApp: flag('Whether the app shows it.'),
  byMail: flag('Whether you wanted it by mail.'),
});
