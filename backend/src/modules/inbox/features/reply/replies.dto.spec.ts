import { expect, it } from '@jest/globals';
import { BadRequestException, ValidationPipe } from '@nestjs/common';
import { INBOX_TEXT } from '@posthorn/contracts/inbox/inbox-text';
import { ReplyDto } from './replies.dto.ts';

const pipe = new ValidationPipe({ transform: true, whitelist: true, stopAtFirstError: true });
const sent = (replyText: unknown) =>
  pipe.transform({ replyText }, { type: 'body', metatype: ReplyDto }) as Promise<ReplyDto>;

it.each([undefined, 7, '', ' \n', '\u200b\u2060', '\u0001', '\ud83d'])(
  'refuses a text without visible characters: %j',
  async (replyText) => {
    const refusal: unknown = await sent(replyText).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(BadRequestException);
    expect(refusal).toMatchObject({ response: { message: [INBOX_TEXT.replyRequired] } });
  },
);

it('removes characters that stored texts cannot contain, and keeps the rest', async () => {
  const { replyText } = await sent(' At\0 six\ud83d \u{1F956}\r\nSee you! ');
  expect(replyText).toBe('At six \u{1F956}\nSee you!');
});
