import { timingSafeEqual } from 'node:crypto';
import { unsubscribe } from '@posthorn/contracts/notifications/notices.http';
import { NOTICE_KINDS, type NoticeKind } from '@posthorn/contracts/shared/notice-choices';
import { Injectable } from '@nestjs/common';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { PersonalDigests } from '#infrastructure/vault/personal-digests.ts';

/** The mails that a link ends: of one kind, to one person. */
type MailsToEnd = Readonly<{ userId: string; kind: NoticeKind }>;

const KINDS: ReadonlySet<string> = new Set(NOTICE_KINDS);
const isKind = (kind: string | undefined): kind is NoticeKind => kind !== undefined && KINDS.has(kind);

/**
 * Links that end mails without a sign-in. They say whose and which, signed, and are good for ever, as a mail is that somebody finds
 * after years; all that they can do is end mails.
 */
@Injectable()
export class UnsubscribeLinks {
  constructor(
    private readonly digests: PersonalDigests,
    private readonly configuration: Configuration,
  ) {}

  async to(mails: MailsToEnd): Promise<string> {
    const said = Buffer.from(wordsOf(mails));
    const token = `${said.toString('base64url')}.${(await this.#sign(said)).toString('base64url')}`;
    return `${this.configuration.publicUrl}${unsubscribe.path.replace(':token', token)}`;
  }

  /** Null for a token that is none of ours. */
  async read(token: string): Promise<MailsToEnd | null> {
    const [said = '', signature = ''] = token.split('.');
    const words = Buffer.from(said, 'base64url');
    const signed = Buffer.from(signature, 'base64url');
    const expected = await this.#sign(words);
    if (signed.length !== expected.length || !timingSafeEqual(signed, expected)) return null;
    const [kind, userId] = words.toString().split(' ');
    return isKind(kind) && userId !== undefined ? { userId, kind } : null;
  }

  /** Under a name of its own, so that no digest of something else is a signature. */
  #sign(words: Buffer): Promise<Buffer> {
    return this.digests.of(`unsubscribe ${words.toString()}`);
  }
}

const wordsOf = ({ userId, kind }: MailsToEnd): string => `${kind} ${userId}`;
