import 'reflect-metadata';
import { expect, it } from '@jest/globals';
import { INBOX_TEXT } from '@posthorn/contracts/inbox/inbox-text';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { ReplyDto } from './replies.dto.ts';

const sent = (replyText: unknown) => plainToInstance(ReplyDto, { replyText });
const faults = (replyText: unknown) =>
  validateSync(sent(replyText), { stopAtFirstError: true }).flatMap(({ constraints = {} }) =>
    Object.values(constraints),
  );

it.each([undefined, 7, '', ' \n', '\u200b\u2060', '\u0001', '\ud83d'])(
  'takes nothing of which a reader would see nothing: %j',
  (replyText) => {
    expect(faults(replyText)).toEqual([INBOX_TEXT.replyRequired]);
  },
);

it('takes out what no text can hold, and keeps the rest as it is', () => {
  const replyText = ' At\0 six\ud83d \u{1F956}\r\nSee you! ';
  expect(faults(replyText)).toEqual([]);
  expect(sent(replyText).replyText).toBe('At six \u{1F956}\r\nSee you!');
});
